// Package lastsleep holds retries that wait after their last attempt (bad.go),
// and code that looks like it and does not (good.go).
package lastsleep

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

func counted(url string) (resp *http.Response, err error) {
	for n := 0; n < 5; n++ {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(rand.N(time.Second << n)) // want `after attempt 5, the last, it waits 8s more, and nothing follows; test the limit before the wait \(lastsleep\)`
	}
	return nil, err
}

func overInt(do func() error) (err error) {
	for range 3 {
		if err = do(); err == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond) // want `after attempt 3, the last, it waits 200ms more.*\(lastsleep\)`
	}
	return err
}

// "the attempt limit is tested only after it"
func testedAfter(ctx context.Context, do func(context.Context) error) error {
	for n := 1; ; n++ {
		err := do(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second/2 + rand.N(time.Second)): // want `\(lastsleep\)`
		}
		if n >= 4 {
			return err
		}
	}
}

// The limit is a parameter.
func callersLimit(tries int, do func() error) error {
	for n := 0; n < tries; n++ {
		if do() == nil {
			return nil
		}
		time.Sleep(time.Second) // want `after the last attempt it waits 1s more.*\(lastsleep\)`
	}
	return errors.New("attempts used up")
}

// It counts down, and the delay is not seen.
func countsDown(next func() time.Duration, do func() error) error {
	left := 10
	for left > 0 {
		if do() == nil {
			return nil
		}
		time.Sleep(next()) // want `after attempt 10, the last, it waits 1 more time.*\(lastsleep\)`
		left--
	}
	return errors.New("attempts used up")
}

// The limit lies beyond the attempts that are looked at one by one.
func manyAttempts(ctx context.Context, do func(context.Context) error) (err error) {
	for range 300 {
		if err = do(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second): // want `after attempt 300, the last, it waits 1s more.*\(lastsleep\)`
		}
	}
	return err
}

// The helper is told the attempt number, and waits for all of them; it can be ended, and
// says so.
func helperWaits(ctx context.Context, tries int, base time.Duration, do func() error) (err error) {
	for n := 0; n < tries; n++ {
		if err = do(); err == nil {
			return nil
		}
		if !pause(base, n, ctx.Done()) { // want `after the last attempt it waits.*\(lastsleep\)`
			return ctx.Err()
		}
	}
	return err
}

func pause(base time.Duration, n int, done <-chan struct{}) bool {
	select {
	case <-time.After(time.Duration(base.Seconds()*float64(int(1)<<n)) * time.Second):
		return true
	case <-done:
		return false
	}
}
