package ignoredretryafter

import (
	"errors"
	"net/http"
	"time"
)

// "the status is not tested for by its number"
func anyFailure(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode < 500 || n == 5 {
			return resp, err
		}
		time.Sleep(jitter(time.Second))
	}
}

// "the answer to it ends the retries"
func givesUp(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode == http.StatusTooManyRequests {
			return resp, errors.New("too many requests")
		}
		if err == nil && resp.StatusCode < 500 || n == 5 {
			return resp, err
		}
		time.Sleep(jitter(time.Second))
	}
}

type codeError struct{ Code int }

func (e *codeError) Error() string { return "failed" }

// "the answer's headers are not at hand"
func noHeaders(do func() error) (err error) {
	for n := range 5 {
		if err = do(); err == nil || n == 4 {
			return err
		}
		e, ok := err.(*codeError)
		if !ok || e.Code != http.StatusTooManyRequests {
			return err
		}
		time.Sleep(jitter(time.Second << n))
	}
	return err
}

// "there is no wait"
func noWait(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusServiceUnavailable || n == 2 {
			return resp, err
		}
		resp.Body.Close()
	}
}
