// Package reads reads what servers say of when to come back.
package reads

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// "the package reads Retry-After or another header that limits clients anywhere"
func get(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(delay(resp))
	}
}

func delay(resp *http.Response) time.Duration {
	if at, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64); err == nil {
		d := time.Until(time.Unix(at, 0))
		return d + rand.N(d)
	}
	return time.Second/2 + rand.N(time.Second)
}

func other(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second/2 + rand.N(time.Second))
	}
}
