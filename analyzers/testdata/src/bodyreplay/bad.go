// Package bodyreplay holds attempts that send a body which the first of them
// has read (bad.go), and code that looks like it and does not (good.go).
package bodyreplay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

var errBusy = errors.New("busy")

// "the same request … is sent again without being rewound"
func sameRequest(c *http.Client, url string, b []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(b))
	if err != nil {
		return err
	}
	for range 4 {
		resp, err := c.Do(req) // want `c.Do sends the same request again and nothing rewinds its body: attempt 2 sends 0 bytes; set req.Body from req.GetBody before the next attempt \(bodyreplay\)`
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return errBusy
}

type retrier struct{ base http.RoundTripper }

// Any request comes here.
func (t *retrier) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 4 {
		resp, err = t.base.RoundTrip(req) // want `t.base.RoundTrip sends again any request that it is given, and nothing rewinds its body: where there is one, attempt 2 sends 0 bytes; .*\(bodyreplay\)`
		if err == nil {
			return resp, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

// "… or reader, consumed by the first attempt"
func sameReader(c *http.Client, url string, body io.Reader) error {
	for range 4 {
		req, err := http.NewRequest(http.MethodPut, url, body)
		if err != nil {
			return err
		}
		resp, err := c.Do(req) // want `body is given to every attempt of c.Do and never rewound: attempt 2 sends 0 bytes; make a new reader for each attempt, or seek it back to its start \(bodyreplay\)`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return errBusy
}

// A bucket keeps objects elsewhere.
type bucket interface {
	Upload(ctx context.Context, name string, r io.Reader) error
}

func retry(ctx context.Context, f func() error) (err error) {
	for range 4 {
		if err = f(); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func upload(ctx context.Context, b bucket, r io.Reader) error {
	return retry(ctx, func() error {
		return b.Upload(ctx, "name", r) // want `attempt 2 sends 0 bytes.*\(bodyreplay\)`
	})
}

// One way round seeks, the other one does not.
func oneWay(c *http.Client, url string, body io.ReadSeeker) error {
	for range 4 {
		req, err := http.NewRequest(http.MethodPut, url, body)
		if err != nil {
			return err
		}
		resp, err := c.Do(req) // want `body is given to every attempt.*\(bodyreplay\)`
		if err != nil {
			return err
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusTooManyRequests:
			time.Sleep(rand.N(time.Minute))
		case http.StatusServiceUnavailable:
			if _, err := body.Seek(0, io.SeekStart); err != nil {
				return err
			}
			time.Sleep(rand.N(time.Second))
		default:
			return nil
		}
	}
	return errBusy
}
