package nestedretry

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// One layer.
func once(url string) (err error) {
	for range 3 {
		if err = ask(url); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// The inner site does not give up: there is nothing left to do for an outer one.
func wait(url string) error {
	for {
		if err := ask(url); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

func around(url string) (err error) {
	for range 3 {
		if err = wait(url); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// A loop that goes on after a success is no attempt at one call.
func daemon(url string, stop <-chan struct{}) {
	for {
		err := exchange(url)
		d := time.Minute
		if err != nil {
			d = rand.N(time.Second)
		}
		select {
		case <-stop:
			return
		case <-time.After(d):
		}
	}
}

var errConflict = errors.New("conflict")

func put(url string) error {
	resp, err := http.Head(url)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode == http.StatusConflict {
		return errConflict
	}
	return exchange(url)
}

// "the outer site attempts again after some errors alone"
func conflicts(url string) (err error) {
	for range 3 {
		if err = put(url); !errors.Is(err, errConflict) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// A mark for errors is of the library that retries, and retries nothing by itself.
func marked(url string) error {
	b := backoff.NewExponentialBackOff()
	b.MaxInterval = 20 * time.Second
	return backoff.Retry(func() error {
		resp, err := http.Head(url)
		if err != nil {
			return backoff.Permanent(err)
		}
		return resp.Body.Close()
	}, backoff.WithMaxRetries(b, 4))
}
