package bodyreplay

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// "no body"
func noBody(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	for {
		resp, err := c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
}

func get(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	return do(c, req)
}

// All its callers are known, and none has a body.
func do(c *http.Client, req *http.Request) error {
	for {
		resp, err := c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
}

// "request built in the loop from bytes"
func built(c *http.Client, url string, b []byte) error {
	for {
		req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(b))
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
}

// "body reset from GetBody"
type rewinder struct{ base http.RoundTripper }

func (t *rewinder) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for n := range 4 {
		if n > 0 && req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp, err = t.base.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

// Only requests without a body are sent again.
type picky struct{ base http.RoundTripper }

func (t *picky) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for {
		if resp, err = t.base.RoundTrip(req); err == nil || req.Body != nil {
			return resp, err
		}
		time.Sleep(rand.N(time.Second))
	}
}

// "no Seek"
func sought(c *http.Client, url string, body io.ReadSeeker) error {
	for {
		if _, err := body.Seek(0, io.SeekStart); err != nil {
			return err
		}
		resp, err := c.Post(url, "", body)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
}

func uploadBytes(ctx context.Context, b bucket, data []byte) error {
	return retry(ctx, func() error { return b.Upload(ctx, "name", bytes.NewReader(data)) })
}

// A function that is not seen may rewind it.
func handedOn(c *http.Client, req *http.Request, before func(*http.Request) error) error {
	for {
		if err := before(req); err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
}
