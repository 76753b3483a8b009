// Package retry is a company's own helper: what it attempts again is seen where
// it is given.
package retry

import (
	"context"
	"errors"
	"math/rand"
	"time"
)

// A StopError is how a caller says that it gives up.
type StopError struct{ Err error }

func (s *StopError) Error() string { return s.Err.Error() }

// Stop makes err one that is not tried again.
func Stop(err error) error { return &StopError{err} }

// Do attempts f until it succeeds, five times at most.
func Do(ctx context.Context, f func() error) error {
	var err error
	for range 5 {
		var stop *StopError
		if err = f(); err == nil || errors.As(err, &stop) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(rand.Int63n(int64(time.Second)))):
		}
	}
	return err
}

// Value is Do for what has a result, and looks at no context.
func Value[T any](f func() (T, error)) (T, error) {
	for n := 1; ; n++ {
		v, err := f()
		if err == nil || n == 5 {
			return v, err
		}
		time.Sleep(time.Duration(rand.Int63n(int64(time.Second))))
	}
}

// If attempts f again where again says so.
func If(f func() error, again func(error) bool) error {
	for n := 1; ; n++ {
		err := f()
		if err == nil || n == 5 || !again(err) {
			return err
		}
		time.Sleep(time.Duration(rand.Int63n(int64(time.Second))))
	}
}

// Spread attempts f again, with jitter of that part of the wait.
func Spread(attempts int, base time.Duration, factor, jitter float64, f func() error) error {
	d := float64(base)
	for n := 1; ; n++ {
		err := f()
		if err == nil || n >= attempts {
			return err
		}
		time.Sleep(time.Duration(d * (1 - jitter + 2*jitter*rand.Float64())))
		d *= factor
	}
}

// Options says how long is waited.
type Options struct {
	Attempts  int
	Base, Max time.Duration
	Jitter    float64
}

// By attempts f again as o says.
func By(o Options, f func() error) error {
	for n := 0; ; n++ {
		err := f()
		if err == nil || n+1 >= o.Attempts {
			return err
		}
		d := min(o.Base<<n, o.Max)
		time.Sleep(time.Duration(float64(d) * (1 - o.Jitter + 2*o.Jitter*rand.Float64())))
	}
}

// Do is By of a pointer.
func (o *Options) Do(f func() error) error { return By(*o, f) }

// Run attempts f again as o says.
func (o *Options) Run(f func() error) error {
	d := o.Base
	for n := 1; ; n++ {
		err := f()
		if err == nil || n >= 6 {
			return err
		}
		time.Sleep(time.Duration(float64(d) * (1 + o.Jitter*rand.Float64())))
		d *= 2
	}
}

// Double attempts f again, without jitter: that is its own fault.
func Double(attempts int, base time.Duration, f func() error) error {
	for n := 1; ; n++ {
		err := f()
		if err == nil || n >= attempts {
			return err
		}
		time.Sleep(base << (n - 1))
	}
}

// Capped attempts f again, with a cap after the jitter.
func Capped(attempts int, base, max time.Duration, f func() error) error {
	for n := 1; ; n++ {
		err := f()
		if err == nil || n >= attempts {
			return err
		}
		d := base << (n - 1)
		time.Sleep(min(max, d/2+time.Duration(rand.Int63n(int64(d)))))
	}
}

// IsRetryable says which failures are worth another attempt.
func IsRetryable(err error) bool {
	return err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// ShouldRetry says so of every failure.
func ShouldRetry(err error) bool { return err != nil }
