// Package retrypost holds POST and PATCH requests that are sent again without
// an idempotency key (bad.go), and code that looks like it and is not (good.go).
package retrypost

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

func post(url string, body []byte) error {
	var err error
	for n := 0; n < 5; n++ {
		var resp *http.Response
		resp, err = http.Post(url, "application/json", bytes.NewReader(body)) // want `POST is sent again after a failure that may follow the server's work, with no idempotency key: \d+ duplicates per 10,000 requests.*: 0 \(retrypost\)`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second << n)
	}
	return err
}

func form(target string, values url.Values) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.PostForm(target, values) // want `\(retrypost\)`
		if err == nil || n == 3 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

func built(ctx context.Context, client *http.Client, url string, body []byte) (*http.Response, error) {
	for n := 0; n < 4; n++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(req) // want `\(retrypost\)`
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if err == nil {
			resp.Body.Close()
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("attempts used up")
}

func patch(client *http.Client, url string, body []byte) error {
	req, err := http.NewRequest("PATCH", url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for n := 0; n < 3; n++ {
		req.Body, _ = req.GetBody()
		resp, err := client.Do(req) // want `PATCH is sent again.*\(retrypost\)`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// A key made anew in the loop is a new request to the server.
func keyEach(client *http.Client, url string, body []byte) error {
	for n := 0; n < 3; n++ {
		req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", newKey())
		resp, err := client.Do(req) // want `a new idempotency key.*\(retrypost\)`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

func newKey() string { return rand.Text() }

// An API client sends through a helper.
type api struct {
	client *http.Client
	base   string
}

func (a *api) send(ctx context.Context, path string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "POST", a.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return a.client.Do(req)
}

func (a *api) create(ctx context.Context, body []byte) error {
	for n := 0; n < 5; n++ {
		resp, err := a.send(ctx, "/orders", body) // want `\(retrypost\)`
		if err == nil {
			return resp.Body.Close()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// A round tripper that never looks at the method.
type retrier struct{ base http.RoundTripper }

func (t *retrier) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for n := 0; n < 3; n++ {
		resp, err = t.base.RoundTrip(req) // want `any request, POST included.*\(retrypost\)`
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// A helper whose callers pass POST.
func (a *api) do(method, path string, body []byte) (*http.Response, error) {
	for n := 0; ; n++ {
		req, err := http.NewRequest(method, a.base+path, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		resp, err := a.client.Do(req) // want `\(retrypost\)`
		if err == nil || n == 2 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

func (a *api) add(body []byte) (*http.Response, error) { return a.do("POST", "/items", body) }
func (a *api) list() (*http.Response, error)           { return a.do("GET", "/items", nil) }

// A 5xx may follow the server's work.
func serverError(client *http.Client, url string, body []byte) error {
	for n := 0; n < 5; n++ {
		resp, err := client.Post(url, "text/plain", bytes.NewReader(body)) // want `\(retrypost\)`
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

func recursion(client *http.Client, url string, body []byte, n int) error {
	resp, err := client.Post(url, "text/plain", bytes.NewReader(body)) // want `\(retrypost\)`
	if err != nil {
		if n == 5 {
			return err
		}
		time.Sleep(time.Second << n)
		return recursion(client, url, body, n+1)
	}
	return resp.Body.Close()
}

func closure(url string, body []byte) error {
	call := func() error {
		resp, err := http.Post(url, "text/plain", bytes.NewReader(body))
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(io.Discard, resp.Body)
		return err
	}
	var err error
	for range 3 {
		if err = call(); err == nil { // want `\(retrypost\)`
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("post: %w", err)
}
