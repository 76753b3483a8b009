// Package fix_fixeddelay holds delays that do not grow.
package fix_fixeddelay

import (
	"context"
	"time"
)

const pause = 5 * time.Second

func constant(ctx context.Context, fetch func(context.Context) error) error {
	for {
		if err := fetch(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(3 * time.Second):
		}
	}
}

func named(ctx context.Context, fetch func(context.Context) error) (err error) {
	for range 4 {
		if err = fetch(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(pause)
	}
	return err
}

func linear(ctx context.Context, fetch func(context.Context) error) (err error) {
	for n := range 4 {
		if err = fetch(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Duration(n+1) * time.Second)
	}
	return err
}

// untyped is a number that is a Duration only because of where it stands.
func untyped(ctx context.Context, fetch func(context.Context) error) (err error) {
	for range 4 {
		if err = fetch(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(2e9)
	}
	return err
}

// Client has its delay in a field.
type Client struct {
	cfg struct{ Wait time.Duration }
}

func (c *Client) do(ctx context.Context, fetch func(context.Context) error) (err error) {
	for range 4 {
		if err = fetch(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(c.cfg.Wait)
	}
	return err
}
