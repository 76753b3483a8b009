package retrycanceled

import (
	"context"
	"errors"
	"time"

	again "company/retry"
)

// The context reaches what another package's function attempts again, and
// neither looks at its end.
func given(ctx context.Context, c Client) ([]byte, error) {
	return again.Value(func() ([]byte, error) {
		return c.Fetch(ctx, "x") // want `ctx reaches c.Fetch, .*\(retrycanceled\)`
	})
}

func threeTimes(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func givenHere(parent context.Context, c Client) error {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	return threeTimes(func() error {
		_, err := c.Fetch(ctx, "x") // want `ctx reaches c.Fetch, .*\(retrycanceled\)`
		return err
	})
}

// What attempts it again looks at a context.
func givenObserved(ctx context.Context, c Client) error {
	return again.Do(ctx, func() error {
		_, err := c.Fetch(ctx, "x")
		return err
	})
}

// The operation looks at it.
func givenLooks(ctx context.Context, c Client) (b []byte, err error) {
	var failed error
	b, err = again.Value(func() ([]byte, error) {
		b, err := c.Fetch(ctx, "x")
		if errors.Is(err, context.Canceled) {
			failed = err
			return nil, nil
		}
		return b, err
	})
	return b, errors.Join(err, failed)
}

// The context never ends.
func givenBackground(c Client) ([]byte, error) {
	ctx := context.Background()
	return again.Value(func() ([]byte, error) { return c.Fetch(ctx, "x") })
}

// Its failure is not what comes back.
func givenLogged(ctx context.Context, c Client, work func() error) error {
	return threeTimes(func() error {
		if _, err := c.Fetch(ctx, "x"); err != nil {
			println(err.Error())
		}
		return work()
	})
}

// Another package's predicate says which failures are attempted again.
func asked(ctx context.Context, c Client) (err error) {
	for range 5 {
		if _, err = c.Fetch(ctx, "x"); !again.IsRetryable(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func askedInVain(ctx context.Context, c Client) (err error) {
	for range 5 {
		if _, err = c.Fetch(ctx, "x"); err == nil || !again.ShouldRetry(err) { // want `ctx reaches c.Fetch, .*\(retrycanceled\)`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
