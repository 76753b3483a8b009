// Package sends is a client of a server.
package sends

import (
	"context"
	"crypto/rand"
	"io"
	"net/http"
)

// A Client speaks to the server.
type Client struct {
	base string
	http *http.Client
}

func (c *Client) do(ctx context.Context, method, path string, body io.Reader, key string) error {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Create(ctx context.Context, body io.Reader) error { // want Create:`^sends POST$`
	return c.do(ctx, http.MethodPost, "/orders", body, "")
}

func Post(body io.Reader) (*http.Response, error) { // want Post:`^sends POST /v1/orders$`
	return http.Post("https://example.com/v1/orders", "text/plain", body)
}

func Patch(c *http.Client, url string) error { // want Patch:`^sends PATCH with a new key$`
	req, err := http.NewRequest("PATCH", url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", rand.Text())
	_, err = c.Do(req)
	return err
}

// It may be sent twice.
func (c *Client) Get(ctx context.Context) error { return c.do(ctx, "GET", "/orders", nil, "") }

// What is sent is its caller's choice, whatever this package chooses.
func (c *Client) Call(ctx context.Context, method string) error {
	return c.do(ctx, method, "/orders", nil, "")
}

func (c *Client) Post(ctx context.Context) error { return c.Call(ctx, http.MethodPost) } // want Post:`^sends POST$`

// The caller's key makes it one request.
func Keyed(c *http.Client, url, key string) error {
	req, err := http.NewRequest("POST", url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = c.Do(req)
	return err
}

// Its failure is not what comes back.
func Notify(url string) error {
	if _, err := http.Post(url, "text/plain", nil); err != nil {
		println(err.Error())
	}
	return nil
}
