// Package ignoredretryafter holds sites that retry on 429 or 503 and never
// read Retry-After (bad.go), and code that looks like it and does not
// (good.go, and the package reads).
package ignoredretryafter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d) }

// "retries on 429 ... it has tested for"
func compared(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || n == 5 {
			return resp, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(jitter(time.Second << n)) // want `429 is tested for and attempted again, and Retry-After is never read.*; wait ra \+ rand.N\(ra\) where the answer says ra.*\(ignoredretryafter\)`
	}
}

// By a switch, with a wait for each.
func switched(ctx context.Context, do func(context.Context) (*http.Response, error)) error {
	wait := time.Second
	for {
		resp, err := do(ctx)
		if err != nil {
			return err
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusOK:
			return nil
		case http.StatusServiceUnavailable:
			wait *= 2
		default:
			return errors.New(resp.Status)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(jitter(min(wait, time.Minute))): // want `503 is tested for.*\(ignoredretryafter\)`
		}
	}
}

var retried = []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable}

// By a list, which a helper goes through.
func listed(url string) (resp *http.Response, err error) {
	for n := range 5 {
		resp, err = http.Get(url)
		if err == nil && !has(resp, append([]int{http.StatusRequestTimeout}, retried...)...) || n == 4 {
			break
		}
		time.Sleep(jitter(time.Second)) // want `\(ignoredretryafter\)`
	}
	return resp, err
}

func has(resp *http.Response, codes ...int) bool {
	for _, c := range codes {
		if resp.StatusCode == c {
			return true
		}
	}
	return false
}

func contained(url string) (resp *http.Response, err error) {
	for n := range 5 {
		resp, err = http.Get(url)
		if err == nil && !slices.Contains(retried, resp.StatusCode) || n == 4 {
			break
		}
		time.Sleep(jitter(time.Second)) // want `\(ignoredretryafter\)`
	}
	return resp, err
}

// apiError keeps the headers of the answer.
type apiError struct {
	Code   int
	Header http.Header
}

func (e *apiError) Error() string { return fmt.Sprint("status ", e.Code) }

// By an error that has the headers.
func byError(do func() error) (err error) {
	for n := range 5 {
		if err = do(); err == nil || n == 4 {
			return err
		}
		e, ok := err.(*apiError)
		if !ok || e.Code != http.StatusTooManyRequests && e.Code < 500 {
			return err
		}
		time.Sleep(jitter(time.Second << n)) // want `\(ignoredretryafter\)`
	}
	return err
}
