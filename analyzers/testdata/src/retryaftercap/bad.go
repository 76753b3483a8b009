// Package retryaftercap holds retries that wait for a server's value however
// long it is (bad.go), and code that looks like it and does not (good.go).
package retryaftercap

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

func seconds(resp *http.Response) time.Duration {
	s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil {
		return time.Second
	}
	return time.Duration(s) * time.Second
}

// "no upper bound and no context or stop channel can end it"
func bare(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		d := seconds(resp)
		time.Sleep(d + rand.N(d)) // want `for 8760h \(a year\) it waits 13140h; bound it: .*\(retryaftercap\)`
	}
}

// Backoff holds its own delay to longest, and not the server's.
func Backoff(base, longest time.Duration, n int, resp *http.Response) time.Duration {
	if resp != nil {
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 {
			ra := time.Duration(s) * time.Second
			return ra + rand.N(ra) // want `\(retryaftercap\)`
		}
	}
	d := min(base<<min(n, 10), longest)
	return d/2 + rand.N(d)
}
