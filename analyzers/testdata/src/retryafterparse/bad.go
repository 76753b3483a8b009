// Package retryafterparse holds Retry-After headers of which a form or a value
// is lost (bad.go), and code that looks like it and loses none (good.go).
package retryafterparse

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// "parsed as a number only (the HTTP-date form is lost)"
func slept(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 4 {
			return resp, err
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("Retry-After")) // want `Retry-After is read by strconv.Atoi alone: 1 of the 2 forms of the header, the date, is lost; try http.ParseTime.*\(retryafterparse\)`
		if err != nil {
			return nil, err
		}
		ra := time.Duration(s) * time.Second
		time.Sleep(ra + rand.N(ra))
	}
}

// In a function that keeps it for others: there is no site here.
type statusError struct {
	code       int
	retryAfter time.Duration
}

func (e *statusError) Error() string { return strconv.Itoa(e.code) }

func newStatusError(resp *http.Response) error {
	e := &statusError{code: resp.StatusCode}
	if h := resp.Header.Get("Retry-After"); h != "" {
		if s, err := strconv.ParseInt(h, 10, 64); err == nil { // want `\(retryafterparse\)`
			e.retryAfter = time.Duration(s) * time.Second
		}
	}
	return e
}

// With a unit that a number of seconds lacks.
func withUnit(h http.Header) time.Duration {
	d, err := time.ParseDuration(h.Get("retry-after") + "s") // want `read by time.ParseDuration alone.*\(retryafterparse\)`
	if err != nil {
		return 0
	}
	return d
}

// By index, and in a function that is told the text.
func byIndex(resp *http.Response) time.Duration {
	if h, ok := resp.Header["Retry-After"]; ok {
		return parseRetryAfter(h[0])
	}
	return 0
}

func parseRetryAfter(value string) time.Duration {
	s, _ := strconv.ParseFloat(value, 64) // want `\(retryafterparse\)`
	return time.Duration(s * float64(time.Second))
}

// "a value <= 0 replaces the backoff"
func Backoff(n int, resp *http.Response) time.Duration {
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
		return time.Duration(s) * time.Second
	}
	if t, err := http.ParseTime(resp.Header.Get("Retry-After")); err == nil {
		return time.Until(t)
	}
	d := min(time.Second<<min(n, 10), time.Minute)
	return d/2 + rand.N(d) // want `a Retry-After of 0, or a date that is past, replaces the backoff: the wait is 0s; .*\(retryafterparse\)`
}

// The backoff that it replaces is somebody else's.
func BackoffOf(backoff func(n int) time.Duration, attempt int, resp *http.Response) time.Duration {
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
		return time.Duration(s) * time.Second // want `replaces the backoff.*\(retryafterparse\)`
	}
	if t, err := http.ParseTime(resp.Header.Get("Retry-After")); err == nil {
		return time.Until(t)
	}
	return backoff(attempt)
}
