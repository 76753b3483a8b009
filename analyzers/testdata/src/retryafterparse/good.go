package retryafterparse

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Both forms, and only what is above 0.
func bothForms(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 4 {
			return resp, err
		}
		resp.Body.Close()
		d := min(time.Second<<n, time.Minute)
		if ra := told(resp.Header.Get("Retry-After")); ra > 0 {
			d = ra
		}
		time.Sleep(d + rand.N(d))
	}
}

// "a date is looked for too": by the caller, in a function of its own.
func told(h string) time.Duration {
	h = strings.TrimSpace(h)
	if d, ok := seconds(h); ok {
		return d
	}
	return untilDate(h)
}

func seconds(h string) (time.Duration, bool) {
	s, err := strconv.Atoi(h)
	return time.Duration(s) * time.Second, err == nil
}

func untilDate(h string) time.Duration {
	t, err := time.Parse(time.RFC1123, h)
	if err != nil {
		return 0
	}
	return time.Until(t)
}

// "a value of 0 or less leaves the backoff as it is"
func Delay(n int, resp *http.Response) time.Duration {
	d := min(time.Second<<min(n, 10), time.Minute)
	d = d/2 + rand.N(d)
	ra := told(resp.Header.Get("Retry-After"))
	if ra <= 0 {
		return d
	}
	return ra + rand.N(ra)
}

// "the site has no backoff of its own"
func serversOnly(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 4 {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(told(resp.Header.Get("Retry-After")))
	}
}

// Another header, which is a number by nature.
func reset(resp *http.Response) time.Duration {
	s, err := strconv.ParseInt(resp.Header.Get("X-RateLimit-Reset"), 10, 64)
	if err != nil {
		return 0
	}
	return time.Until(time.Unix(s, 0))
}
