// Package deadlinebudget holds retries for whose later attempts the context
// leaves no time (bad.go), and code that looks like it and has the time (good.go).
package deadlinebudget

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

var errUsedUp = errors.New("attempts used up")

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// "the smallest possible sum of delays exceeds the context timeout in force"
func doubling(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for n := range 8 {
		if err := do(ctx); err == nil {
			return nil
		}
		d := time.Second << n
		if err := sleep(ctx, d/2+rand.N(d/2)); err != nil { // want `the waits take 1m3.5s at least, and the context ends after 10s: attempts 6 to 8 are never made; limit the attempts to 5, or give them more time \(deadlinebudget\)`
			return err
		}
	}
	return errUsedUp
}

// The time is made by the one caller, and the wait comes first.
func outer(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return inner(context.WithValue(ctx, errUsedUp, 1), do)
}

func inner(ctx context.Context, do func(context.Context) error) (err error) {
	for n := 0; n < 4; n++ {
		if n > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(2 * time.Second): // want `the waits take 6s at least, and the context ends after 5s: attempt 4 is never made.*\(deadlinebudget\)`
			}
		}
		if err = do(ctx); err == nil {
			return nil
		}
	}
	return err
}
