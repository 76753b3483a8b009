// Package fix_all holds code with several faults, all of which are repaired at once.
package fix_all

import (
	"context"
	"strconv"
	"time"
)

func one(ctx context.Context, fetch func(context.Context) error) (err error) {
	d := time.Second
	for i := 0; i < 5; i++ {
		if err = fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(d)
		d *= 2
	}
	return err
}

func two(ctx context.Context, fetch func(context.Context) error) (err error) {
	d := time.Second
	for i := 0; i < 5; i++ {
		if err = fetch(ctx); err == nil {
			return nil
		}
		time.Sleep(d) // it grows
	}
	return err
}

// A Response is what a server says.
type Response interface{ Header(name string) string }

func three(ctx context.Context, get func(context.Context) (Response, error)) error {
	for i := 0; i < 5; i++ {
		resp, err := get(ctx)
		if err == nil {
			return nil
		}
		s, err := strconv.Atoi(resp.Header("Retry-After"))
		if err != nil {
			return err
		}
		time.Sleep(time.Duration(s) * time.Second)
	}
	return ctx.Err()
}
