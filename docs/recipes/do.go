package recipes

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// A Policy says how often and how long an operation is attempted.
type Policy struct {
	Base     time.Duration // the first delay is drawn from Base to 3*Base
	Cap      time.Duration // the longest delay
	Attempts int           // the first one included
	Elapsed  time.Duration // no attempt begins later than this after the first

	// OnRetry is told of each failure after which the operation is attempted again,
	// and of the wait before that: for logs and metrics. It may be nil.
	OnRetry func(attempt int, err error, wait time.Duration)
}

// Default suits most calls of a service.
var Default = Policy{Base: time.Second, Cap: time.Minute, Attempts: 8, Elapsed: 5 * time.Minute}

// A Permanent error is one that waiting does not change.
type Permanent struct{ Err error }

func (e *Permanent) Error() string { return e.Err.Error() }
func (e *Permanent) Unwrap() error { return e.Err }

// Do attempts op until it succeeds, fails for good, or the policy or ctx ends.
func Do(ctx context.Context, p Policy, op func(context.Context) error) error {
	start := time.Now()
	delay := p.Base
	for attempt := 1; ; attempt++ {
		err := op(ctx)
		if err == nil {
			return nil
		}
		if permanent := (*Permanent)(nil); errors.As(err, &permanent) {
			return permanent.Err
		}
		if ctx.Err() != nil {
			return err // the caller's own end, which is no reason to try again
		}
		if attempt == p.Attempts {
			return fmt.Errorf("after %d attempts: %w", attempt, err)
		}
		// Decorrelated jitter: from Base to three times the last delay, capped.
		delay = min(p.Cap, p.Base+rand.N(3*delay-p.Base+1))
		if time.Since(start)+delay >= p.Elapsed {
			return fmt.Errorf("after %s: %w", time.Since(start).Round(time.Millisecond), err)
		}
		if p.OnRetry != nil {
			p.OnRetry(attempt, err, delay)
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return err
		}
	}
}
