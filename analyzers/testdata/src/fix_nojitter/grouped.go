// Package fix_nojitter holds delays with no random part, in files that import
// what draws in several ways, and what they become.
package fix_nojitter

import (
	"context"
	"time"

	"github.com/jpillora/backoff"
)

var _ backoff.Backoff

// uncounted has no limit on the attempts, and a delay that is seen to be positive.
func uncounted(dial func() error) {
	delay := time.Second
	for {
		if err := dial(); err == nil {
			return
		}
		time.Sleep(delay)
		delay = min(2*delay, time.Minute)
	}
}

func counted(get func() (string, error)) (s string, err error) {
	delay := 100 * time.Millisecond
	for range 5 {
		if s, err = get(); err == nil {
			return s, nil
		}
		time.Sleep(delay)
		delay *= 2
	}
	return "", err
}

func computed(get func() (string, error)) (s string, err error) {
	for n := range 6 {
		if s, err = get(); err == nil {
			return s, nil
		}
		// as long as the server asks for
		time.Sleep(100 * time.Millisecond << n)
	}
	return "", err
}

// Options may be left at zero.
type Options struct{ Base, Max time.Duration }

func configured(ctx context.Context, o Options, fetch func(context.Context) error) error {
	for n := 0; ; n++ {
		err := fetch(ctx)
		if err == nil {
			return nil
		}
		d := min(o.Base<<min(n, 10), o.Max)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d):
		}
	}
}

func limited(ctx context.Context, o Options, fetch func(context.Context) error) (err error) {
	d := o.Base
	for range 8 {
		if err = fetch(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		if err := pause(ctx, d); err != nil {
			return err
		}
		d = min(2*d, o.Max)
	}
	return err
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func reused(ctx context.Context, fetch func(context.Context) error) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	<-timer.C
	delay := 250 * time.Millisecond
	for {
		if err := fetch(ctx); err == nil {
			return nil
		}
		timer.Reset(delay) // as a number of others do
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		delay = min(2*delay, time.Minute)
	}
}

func twoArguments(ctx context.Context, fetch func(context.Context) error) (err error) {
	for n := range 6 {
		if err = fetch(ctx); err == nil {
			return nil
		}
		if err = pause(ctx, time.Second<<n); err != nil {
			return err
		}
	}
	return err
}

// inHelper waits for what the helper computes: others may rely on it.
func inHelper(fetch func() error) (err error) {
	for n := range 6 {
		if err = fetch(); err == nil {
			return nil
		}
		pauseFor(n)
	}
	return err
}

func pauseFor(n int) {
	time.Sleep(time.Second << n)
}
