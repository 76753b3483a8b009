// Package orders is a company's own client: what it sends is seen where it is called.
package orders

import (
	"context"
	"net/http"
)

// A Client speaks to the server of orders.
type Client struct{ url string }

// Create sends a POST.
func (c *Client) Create(ctx context.Context) error { return c.do(ctx, "POST", "") }

// CreateOnce sends a POST with a key.
func (c *Client) CreateOnce(ctx context.Context, key string) error { return c.do(ctx, "POST", key) }

// Search sends a POST to a path that may be asked twice.
func Search(ctx context.Context) (*http.Response, error) {
	return http.Post("https://example.com/v1/search", "text/plain", nil)
}

// Flush sends a POST.
func (c *Client) Flush() error { return c.do(context.Background(), "POST", "") }

// List sends a GET.
func (c *Client) List(ctx context.Context) error { return c.do(ctx, "GET", "") }

func (c *Client) do(ctx context.Context, method, key string) error {
	req, err := http.NewRequestWithContext(ctx, method, c.url, nil)
	if err != nil {
		return err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
