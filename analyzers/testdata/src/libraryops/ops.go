// Package libraryops gives libraries operations to attempt.
package libraryops

import (
	"context"
	"errors"
	"net/http"
	"time"

	sales "company/orders"
	again "company/retry"
	"github.com/avast/retry-go/v4"
	backoff "github.com/cenkalti/backoff/v4"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	juju "github.com/juju/retry"
	"k8s.io/apimachinery/pkg/util/wait"
	kretry "k8s.io/client-go/util/retry"
)

var errGone = errors.New("gone")

type api interface {
	Get(ctx context.Context) error
}

type orders struct {
	url string
	api api
	ctx context.Context
	own failsafe.Executor[any]
}

func (o *orders) place() error {
	resp, err := http.Post(o.url, "text/plain", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (o *orders) fetch() error { return o.api.Get(o.ctx) }

func (o *orders) placed() (any, error) { return nil, o.place() }

// Policies around an operation.
func safely(ctx context.Context, o *orders) {
	wide := retrypolicy.NewBuilder[any]().WithBackoff(time.Second, time.Minute).WithJitterFactor(0.5).Build()
	failsafe.With[any](wide).Run(o.place)                                // want `POST is sent again .*\(retrypost\)`
	failsafe.With[any](wide).WithContext(ctx).Get(o.placed)              // want `\(retrypost\)`
	failsafe.With[any](wide).Run(func() error { return o.api.Get(ctx) }) // want `ctx reaches .*; add WithContext\(ctx\).* \(retrycanceled\)`
	failsafe.With[any](wide).WithContext(ctx).Run(func() error { return o.api.Get(ctx) })
	o.own.Run(o.place) // which policies is not seen
	some := retrypolicy.NewBuilder[any]().WithJitterFactor(0.5).AbortOnErrors(errGone).Build()
	failsafe.With[any](some).Run(o.place)
	none := retrypolicy.NewBuilder[any]().HandleIf(func(_ any, err error) bool { return errors.Is(err, errGone) }).Build()
	failsafe.With[any](none).Run(o.place)
	all := retrypolicy.NewBuilder[any]().HandleIf(func(_ any, err error) bool { return err != nil }).Build()
	failsafe.With[any](all).Run(o.place) // want `\(retrypost\)`
	once := retrypolicy.NewBuilder[any]().WithMaxRetries(0).Build()
	failsafe.With[any](once).Run(o.place)
}

// The operation is a field of what is given.
func calls(ctx context.Context, o *orders, clock juju.Clock) {
	juju.Call(juju.CallArgs{ // want `\(retrypost\)`
		Func: o.place, Attempts: 5, Delay: time.Second, Clock: clock,
	})
	args := juju.CallArgs{Attempts: 5, Delay: time.Second, Clock: clock}
	args.Func = func() error { return o.api.Get(ctx) }
	juju.Call(args) // want `ctx reaches .*; set Stop to ctx.Done\(\).* \(retrycanceled\)`
	juju.Call(juju.CallArgs{
		Func: func() error { return o.api.Get(ctx) }, Attempts: 5, Delay: time.Second, Clock: clock, Stop: ctx.Done(),
	})
	juju.Call(juju.CallArgs{
		Func: o.place, Attempts: 5, Delay: time.Second, Clock: clock, IsFatalError: func(err error) bool { return true },
	})
	juju.Call(juju.CallArgs{ // want `\(retrypost\)`
		Func: o.place, Attempts: 5, Delay: time.Second, Clock: clock, IsFatalError: func(err error) bool { return errors.Is(err, errGone) },
	})
	juju.Call(juju.CallArgs{Func: o.place, Attempts: 1, Delay: time.Second, Clock: clock})
}

// What another package sends.
func theirs(c *sales.Client) {
	backoff.Retry(c.Flush, backoff.NewExponentialBackOff())  // want `POST is sent again .*\(retrypost\)`
	again.Value(func() (int, error) { return 0, c.Flush() }) // want `\(retrypost\)`
	again.Double(5, time.Second, c.Flush)                    // want `\(retrypost\)`
}

func always(error) bool { return true }

// What decides which errors are tried again.
func decided(ctx context.Context, o *orders, again func(error) bool) {
	kretry.OnError(kretry.DefaultBackoff, always, o.place) // want `\(retrypost\)`
	kretry.OnError(kretry.DefaultBackoff, again, o.place)
	kretry.OnError(kretry.DefaultBackoff, func(err error) bool { return errors.Is(err, errGone) }, o.place)
	kretry.RetryOnConflict(kretry.DefaultBackoff, o.place)
	kretry.OnError(kretry.DefaultBackoff, always, func() error { return o.api.Get(ctx) }) // want `ctx reaches .* \(retrycanceled\)`
	kretry.OnError(kretry.DefaultBackoff, func(err error) bool { return !errors.Is(err, context.Canceled) }, func() error { return o.api.Get(ctx) })

	full := retry.DelayType(retry.FullJitterBackoffDelay)
	retry.Do(o.place, full, retry.RetryIf(always)) // want `\(retrypost\)`
	retry.Do(o.place, full, retry.RetryIf(again))
}

// Functions and methods, which are no closures.
func named(ctx context.Context, o *orders) {
	backoff.Retry(o.fetch, backoff.NewExponentialBackOff()) // want `o.ctx reaches .*; use backoff.WithContext\(b, o.ctx\).* \(retrycanceled\)`
	backoff.Retry(o.fetch, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	backoff.Retry(fetchNothing, backoff.NewExponentialBackOff())
	backoff.Retry(func() error { note(ctx); return nil }, backoff.NewExponentialBackOff()) // cannot fail
}

func fetchNothing() error { return (*orders)(nil).api.Get(context.Background()) }

func note(ctx context.Context) {}

// A condition that is asked again.
func conditions(ctx context.Context, o *orders) {
	wide := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 4}
	wait.ExponentialBackoff(wide, func() (bool, error) { // want `ctx reaches .*; use its WithContext form.* \(retrycanceled\)`
		if err := o.api.Get(ctx); err != nil {
			return false, nil
		}
		return true, nil
	})
	wait.ExponentialBackoff(wide, func() (bool, error) {
		if err := o.api.Get(ctx); err != nil {
			return false, err // it ends there
		}
		return true, nil
	})
}
