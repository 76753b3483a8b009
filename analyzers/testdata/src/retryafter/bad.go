// Package retryafter holds retries that sleep exactly what the server said
// (bad.go), and code that looks like it and does not (good.go).
package retryafter

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"strconv"
	"time"
)

func seconds(url string) (*http.Response, error) {
	for n := 0; n < 10; n++ {
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(s) * time.Second) // want `Retry-After is slept exactly \(spread 0.*\(retryafter\)`
	}
	return nil, errors.New("attempts used up")
}

func parsed(client *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		d, err := time.ParseDuration(resp.Header.Get("Retry-After") + "s")
		if err != nil {
			d = 5 * time.Second
		}
		time.Sleep(d) // want `\(retryafter\)`
	}
}

func wait(resp *http.Response) (time.Duration, bool) {
	h := resp.Header.Get("Retry-After")
	if h == "" {
		return 0, false
	}
	if s, err := strconv.ParseInt(h, 10, 64); err == nil {
		return time.Duration(s) * time.Second, true
	}
	if t, err := http.ParseTime(h); err == nil {
		return time.Until(t), true
	}
	return 0, false
}

func throughHelper(ctx context.Context, client *http.Client, req *http.Request) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := client.Do(req)
		if err != nil || resp.StatusCode < 500 || n == 4 {
			return resp, err
		}
		resp.Body.Close()
		d, ok := wait(resp)
		if !ok {
			return nil, fmt.Errorf("status %s", resp.Status)
		}
		select {
		case <-time.After(d): // want `\(retryafter\)`
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Clamped, and still the same for every client.
func clamped(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		s, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		d := min(time.Duration(s)*time.Second, 2*time.Minute)
		time.Sleep(d) // want `\(retryafter\)`
	}
	return nil, errors.New("attempts used up")
}

// 250ms beside 30s is a spread of 0.01.
func aLittleOnTop(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		s, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		jitter := time.Duration(rand.Int63n(int64(250 * time.Millisecond)))
		time.Sleep(time.Duration(s)*time.Second + jitter) // want `spread 0.0.*\(retryafter\)`
	}
	return nil, errors.New("attempts used up")
}

// A fixed second on top is no spread.
func aSecondOnTop(url string) (*http.Response, error) {
	for {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		s, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		time.Sleep(time.Duration(s+1) * time.Second) // want `\(retryafter\)`
	}
}

func reset(url string) (*http.Response, error) {
	for {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		epoch, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64)
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Until(time.Unix(epoch, 0))) // want `\(retryafter\)`
	}
}

// RateLimitError carries the server's value.
type RateLimitError struct{ RetryAfter time.Duration }

func (e *RateLimitError) Error() string { return "rate limited" }

func errorField(ctx context.Context, call func(context.Context) error) error {
	for {
		err := call(ctx)
		var limited *RateLimitError
		if !errors.As(err, &limited) || ctx.Err() != nil {
			return err
		}
		time.Sleep(limited.RetryAfter) // want `\(retryafter\)`
	}
}

func timer(client *http.Client, req *http.Request, stop <-chan struct{}) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		t := time.NewTimer(time.Duration(s) * time.Second)
		select {
		case <-t.C: // want `\(retryafter\)`
		case <-stop:
			t.Stop()
			return nil, errors.New("stopped")
		}
	}
}

func recursion(url string, n int) (*http.Response, error) {
	resp, err := http.Get(url)
	if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
		return resp, err
	}
	resp.Body.Close()
	s, err := strconv.ParseFloat(resp.Header.Get("Retry-After"), 64)
	if err != nil {
		return nil, err
	}
	time.Sleep(time.Duration(s * float64(time.Second))) // want `\(retryafter\)`
	return recursion(url, n+1)
}

func atLeast(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		s, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		time.Sleep(max(time.Duration(s)*time.Second, time.Second)) // want `\(retryafter\)`
	}
	return nil, errors.New("attempts used up")
}
