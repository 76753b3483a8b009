// Package retryablehttp has the shape of github.com/hashicorp/go-retryablehttp.
package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type Backoff func(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration

type CheckRetry func(resp *http.Response, err error) (bool, error)

type Client struct {
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	RetryMax     int
	Backoff      Backoff
	CheckRetry   CheckRetry
}

func NewClient() *Client { return nil }

type Request struct{ *http.Request }

func NewRequestWithContext(ctx context.Context, method, url string, body any) (*Request, error) {
	return nil, nil
}

func NewRequest(method, url string, body any) (*Request, error) { return nil, nil }

func Post(url, bodyType string, body any) (*http.Response, error)             { return nil, nil }
func (c *Client) Post(url, bodyType string, body any) (*http.Response, error) { return nil, nil }
func (c *Client) Get(url string) (*http.Response, error)                      { return nil, nil }
func (c *Client) Do(req *Request) (*http.Response, error)                     { return nil, nil }

func DefaultBackoff(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration {
	return 0
}

func LinearJitterBackoff(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration {
	return 0
}
