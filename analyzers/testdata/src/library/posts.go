package library

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	backoff "github.com/cenkalti/backoff/v4"
	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	seth "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

type orders struct{ url string }

func (o *orders) place() error {
	resp, err := http.Post(o.url, "text/plain", nil)
	if err != nil {
		return fmt.Errorf("place: %w", err)
	}
	return resp.Body.Close()
}

func placed(ctx context.Context, o *orders, b backoff.BackOff) error {
	if err := backoff.Retry(o.place, b); err != nil { // want `POST is sent again .*\(retrypost\)`
		return err
	}
	err := backoff.Retry(o.place, backoff.WithMaxRetries(b, 0)) // once
	if err != nil {
		return err
	}
	jitter := seth.WithFullJitter(seth.NewExponential(time.Second))
	if err := seth.Do(ctx, jitter, func(context.Context) error { // want `\(retrypost\)`
		if err := o.place(); err != nil {
			return seth.RetryableError(err)
		}
		return nil
	}); err != nil {
		return err
	}
	return seth.Do(ctx, jitter, func(context.Context) error { return o.place() }) // not marked: not tried again
}

func conditions(o *orders) {
	wide := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 4}
	wait.ExponentialBackoff(wide, func() (bool, error) { // want `\(retrypost\)`
		if err := o.place(); err != nil {
			return false, nil
		}
		return true, nil
	})
	wait.ExponentialBackoff(wide, func() (bool, error) {
		err := o.place()
		return err == nil, err // an error ends it
	})
}

// What cannot be helped is not tried again; what may be is.
func unrecoverable(ctx context.Context, url string) {
	retry.Do(func() error { // want `\(retrypost\)`
		req, err := http.NewRequestWithContext(ctx, "POST", url, nil)
		if err != nil {
			return retry.Unrecoverable(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Context(ctx), retry.DelayType(retry.FullJitterBackoffDelay))
}

// Clients that try again by themselves.
func clients(url, key string) {
	retryablehttp.Post(url, "text/plain", nil) // want `\(retrypost\)`
	c := &retryablehttp.Client{Backoff: spread}
	c.Post(url, "text/plain", nil) // a client that the tables do not know
	d := retryablehttp.NewClient()
	d.Backoff = spread
	d.Post(url, "text/plain", nil) // want `set Idempotency-Key once, before the call.*\(retrypost\)`
	d.Get(url)
	req, _ := retryablehttp.NewRequest("PATCH", url, nil)
	d.Do(req) // want `PATCH is sent again .*\(retrypost\)`
}

func keyed(url, key string) {
	d := retryablehttp.NewClient()
	d.Backoff = spread
	req, _ := retryablehttp.NewRequest("POST", url, nil)
	req.Header.Set("Idempotency-Key", key)
	d.Do(req)
}

func checked(c *retryablehttp.Client, url string, check retryablehttp.CheckRetry) {
	c.Post(url, "text/plain", nil) // not seen how it was made
	d := retryablehttp.NewClient()
	d.Backoff = spread
	d.CheckRetry = check
	d.Post(url, "text/plain", nil)
	e := retryablehttp.NewClient()
	e.RetryMax = 0
	e.Post(url, "text/plain", nil)
}

func spread(min, max time.Duration, n int, _ *http.Response) time.Duration { return min }

func rested(key string, headers map[string]string, again func(*resty.Response, error) bool) {
	c := resty.New().SetRetryCount(3)
	c.R().SetBody(key).Post("/orders") // want `\(retrypost\)`
	c.R().Get("/orders")
	c.R().SetHeaders(headers).Post("/orders")
	resty.New().R().Post("/orders") // no retries
	d := resty.New().SetRetryCount(3).AddRetryCondition(again)
	d.R().Post("/orders")
}

func restedKey(key string) {
	c := resty.New()
	c.SetRetryCount(3)
	c.R().SetHeader("Idempotency-Key", key).Post("/orders")
}
