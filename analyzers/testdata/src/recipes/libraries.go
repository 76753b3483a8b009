// Package recipes holds the code of docs/recipes.md for the most used libraries.
// No rule finds anything in it.
package recipes

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	retrygo "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

// cenkalti/backoff: its defaults are good (half a second x1.5 up to a minute, plus
// or minus 50 %, for 15 minutes). What is missing is the context.
func withBackoff(ctx context.Context, op func() error) error {
	return backoff.Retry(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

// wait.Backoff: a Jitter of 1 draws from once to twice the delay. Cap ends the
// retries where the delay would pass it, so Steps keeps it small here.
func withWait(ctx context.Context, op func(context.Context) (bool, error)) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 7}
	return wait.ExponentialBackoffWithContext(ctx, b, op)
}

// avast/retry-go: the delay type is the one that draws from all of the delay, since
// its usual random part is at most 100 ms.
func withRetryGo(ctx context.Context, op func() error) error {
	return retrygo.Do(op,
		retrygo.Context(ctx),
		retrygo.Attempts(8),
		retrygo.Delay(time.Second),
		retrygo.MaxDelay(time.Minute),
		retrygo.DelayType(retrygo.FullJitterBackoffDelay),
	)
}

// go-retryablehttp: its delays have no random part, and it sleeps what the server
// says to the second. It sends any request again: use it for those that may be.
func withRetryableHTTP(ctx context.Context, url string) (*http.Response, error) {
	c := retryablehttp.NewClient()
	c.RetryMax = 6
	c.Backoff = func(lo, hi time.Duration, attempt int, resp *http.Response) time.Duration {
		if told := retryAfter(resp); told > 0 {
			told = min(told, 5*time.Minute)
			return told + rand.N(told)
		}
		return rand.N(min(hi, lo<<min(attempt, 16)) + 1)
	}
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// sethvargo/go-retry: the cap inside, the draw outside, and a limit around both.
func withGoRetry(ctx context.Context, op func(context.Context) error) error {
	b := retry.WithMaxRetries(7, retry.WithJitterPercent(50, retry.WithCappedDuration(time.Minute, retry.NewExponential(time.Second))))
	return retry.Do(ctx, b, op)
}

// retryAfter is RetryAfter of the package docs/recipes.
func retryAfter(resp *http.Response) time.Duration { return 0 }
