// Package retryablehttp has the shape of github.com/hashicorp/go-retryablehttp.
package retryablehttp

import (
	"net/http"
	"time"
)

type Backoff func(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration

type Client struct {
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	RetryMax     int
	Backoff      Backoff
}

func NewClient() *Client { return nil }

func DefaultBackoff(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration {
	return 0
}

func LinearJitterBackoff(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration {
	return 0
}
