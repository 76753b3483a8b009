// Package xorpow holds delays that take an exclusive or for a power (bad.go),
// and code that looks like it and does not (good.go).
package xorpow

import (
	"math/rand/v2"
	"net/http"
	"time"
)

// "2^n with the attempt number in a delay"
func power(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		base := time.Duration(2^n) * time.Second
		time.Sleep(base + rand.N(base+time.Second)) // want `2\^n is an exclusive or, not a power: .*; write 1<<n \(xorpow\)`
	}
}

// "x^n": of ten.
func ofTen(do func() error) (err error) {
	for attempt := 1; attempt <= 4; attempt++ {
		if err = do(); err == nil || attempt == 4 {
			break
		}
		time.Sleep(time.Duration(10^attempt) * time.Millisecond) // want `10\^n is an exclusive or.*math.Pow\(10, n\) \(xorpow\)`
	}
	return err
}
