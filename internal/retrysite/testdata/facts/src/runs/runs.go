// Package runs holds functions that attempt again what they are given, and
// some that only look like it.
package runs

import (
	"context"
	"errors"
	"math/rand"
	"time"
)

// A StopError is how a caller says that it gives up.
type StopError struct{ Err error }

func (s *StopError) Error() string { return s.Err.Error() }

// ErrStop is another way to say it.
var ErrStop = errors.New("stop")

// An Op is an operation.
type Op func() error

func Do(ctx context.Context, n int, f func() error) error { // want Do:`^attempts \?p2 again, waits rand\(1s\)$`
	var err error
	for i := 0; i < n; i++ {
		if err = f(); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Duration(rand.Int63n(int64(time.Second))))
	}
	return err
}

// The ways by which a caller gives up are none that a failure of the network is.
func Times(n int, op Op) (err error) { // want Times:`^attempts \?p1 again, deaf, waits 1s$`
	for i := 0; i < n; i++ {
		var stop *StopError
		if err = op(); err == nil || errors.As(err, &stop) || errors.Is(err, ErrStop) {
			return
		}
		time.Sleep(time.Second)
	}
	return
}

func Recursive(attempts int, sleep time.Duration, f func() error) error { // want Recursive:`^attempts \?p2 again, deaf$`
	if err := f(); err != nil {
		if s, ok := err.(*StopError); ok {
			return s.Err
		}
		if attempts--; attempts > 0 {
			time.Sleep(sleep)
			return Recursive(attempts, 2*sleep, f)
		}
		return err
	}
	return nil
}

func Value[T any](n int, f func() (T, error)) (v T, err error) { // want Value:`^attempts \?p1 again, deaf, waits 1s$`
	for range n {
		if v, err = f(); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return v, err
}

// A Runner is a helper with a state of its own.
type Runner struct{ n int }

func (r *Runner) Run(ctx context.Context, f func(context.Context) error) error { // want Run:`^attempts \?p2 again, deaf, under its context$`
	for i := 0; ; i++ {
		err := f(ctx)
		if err == nil || i >= r.n {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Through another function of the package.
func Thrice(f func() error) error { return times(3, f) } // want Thrice:`^attempts \?p0 again, deaf$`

func times(n int, f func() error) error { return Times(n, func() error { return safely(f) }) }

func safely(f func() error) (err error) { return f() }

func RetryContext(ctx context.Context, f func() error) error { // want RetryContext:`^attempts \?p1 again$`
	return Times(5, func() error {
		if err := ctx.Err(); err != nil {
			return &StopError{err}
		}
		return f()
	})
}

// What the predicate answers is not seen.
func RetryIf(n int, f func() error, again func(error) bool) error {
	var err error
	for i := 0; i < n; i++ {
		if err = f(); err == nil || !again(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// A failure leaves: the loop is over other things, or the condition is polled.
func Each(ids []string, f func(string) error) error {
	for i := 0; i < len(ids); i++ {
		if err := f(ids[i]); err != nil {
			return err
		}
	}
	return nil
}

func Until(f func() (bool, error)) error {
	for {
		done, err := f()
		if err != nil || done {
			return err
		}
		time.Sleep(time.Second)
	}
}

// The failure of one does not lead to another attempt of it.
func All(fs []func() error, f func() error) error {
	for _, g := range fs {
		if err := g(); err != nil {
			return f()
		}
	}
	return nil
}

func Once(f func() error) error { return safely(f) }

// Another thing is attempted where one failed.
func Any(next func() string, f func(id string) error) error {
	for {
		id := next()
		if id == "" {
			return errors.New("none is left")
		}
		if err := f(id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// The number of the attempt is none.
func Numbered(f func(attempt int) error) (err error) { // want Numbered:`^attempts \?p0 again, deaf$`
	for n := range 5 {
		if err = f(n); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// By its number each round may be about another thing.
func ForEach(n int, f func(i int) error) (errs []error, done int) {
	for i := 0; i < n; i++ {
		if err := f(i); err != nil {
			errs = append(errs, err)
			continue
		}
		done++
	}
	return errs, done
}

func First(n int, f func(i int) error) (err error) {
	for i := range n {
		if err = f(i); err == nil {
			return nil
		}
	}
	return err
}

// Options says how to wait.
type Options struct {
	Attempts  int
	Base, Max time.Duration
	Jitter    float64
	Quiet     bool
}

// By the fields of a parameter.
func With(o Options, f func() error) error { // want With:`^attempts \?p1 again, deaf, waits min\(\?Base \* pow\(2, n-1\), \?Max.cap\) \* \(1 \+ \?Jitter.fraction\*r\)`
	for n := 0; ; n++ {
		err := f()
		if err == nil || n >= o.Attempts {
			return err
		}
		d := min(o.Base<<n, o.Max)
		time.Sleep(time.Duration(float64(d) * (1 + o.Jitter*rand.Float64())))
	}
}

// A field of zero has a default.
func WithDefaults(o *Options, f func() error) error { // want WithDefaults:`^attempts \?p1 again, deaf, waits .*\?Base`
	base := o.Base
	if base == 0 {
		base = time.Second
	}
	for n := 0; ; n++ {
		err := f()
		if err == nil || n >= 5 {
			return err
		}
		time.Sleep(base << n)
	}
}
