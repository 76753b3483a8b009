// Package runslibrary gives what it is given to a library.
package runslibrary

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	seth "github.com/sethvargo/go-retry"
)

func Do(f func() error) error { return retry.Do(f, retry.Attempts(3)) } // want Do:`^attempts \?p0 again, deaf$`

func DoContext(ctx context.Context, f func(context.Context) error) error { // want DoContext:`^attempts \?p1 again, under its context$`
	return retry.Do(func() error { return f(ctx) }, retry.Context(ctx))
}

func Marked(ctx context.Context, f func() error) error { // want Marked:`^attempts \?p1 again$`
	return seth.Do(ctx, seth.NewFibonacci(time.Second), func(context.Context) error {
		if err := f(); err != nil {
			return seth.RetryableError(err)
		}
		return nil
	})
}

// What is not marked is not attempted again.
func Unmarked(ctx context.Context, f func() error) error {
	return seth.Do(ctx, seth.NewFibonacci(time.Second), func(context.Context) error { return f() })
}

// What the options say is not seen.
func Options(f func() error, opts ...retry.Option) error { return retry.Do(f, opts...) }

func Some(f func() error, again func(error) bool) error { return retry.Do(f, retry.RetryIf(again)) }
