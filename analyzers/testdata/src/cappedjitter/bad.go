// Package cappedjitter holds retries whose jitter is undone by a cap that comes
// after it (bad.go), and code that looks like it and is not (good.go).
package cappedjitter

import (
	"context"
	"math"
	"math/rand"
	"net"
	"net/http"
	"time"

	randv2 "math/rand/v2"
)

// "min(cap, d*(0.5+r)) once d ≥ 2·cap"
func factorThenCap(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(min(time.Minute, time.Duration(float64(delay)*(0.5+rand.Float64())))) // want `capped after.*exactly 60s.*cap first.*\(cappedjitter\)`
		delay *= 2
	}
}

// "min(cap, base + r*(d-base)) once d ≫ cap: the interval stays wide"
func intervalStaysWide(url string) *http.Response {
	for n := 1; ; n++ {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		d := time.Second + time.Duration(rand.Float64()*(math.Pow(2, float64(n))-1)*float64(time.Second))
		time.Sleep(min(d, 20*time.Second)) // want `exactly 20s.*\(cappedjitter\)`
	}
}

// A second on top, and then the cap.
func secondOnTop(do func(context.Context) error, ctx context.Context) (err error) {
	for n := range 12 {
		if err = do(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		d := time.Second<<n + randv2.N(time.Second)
		if d > 10*time.Second {
			d = 10 * time.Second
		}
		select {
		case <-time.After(d): // want `exactly 10s.*12 attempts|\(cappedjitter\)`
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// The state itself is jittered and capped: the low end is the last delay.
func creeping(addr string) net.Conn {
	delay := 500 * time.Millisecond
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay) // want `\(cappedjitter\)`
		delay = min(20*time.Second, delay+randv2.N(2*delay))
	}
}

// "below that it fires": decorrelated jitter with a cap of three times its base.
func decorrelatedLowCap(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay) // want `\(cappedjitter\)`
		delay = min(3*time.Second, time.Second+randv2.N(3*delay-time.Second))
	}
}

// A delay function that no site of the package uses.
func Delay(attempt int, low, high time.Duration) time.Duration {
	d := float64(low) * math.Pow(2, float64(attempt))
	d += d * 0.5 * rand.Float64()
	if d > float64(high) {
		return high
	}
	return time.Duration(d) // want `assumed.*\(cappedjitter\)`
}
