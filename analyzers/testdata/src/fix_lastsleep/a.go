// Package fix_lastsleep holds waits that nothing follows.
package fix_lastsleep

import (
	"context"
	"errors"
	"time"
)

func literal(fetch func() error) (err error) {
	for i := 0; i < 5; i++ {
		if err = fetch(); err == nil {
			return nil
		}
		// the server needs a moment
		time.Sleep(time.Second) // no more
	}
	return err
}

func named(attempts int, fetch func() error) (err error) {
	for i := 1; i <= attempts; i++ {
		if err = fetch(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ranged(ctx context.Context, fetch func() error) error {
	const tries = 4
	for i := range tries {
		if fetch() == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(i+1) * time.Second):
		}
	}
	return errors.New("attempts used up")
}

// uncounted has no number of the attempt.
func uncounted(fetch func() error) (err error) {
	for range 5 {
		if err = fetch(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// otherwise counts where it may also count back.
func otherwise(fetch func() (bool, error)) (err error) {
	for i := 0; i < 5; i++ {
		free, err := fetch()
		if err == nil {
			return nil
		}
		if free {
			i--
		}
		time.Sleep(time.Second)
	}
	return err
}

// A range that counts in no variable is given one.
func unnamed(fetch func() error) (err error) {
	for range 5 {
		if err = fetch(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What is left goes down behind the wait.
func left(tries int, fetch func() error) (err error) {
	for tries >= 0 {
		if err = fetch(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
		tries--
	}
	return err
}

// The attempt is counted before the wait.
func before(fetch func() error) (err error) {
	attempt := 0
	for attempt < 5 {
		if err = fetch(); err == nil {
			return nil
		}
		attempt++
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return err
}

func down(fetch func() error) (err error) {
	for n := 5; n > 0; n-- {
		if err = fetch(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Not every way counts.
func passed(tries int, busy func() bool, fetch func() error) (err error) {
	for tries > 0 {
		if err = fetch(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
		if busy() {
			continue
		}
		tries--
	}
	return err
}
