package xorpow

import (
	"math/rand/v2"
	"net/http"
	"time"
)

// A shift is a power of two.
func shift(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(rand.N(time.Second << n))
	}
}

// "any other use of ^": a mask.
func masked(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep((time.Second << n) &^ 0xff)
	}
}

// "any other use of ^": a complement bounds the count.
func complement(url string) (*http.Response, error) {
	most := ^uint(0)
	for n := uint(0); ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == most {
			return resp, err
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// "any other use of ^": bits mixed into an offset for each client.
func mixed(id uint64, url string) (*http.Response, error) {
	for n := uint64(0); ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(time.Second + time.Duration((id^0x9E3779B97F4A7C15)%1000)*time.Millisecond)
	}
}
