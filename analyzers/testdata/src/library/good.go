package library

import (
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"github.com/avast/retry-go/v4"
	backoff "github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
	jp "github.com/jpillora/backoff"
	seth "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

var Wide = wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 5}

type config struct {
	jitter   float64
	random   bool
	interval time.Duration
}

func newConfig(jitter float64, random bool) config { return config{jitter: jitter, random: random} }

func quiet(ctx context.Context, c api, cfg config) {
	use(backoff.NewExponentialBackOff())
	use(wait.Backoff{Duration: time.Second, Factor: 2, Jitter: cfg.jitter, Steps: 5})
	use(wait.Backoff{Duration: time.Second, Steps: 5})
	use(wait.Backoff{})
	use(&jp.Backoff{Jitter: true})
	use(&jp.Backoff{Jitter: cfg.random})

	// The field that is not seen.
	b := jp.Backoff{Min: time.Second}
	if cfg.random {
		b.Jitter = true
	}
	use(b)

	// Local work.
	wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}, func() (bool, error) {
		return os.Remove("x") == nil, nil
	})
	// A state that is waited for: a failure ends it.
	wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}, func() (bool, error) {
		if err := c.Get(ctx); err != nil {
			return false, err
		}
		return cfg.random, nil
	})

	r := retryablehttp.NewClient()
	r.Backoff = func(min, max time.Duration, n int, _ *http.Response) time.Duration { return min }
	use(r)
	never := retryablehttp.NewClient()
	never.RetryMax = 0
	use(never)

	full := retry.DelayType(retry.FullJitterBackoffDelay)
	retry.Do(func() error { return c.Get(ctx) }, retry.Context(ctx), full)
	retry.Do(func() error {
		err := c.Get(ctx)
		if errors.Is(err, context.Canceled) {
			return retry.Unrecoverable(err)
		}
		return err
	}, full)
	retry.Do(func() error { return c.Get(ctx) }, options()...)

	// A constant base with a random part: wide enough.
	retry.Do(func() error { return c.Get(ctx) }, retry.Context(ctx), retry.DelayType(retry.CombineDelay(retry.FixedDelay, retry.RandomDelay)))

	s := seth.WithJitterPercent(50, seth.WithCappedDuration(time.Minute, seth.NewExponential(time.Second)))
	seth.Do(ctx, s, c.Get)
	backoff.Retry(func() error { return c.Get(ctx) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func options() []retry.Option { return nil }

// The policy is asked for its waits by a loop that waits for a state.
func awaits(ready *bool) {
	b := &jp.Backoff{Min: time.Second}
	for !*ready {
		time.Sleep(b.Duration())
	}
}

// Nothing but tests uses it.
var fast = wait.Backoff{Duration: time.Millisecond, Factor: 3, Jitter: 0.1, Steps: 3}

func gets(ctx context.Context, key string) {
	wide := []retry.Option{retry.Context(ctx), retry.DelayType(retry.FullJitterBackoffDelay)}
	retry.Do(func() error {
		resp, err := http.Get("https://example.com/orders")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, wide...)
	retry.Do(func() error {
		req, err := http.NewRequestWithContext(ctx, "POST", "https://example.com/orders", nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return retry.Unrecoverable(err)
		}
		return resp.Body.Close()
	}, wide...)
	retry.Do(func() error {
		req, err := http.NewRequestWithContext(ctx, "POST", "https://example.com/orders", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, wide...)
	// A failed request is not an error here.
	retry.Do(func() error {
		resp, err := http.Post("https://example.com/orders", "text/plain", nil)
		if err != nil {
			return nil
		}
		return resp.Body.Close()
	}, wide...)
}

// A list of options that is only ever appended to itself.
type optioned struct{ options []retry.Option }

func (o *optioned) use(more retry.Option) { o.options = append(o.options, more) }

func (o *optioned) get(f func() error) error { return retry.Do(f, o.options...) }
