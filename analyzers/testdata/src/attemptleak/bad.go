// Package attemptleak holds attempts that leave something open for the next
// (bad.go), and code that looks like it and does not (good.go).
package attemptleak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

var errBusy = errors.New("busy")

// "only by a defer that runs when the function ends"
func deferredClose(c *http.Client, req *http.Request) error {
	for n := range 6 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close() // want `the deferred Close runs when the function ends: the response of c.Do is still open at the next attempt, up to 6 at once; close the body before the next attempt, or make the attempt a function of its own \(attemptleak\)`
		if resp.StatusCode < 500 {
			return nil
		}
		if n < 5 {
			time.Sleep(rand.N(time.Second << n))
		}
	}
	return errBusy
}

// "the response body of a failed attempt is not closed"
func statusGoesRound(url string) (*http.Response, error) {
	for {
		resp, err := http.Get(url) // want `the response of http.Get is still open at the next attempt, 1 more each time; close the body.*\(attemptleak\)`
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}

// One way round closes it, the other one does not.
func oneWay(c *http.Client, req *http.Request) error {
	for {
		resp, err := c.Do(req) // want `\(attemptleak\)`
		if err != nil {
			return err
		}
		if resp.StatusCode == http.StatusTooManyRequests {
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
}

// A call of itself comes before what it defers.
func recursive(url string, left int) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close() // want `the deferred Close runs when the function ends: the response of http.Get.*\(attemptleak\)`
	if resp.StatusCode == http.StatusBadGateway && left > 0 {
		time.Sleep(time.Second)
		return recursive(url, left-1)
	}
	return nil
}

func retry(f func() error) (err error) {
	for n := range 4 {
		if err = f(); err == nil {
			return nil
		}
		if n < 3 {
			time.Sleep(rand.N(time.Second))
		}
	}
	return err
}

// Each attempt writes its response over that of the last one.
func callback(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	err = retry(func() (err error) {
		if resp, err = c.Do(req); err != nil { // want `the response of c.Do is still open at the next attempt, up to 4 at once;.*\(attemptleak\)`
			return err
		}
		if resp.StatusCode >= 500 {
			return fmt.Errorf("status %s", resp.Status)
		}
		return nil
	})
	return resp, err
}

// "the same for cancel"
func deferredCancel(ctx context.Context, do func(context.Context) error) (err error) {
	for range 3 {
		try, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `the deferred cancel runs when the function ends: the context of context.WithTimeout is still live at the next attempt, up to 3 at once; call cancel.*\(attemptleak\)`
		if err = do(try); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// "timers"
func deferredStop(ctx context.Context, do func(context.Context, <-chan time.Time) error) error {
	for ctx.Err() == nil {
		limit := time.NewTimer(time.Minute)
		defer limit.Stop() // want `the deferred Stop runs when the function ends: the timer of time.NewTimer is still running.*\(attemptleak\)`
		if err := do(ctx, late(ctx, time.Minute)); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return ctx.Err()
}

func late(ctx context.Context, d time.Duration) <-chan time.Time { return nil }

// "connections"
func greet(addr string) (net.Conn, error) {
	for {
		c, err := net.Dial("tcp", addr) // want `the connection of net.Dial is still open at the next attempt.*\(attemptleak\)`
		if err != nil {
			return nil, err
		}
		if _, err = c.Write([]byte("hello")); err == nil {
			return c, nil
		}
		time.Sleep(rand.N(time.Second))
	}
}
