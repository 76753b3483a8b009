package retryafter

import (
	"errors"
	"log"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"time"

	randv2 "math/rand/v2"
)

// "a random part on top (ra + rand(ra), ...)"
func onTop(url string) (*http.Response, error) {
	for {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil || s <= 0 {
			return nil, err
		}
		ra := time.Duration(s) * time.Second
		time.Sleep(ra + randv2.N(ra))
	}
}

// "a random part on top (..., ra*(1+r))"
func times(url string) (*http.Response, error) {
	for {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(float64(s) * (1 + rand.Float64()) * float64(time.Second)))
	}
}

// "a random part on top": in a helper, a quarter of the value.
func inHelper(url string) (*http.Response, error) {
	for {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		d, ok := wait(resp)
		if !ok {
			return nil, errors.New("no Retry-After")
		}
		time.Sleep(jittered(d))
	}
}

func jittered(d time.Duration) time.Duration {
	return d + time.Duration(rand.Float64()*0.25*float64(d))
}

// "the value is only logged or returned": logged.
func logged(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		log.Printf("retry after %s", resp.Header.Get("Retry-After"))
		time.Sleep(time.Duration(rand.Int63n(int64(time.Second << n))))
	}
	return nil, errors.New("attempts used up")
}

// "the value is only logged or returned": returned in an error.
func returned(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusTooManyRequests {
		s, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return &RateLimitError{RetryAfter: time.Duration(s) * time.Second}
	}
	return nil
}

// Another header is not the server's word on when to come back.
func otherHeader(url string) (*http.Response, error) {
	for {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusAccepted {
			return resp, err
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("X-Poll-Interval"))
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(s) * time.Second)
	}
}

// An ordinary backoff that never reads the header (see ignoredretryafter).
func ignored(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second << n)
	}
	return nil, errors.New("attempts used up")
}

// The header only says that there is one: the delay is the client's own.
func testedOnly(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.Header.Get("Retry-After") == "" {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Duration(rand.Int63n(int64(time.Minute))))
	}
	return nil, errors.New("attempts used up")
}

// A server that sends the header, and waits for nothing.
func serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "30")
	w.WriteHeader(http.StatusServiceUnavailable)
}

// Known-local: a number read from a file.
func fromFile(name string) error {
	for n := 0; n < 5; n++ {
		b, err := os.ReadFile(name)
		if err == nil {
			return nil
		}
		s, _ := strconv.Atoi(string(b))
		time.Sleep(time.Duration(s) * time.Second)
	}
	return errors.New("attempts used up")
}
