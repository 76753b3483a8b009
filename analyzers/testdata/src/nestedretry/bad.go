// Package nestedretry holds retries of what retries itself (bad.go), and code
// that looks like it and does not (good.go).
package nestedretry

import (
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
)

func ask(url string) error {
	resp, err := http.Head(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func exchange(url string) (err error) {
	for n := range 3 {
		if n > 0 {
			time.Sleep(rand.N(100 * time.Millisecond))
		}
		if err = ask(url); err == nil {
			break
		}
	}
	return err
}

// "another loop": the message gives the product of attempts.
func lookup(url string) (err error) {
	for n := range 3 {
		if n > 0 {
			time.Sleep(rand.N(time.Second))
		}
		if err = exchange(url); err == nil { // want `exchange retries by itself and is retried here: 3 attempts of 3 each are 9 for one call: in a .*; retry in one layer \(nestedretry\)`
			break
		}
	}
	return err
}

func checked(url string) error {
	if url == "" {
		return nil
	}
	return exchange(url)
}

// A function stands between the two, and how often it is attempted is the caller's business.
func through(url string, tries int) (err error) {
	for range tries {
		if err = checked(url); err == nil { // want `checked retries by itself and is retried here: 2 layers of retries, and their attempts multiply.*\(nestedretry\)`
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// A library is given what retries itself.
func given(url string) error {
	return backoff.Retry(func() error {
		return exchange(url) // want `exchange retries by itself.*\(nestedretry\)`
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4))
}

// "a client that retries by default"
func client(url string) (resp *http.Response, err error) {
	c := retryablehttp.NewClient()
	for n := range 3 {
		if n > 0 {
			time.Sleep(rand.N(time.Second))
		}
		if resp, err = c.Get(url); err == nil { // want `c.Get retries by itself and is retried here: 3 attempts of 5 each are 15.*\(nestedretry\)`
			break
		}
	}
	return resp, err
}
