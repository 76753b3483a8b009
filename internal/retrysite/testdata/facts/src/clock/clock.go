// Package clock has the shapes of the clocks that programs put before package time.
package clock

import "time"

// Clock is as in github.com/benbjohnson/clock.
type Clock interface {
	After(d time.Duration) <-chan time.Time
	Sleep(d time.Duration)
	Timer(d time.Duration) *Timer
}

type Timer struct{ C <-chan time.Time }

func (t *Timer) Reset(d time.Duration) bool { return false }

// WithTimer is as in github.com/jonboulle/clockwork.
type WithTimer interface {
	NewTimer(d time.Duration) ChanTimer
}

type ChanTimer interface{ Chan() <-chan time.Time }

// K8s is as in k8s.io/utils/clock.
type K8s interface {
	NewTimer(d time.Duration) K8sTimer
}

type K8sTimer interface{ C() <-chan time.Time }
