// Package fix_retrycanceled holds loops that go on after the end of their context.
package fix_retrycanceled

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// A Thing is what is fetched.
type Thing struct{ name string }

func sleeps(ctx context.Context, fetch func(context.Context) error) error {
	for i := 0; ; i++ {
		err := fetch(ctx)
		if err == nil || i == 5 {
			return err
		}
		time.Sleep(rand.N(50 * time.Millisecond)) // a little
	}
}

func timer(ctx context.Context, fetch func(context.Context) (*Thing, error)) (*Thing, error) {
	for range 5 {
		v, err := fetch(ctx)
		if err == nil {
			return v, nil
		}
		// once more
		<-time.After(rand.N(50 * time.Millisecond))
	}
	return nil, errors.New("attempts used up")
}

func several(ctx context.Context, fetch func(context.Context) (Thing, int, error)) (Thing, int, error) {
	for range 5 {
		v, n, err := fetch(ctx)
		if err == nil {
			return v, n, nil
		}
		time.Sleep(rand.N(50 * time.Millisecond))
	}
	return Thing{}, 0, errors.New("attempts used up")
}

// unsaid never says what it returns with an error.
func unsaid(ctx context.Context, fetch func(context.Context) (Thing, error)) (v Thing, err error) {
	for range 5 {
		if v, err = fetch(ctx); err == nil {
			return v, err
		}
		time.Sleep(rand.N(50 * time.Millisecond))
	}
	return v, err
}

// falls goes on behind the loop when it is done.
func falls(ctx context.Context, fetch func(context.Context) error, done func()) {
	for range 5 {
		if fetch(ctx) == nil {
			break
		}
		time.Sleep(rand.N(50 * time.Millisecond))
	}
	done()
}

func background(ctx context.Context, fetch func(context.Context) error) {
	go func() {
		for {
			if fetch(ctx) == nil {
				return
			}
			time.Sleep(rand.N(50 * time.Millisecond))
		}
	}()
}

// Client has its context in a field.
type Client struct {
	ctx context.Context
}

func (c *Client) get(fetch func(context.Context) error) (err error) {
	for range 5 {
		if err = fetch(c.ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(50 * time.Millisecond))
	}
	return err
}
