// Package fixeddelay holds retries whose delay does not grow, or grows slowly,
// and is the same for every client (bad.go), and code that looks like it and is
// not (good.go).
package fixeddelay

import (
	"context"
	"net"
	"net/http"
	"time"
)

// "constant"
func constant(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(5 * time.Second) // want `delay 5s constant, half-width 0: .*\(fixeddelay\)`
	}
}

// "linear"
func linear(url string) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 6 {
			return resp, err
		}
		time.Sleep(time.Duration(n) * time.Second) // want `delay 1s linear, half-width 0, 6 attempts.*\(fixeddelay\)`
	}
}

// "polynomial", and unknown numbers are those of every sensible value.
func square(ctx context.Context, base time.Duration, do func(context.Context) error) error {
	for n := 1; ; n++ {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(base * time.Duration(n*n)): // want `polynomial.*\(fixeddelay\)`
		}
	}
}

// The first attempt goes without the wait.
func recursive(url string, n int) (*http.Response, error) {
	if n > 0 {
		time.Sleep(2 * time.Second) // want `delay 2s constant, half-width 0.*\(fixeddelay\)`
	}
	resp, err := http.Get(url)
	if err != nil && n < 5 {
		return recursive(url, n+1)
	}
	return resp, err
}
