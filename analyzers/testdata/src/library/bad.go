// Package library builds policies with libraries that are known.
package library

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	backoff "github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
	jp "github.com/jpillora/backoff"
	seth "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

type api interface {
	Get(ctx context.Context) error
}

var Tenth = wait.Backoff{ // want `delay 250ms x2, .*; set Jitter: 1.* \(narrowjitter\)`
	Duration: 250 * time.Millisecond,
	Factor:   2,
	Jitter:   0.1,
	Steps:    9,
}

func literals(ctx context.Context, c api, base time.Duration) {
	b := wait.Backoff{Duration: base, Factor: 2, Steps: 5}                             // want `set Jitter: 1.* \(nojitter\)`
	wait.ExponentialBackoff(b, func() (bool, error) { return c.Get(ctx) == nil, nil }) // want `use its WithContext form.* \(retrycanceled\)`

	e := &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute} // want `delay 1s x2 up to 60s.*; set RandomizationFactor to 0.5.* \(nojitter\)`
	use(e)

	use(&jp.Backoff{Min: time.Second})                       // want `delay 1s x2 up to 10s, half-width 0.*; set Jitter: true.* \(nojitter\)`
	use(&jp.Backoff{Min: time.Second, Max: 5 * time.Minute}) // want `up to 5m.* \(nojitter\)`
}

func fields() {
	b := backoff.NewExponentialBackOff() // want `\(narrowjitter\)`
	b.RandomizationFactor = 0.1
	use(b)
	use(backoff.NewExponentialBackOff(backoff.WithRandomizationFactor(0))) // want `\(nojitter\)`
	c := retryablehttp.NewClient()                                         // want `\(nojitter\)` `\(retryafter\)`
	c.RetryMax = 10
	use(c)
	d := retryablehttp.NewClient() // want `half-width 0.13.* \(narrowjitter\)`
	d.Backoff = retryablehttp.LinearJitterBackoff
	d.RetryWaitMin = 700 * time.Millisecond
	d.RetryWaitMax = 900 * time.Millisecond
	use(d)
}

func calls(ctx context.Context, c api) {
	retry.Do(func() error { return c.Get(ctx) }) // want `; add retry.DelayType\(retry.FullJitterBackoffDelay\).* \(narrowjitter\)` `ctx reaches .* \(retrycanceled\)`
	opts := []retry.Option{retry.Context(ctx), retry.DelayType(retry.BackOffDelay)}
	retry.Do(func() error { return c.Get(ctx) }, opts...) // want `; add retry.DelayType\(retry.FullJitterBackoffDelay\).* \(nojitter\)`

	retry.Do(func() error { return c.Get(ctx) }, retry.Context(ctx), retry.MaxDelay(5*time.Second)) // want `capped after .*; add retry.DelayType\(retry.FullJitterBackoffDelay\).* \(cappedjitter\)`

	b := seth.NewExponential(time.Second)
	b = seth.WithCappedDuration(time.Minute, b)
	b = seth.WithJitterPercent(10, b)
	b = seth.WithMaxRetries(5, b) // want `half-width 0.09, .* \(narrowjitter\)`
	seth.Do(ctx, b, c.Get)

	backoff.Retry(func() error { return c.Get(ctx) }, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3)) // want `ctx reaches .* \(retrycanceled\)`
}

func use(any) {}

// The policy is asked for its waits by a loop that retries.
func reconnects(ctx context.Context, c api) {
	b := &jp.Backoff{Min: time.Second} // want `\(nojitter\)`
	for ctx.Err() == nil {
		if err := c.Get(ctx); err == nil {
			return
		}
		time.Sleep(b.Duration())
	}
}

func posts(ctx context.Context, body io.Reader) {
	retry.Do(func() error { // want `POST is sent again .* with no idempotency key.* \(retrypost\)`
		resp, err := http.Post("https://example.com/orders", "text/plain", body)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Context(ctx), retry.DelayType(retry.FullJitterBackoffDelay))
}
