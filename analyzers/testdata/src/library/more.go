package library

import (
	"context"
	"time"

	"company/policies"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	backoff "github.com/cenkalti/backoff/v4"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/matryer/try"
	"github.com/nats-io/nats.go"
)

func connects(url string, own nats.Option, delay func(int) time.Duration) {
	nats.Connect(url)
	nats.Connect(url, nats.Name("orders"), nats.MaxReconnects(-1))
	nats.Connect(url, nats.Name("orders"), nats.ReconnectWait(5*time.Second)) // want `half-width 0.0099.*; add nats.ReconnectJitter\(d, d\) with d the wait.* \(narrowjitter\)`
	nats.Connect(url, nats.ReconnectWait(5*time.Second), nats.ReconnectJitter(5*time.Second, 5*time.Second))
	nats.Connect(url, nats.ReconnectWait(5*time.Second), own) // not seen
	nats.Connect(url, nats.ReconnectWait(5*time.Second), nats.CustomReconnectDelay(delay))
}

func consumes() {
	use(middleware.Retry{MaxRetries: 5, InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute}) // want `set RandomizationFactor: 0.5.* \(nojitter\)`
	use(middleware.Retry{MaxRetries: 5, InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute, RandomizationFactor: 0.5})
	use(middleware.Retry{MaxRetries: 5, InitialInterval: time.Second}) // constant
}

func resilient(o *orders, class retrier.Classifier) {
	r := retrier.New(retrier.ExponentialBackoff(5, time.Second), nil)
	r.SetJitter(0.5)
	r.Run(o.place) // want `\(retrypost\)`
	s := retrier.New(retrier.ExponentialBackoff(5, time.Second), class)
	s.SetJitter(0.5)
	s.Run(o.place)
	try.Do(func(attempt int) (bool, error) { // want `\(retrypost\)`
		return attempt < 5, o.place()
	})
	try.Do(func(attempt int) (bool, error) { return false, o.place() })
}

// The policy is built in another function, or in another package.
func far(ctx context.Context, c api) {
	backoff.Retry(func() error { return c.Get(ctx) }, policies.Default()) // want `ctx reaches .* \(retrycanceled\)`
	backoff.Retry(func() error { return c.Get(ctx) }, policies.Under(ctx))
	backoff.Retry(func() error { return c.Get(ctx) }, backoff.WithMaxRetries(near(), 3)) // want `ctx reaches .* \(retrycanceled\)`
	backoff.Retry(func() error { return c.Get(ctx) }, nearUnder(ctx))
}

func near() backoff.BackOff {
	return backoff.NewExponentialBackOff(backoff.WithRandomizationFactor(0)) // want `\(nojitter\)`
}

func nearUnder(ctx context.Context) backoff.BackOff {
	return backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
}
