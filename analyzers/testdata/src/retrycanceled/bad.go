// Package retrycanceled holds retries that go on after the caller's own context
// has ended (bad.go), and code that looks like it and does not (good.go).
package retrycanceled

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"time"
)

// A Client is seen as an interface.
type Client interface {
	Fetch(ctx context.Context, id string) ([]byte, error)
}

func interfaceMethod(ctx context.Context, c Client, id string) ([]byte, error) {
	var last error
	for n := 0; n < 5; n++ {
		b, err := c.Fetch(ctx, id) // want `ctx reaches c.Fetch, .*users leave in a .* outage, \d+ attempts .*ctx.Err\(\).*: 0 \(retrycanceled\)`
		if err == nil {
			return b, nil
		}
		last = err
		time.Sleep(time.Second << n)
	}
	return nil, last
}

func functionValue(ctx context.Context, do func(context.Context) error) error {
	var err error
	for i := 0; i < 10; i++ {
		if err = do(ctx); err == nil { // want `\(retrycanceled\)`
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func request(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	for n := 0; ; n++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := client.Do(req) // want `\(retrycanceled\)`
		if err == nil {
			return resp, nil
		}
		if n == 4 {
			return nil, err
		}
		time.Sleep(time.Second + time.Duration(rand.Int63n(int64(time.Second<<n))))
	}
}

func query(ctx context.Context, db *sql.DB) error {
	for n := 1; ; n++ {
		_, err := db.ExecContext(ctx, "UPDATE t SET n = n + 1") // want `\(retrycanceled\)`
		if err == nil || n > 3 {
			return err
		}
		<-time.After(time.Duration(n) * time.Second)
	}
}

func dial(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	for i := 0; i < 20; i++ {
		conn, err := d.DialContext(ctx, "tcp", addr) // want `\(retrycanceled\)`
		if err == nil {
			return conn, nil
		}
		time.Sleep(250 * time.Millisecond)
	}
	return nil, errors.New("dial: attempts used up")
}

// Some errors leave; the end of the context is none of them.
func someErrorsLeave(ctx context.Context, c Client, id string) ([]byte, error) {
	for n := 0; n < 6; n++ {
		b, err := c.Fetch(ctx, id) // want `\(retrycanceled\)`
		switch {
		case err == nil:
			return b, nil
		case errors.Is(err, io.EOF):
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("attempts used up")
}

// A worker keeps the context in a field.
type worker struct {
	ctx    context.Context
	client Client
}

func (w *worker) run() {
	for {
		if _, err := w.client.Fetch(w.ctx, "job"); err != nil { // want `w.ctx reaches w.client.Fetch.*\(retrycanceled\)`
			time.Sleep(time.Second)
			continue
		}
		return
	}
}

// Each attempt has its own time; nobody looks at the outer context.
func ownTimeout(ctx context.Context, c Client) error {
	var err error
	for n := 0; n < 8; n++ {
		attempt, cancel := context.WithTimeout(ctx, 5*time.Second)
		_, err = c.Fetch(attempt, "x") // want `\(retrycanceled\)`
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func recursion(ctx context.Context, c Client, n int) error {
	_, err := c.Fetch(ctx, "x") // want `\(retrycanceled\)`
	if err != nil && n < 5 {
		time.Sleep(time.Second << n)
		return recursion(ctx, c, n+1)
	}
	return err
}

func jump(ctx context.Context, c Client) error {
	tries := 0
again:
	_, err := c.Fetch(ctx, "x") // want `\(retrycanceled\)`
	if err != nil {
		if tries++; tries < 5 {
			time.Sleep(time.Second)
			goto again
		}
	}
	return err
}

// Cancellation is looked at, after the loop.
func afterTheLoop(ctx context.Context, c Client) error {
	var err error
	for n := 0; n < 5; n++ {
		if _, err = c.Fetch(ctx, "x"); err == nil { // want `\(retrycanceled\)`
			return nil
		}
		time.Sleep(time.Second)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("fetch: %w", err)
}

// Cancellation is named as an error to retry.
func temporary(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, io.ErrUnexpectedEOF)
}

func namedRetryable(ctx context.Context, c Client) error {
	for n := 0; n < 5; n++ {
		_, err := c.Fetch(ctx, "x") // want `\(retrycanceled\)`
		if err == nil || !temporary(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("attempts used up")
}

// A generic helper.
func retry[T any](ctx context.Context, attempts int, do func(context.Context) (T, error)) (v T, err error) {
	for range attempts {
		if v, err = do(ctx); err == nil { // want `\(retrycanceled\)`
			return v, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return v, err
}

var _ = retry[int]
