// Package runslibrary gives what it is given to a library.
package runslibrary

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	juju "github.com/juju/retry"
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

// The operation is a field of what the library is given.
func Call(f func() error) error { // want Call:`^attempts \?p0 again, deaf$`
	return juju.Call(juju.CallArgs{Func: f, Attempts: 3, Delay: time.Second})
}

func CallContext(ctx context.Context, f func(context.Context) error) error { // want CallContext:`^attempts \?p1 again, under its context$`
	return juju.Call(juju.CallArgs{Func: func() error { return f(ctx) }, Attempts: 3, Delay: time.Second, Stop: ctx.Done()})
}

// The library's own function is a method of an interface.
func Safely(f func() error) error { // want Safely:`^attempts \?p0 again, deaf$`
	return failsafe.With[any](retrypolicy.NewBuilder[any]().WithJitterFactor(0.5).Build()).Run(f)
}

func Unseen(e failsafe.Executor[any], f func() error) error { return e.Run(f) }
