// Package nocap holds retries whose exponential delay has no cap, or one that
// comes after an overflow (bad.go), and code that looks like it and is not
// (good.go).
package nocap

import (
	"context"
	"math"
	"math/rand"
	"net"
	"net/http"
	"time"

	randv2 "math/rand/v2"
)

// "passes -nocap.max (1 h) within the attempts allowed"
func doubling(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay + randv2.N(delay)) // want `1s x2.*growing without a cap: the wait after attempt 13 is 1h42m24s, over 1h; .*\(nocap\)`
		delay *= 2
	}
}

// Sixteen hours after the tenth.
func powersOfThree(url string) (resp *http.Response, err error) {
	for n := 1; n <= 11; n++ {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		wait := time.Duration(math.Pow(3, float64(n))) * time.Second
		time.Sleep(wait/2 + randv2.N(wait)) // want `after attempt 8 is 1h49m21s, over 1h.*\(nocap\)`
	}
	return nil, err
}

// "also when a cap is applied after the overflow (min(base<<n, max))"
func capTooLate(ctx context.Context, do func(context.Context) error) error {
	for n := 0; ; n++ {
		if err := do(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		wait := min(100*time.Millisecond<<n, 30*time.Second)
		select {
		case <-time.After(time.Duration((0.5 + rand.Float64()) * float64(wait))): // want `overflows before it is bounded: the wait after attempt 38 is 0s or less.*\(nocap\)`
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// "can overflow": the attempts allowed are a hundred.
func withinLimit(url string) (resp *http.Response, err error) {
	for n := range 100 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		d := time.Millisecond << n
		if d > time.Minute {
			d = time.Minute
		}
		time.Sleep(d/2 + time.Duration(rand.Float64()*float64(d/2))) // want `\(nocap\)`
	}
	return nil, err
}

// The limit is the caller's, and there is no cap.
func callersLimit(tries int, do func() error) (err error) {
	delay := 500 * time.Millisecond
	for n := 1; n <= tries; n++ {
		if err = do(); err == nil || n == tries {
			break
		}
		time.Sleep(delay/2 + randv2.N(delay)) // want `\(nocap\)`
		delay <<= 1
	}
	return err
}

// A delay function that no site of the package uses.
func Delay(attempt uint, base, limit time.Duration) time.Duration {
	d := min(base*time.Duration(1<<attempt), limit)
	return d/2 + time.Duration(rand.Float64()*float64(d/2)) // want `overflows.*\(nocap\)`
}
