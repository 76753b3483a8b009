// Package fix_retryafter holds waits that the server asks for.
package fix_retryafter

import (
	"context"
	"strconv"
	"time"
)

// A Response is what a server says.
type Response interface{ Header(name string) string }

func exactly(get func() (Response, error)) error {
	for {
		resp, err := get()
		if err == nil {
			return nil
		}
		s, err := strconv.Atoi(resp.Header("Retry-After"))
		if err != nil {
			return err
		}
		time.Sleep(time.Duration(s) * time.Second)
	}
}

func named(ctx context.Context, get func() (Response, error)) error {
	for {
		resp, err := get()
		if err == nil {
			return nil
		}
		wait, err := time.ParseDuration(resp.Header("Retry-After") + "s")
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// orOwn waits for what the server says, or for its own delay: the random part
// is put on top of both, and nothing is offered that takes from the server's.
func orOwn(get func() (Response, error)) error {
	delay := time.Second
	for {
		resp, err := get()
		if err == nil {
			return nil
		}
		d := delay
		if s, err := strconv.Atoi(resp.Header("Retry-After")); err == nil {
			d = time.Duration(s) * time.Second
		}
		time.Sleep(d)
		delay = min(2*delay, time.Minute)
	}
}
