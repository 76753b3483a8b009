package retryafter

import (
	"errors"
	"net/http"
	"strconv"
	"time"
)

// The waits of asked are looked for from here first, through all between.
func far(url string) error {
	for range 3 {
		if _, err := nearer(url); err == nil {
			return nil
		}
	}
	return errors.New("attempts used up")
}

func nearer(url string) (*http.Response, error) { return near(url) }

func near(url string) (*http.Response, error) { return asked(url, 0) }

func asked(url string, n int) (*http.Response, error) {
	resp, err := once(url)
	if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
		return resp, err
	}
	resp.Body.Close()
	s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil {
		return nil, err
	}
	rest(time.Duration(s) * time.Second) // want `\(retryafter\)`
	return asked(url, n+1)
}

// A wait inside the attempt is none between two.
func once(url string) (*http.Response, error) {
	resp, err := http.Head(url)
	if err != nil {
		return nil, err
	}
	s, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
	rest(time.Duration(s) * time.Second)
	return http.Get(url)
}

func rest(d time.Duration) { time.Sleep(d) }
