// Package fix_xorpow holds exclusive ors that are to be powers.
package fix_xorpow

import (
	"math/rand/v2"
	"net/http"
	"time"
)

// Some of it is drawn at random already.
func drawn(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		base := time.Duration(2^n) * time.Second
		time.Sleep(rand.N(base + time.Second))
	}
}

// A power that nothing draws is spread, too.
func counted(do func() error) (err error) {
	for n := 0; n < 5; n++ {
		if err = do(); err == nil || n == 4 {
			break
		}
		time.Sleep(time.Duration(2^n) * time.Second)
	}
	return err
}

// Without an end, the exponent needs one.
func endless(do func() error) {
	for n := 1; do() != nil; n++ {
		time.Sleep(time.Duration(2^(n-1)) * time.Second)
	}
}

// Of ten.
func ofTen(do func() error) (err error) {
	for attempt := 1; attempt <= 4; attempt++ {
		if err = do(); err == nil || attempt == 4 {
			break
		}
		time.Sleep(time.Duration(10^attempt) * time.Millisecond)
	}
	return err
}

// The number has a type of its own.
func seconds(do func() error) (err error) {
	for n := 0; n < 5; n++ {
		if err = do(); err == nil || n == 4 {
			break
		}
		s := 2 ^ n
		time.Sleep(time.Duration(s) * time.Second)
	}
	return err
}
