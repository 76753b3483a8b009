// Package helpers holds what one package tells others of its functions.
package helpers

import (
	"context"
	"errors"
	"math"
	"math/rand"
	"strconv"
	"time"
)

var errStopped = errors.New("stopped")

// A constant that the package changes is not known to others.
var longest = time.Minute

func SetLongest(d time.Duration) { longest = d }

func ExponentBase2(a uint) uint { return (1 << a) >> 1 } // want ExponentBase2:`^delay pow\(2, \?p0.none\) / 2$`

func JitterUp(d time.Duration, part float64) time.Duration { // want JitterUp:`^delay \?p0 \* \(1 \+ \?p1.none\*\(r\*2 - 1\)\)$`
	return time.Duration(float64(d) * (1 + part*(rand.Float64()*2-1)))
}

var jitterRand = rand.Float64

// What is asked of a parameter is decided where its value is known.
func Jitter(d time.Duration, part float64) time.Duration { // want Jitter:`^delay \?p0 \+ r\*if\(\?p1.none <= 0, 1, \?p1.none\)\*\?p0$`
	if part <= 0 {
		part = 1
	}
	return d + time.Duration(jitterRand()*part*float64(d))
}

func Backoff(base time.Duration, attempt int) time.Duration { // want Backoff:`^delay \?p0 \* pow\(2, \?p1.none\)$`
	return time.Duration(float64(base) * math.Pow(2, float64(attempt)))
}

// The helper of a helper.
func BackoffWithJitter(base time.Duration, attempt int) time.Duration { // want BackoffWithJitter:`^delay .*r`
	return JitterUp(Backoff(base, attempt), 0.1)
}

func LoopBackoff(base time.Duration, attempt int) time.Duration { // want LoopBackoff:`^delay `
	d := base
	for i := 0; i < attempt; i++ {
		d *= 2
	}
	return d
}

func CappedDelay(base time.Duration, attempt int) time.Duration { // want CappedDelay:`^delay min\(\?helpers_longest.cap, \?p0 \* pow\(2, \?p1.none\)\)$`
	d := base << attempt
	if d > longest {
		d = longest
	}
	return d
}

type Header map[string][]string

func (h Header) Get(key string) string {
	if v := h[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func RetryAfter(h Header) (time.Duration, bool) { // want RetryAfter:`^delay if\(\?c0, 0s, ra\)$`
	s, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil {
		return 0, false
	}
	return time.Duration(s) * time.Second, true
}

func Sleep(ctx context.Context, d time.Duration) error { // want Sleep:`^waits \?p1$`
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// A wait in a helper of the package.
func DelayForBackoff(base time.Duration, attempt int, cancel <-chan struct{}) bool { // want DelayForBackoff:`^waits .*\?p0 \* pow\(2, \?p1.none\)$`
	return delayWithCap(base, 0, attempt, cancel)
}

func delayWithCap(base, limit time.Duration, attempt int, cancel <-chan struct{}) bool {
	d := base << attempt
	if limit > 0 && d > limit {
		d = limit
	}
	select {
	case <-time.After(d):
		return true
	case <-cancel:
		return false
	}
}

func PauseFor(d time.Duration) { time.Sleep(d / 2) } // want PauseFor:`^sleeps \?p0 / 2$`

// Nothing is told of these.

// A state is kept.
type Delays struct{ cur time.Duration }

func (d *Delays) NextDelay() time.Duration { d.cur *= 2; return d.cur }

// A wait of its own: a poll.
func WaitReady(ready func() bool) {
	for !ready() {
		time.Sleep(time.Second)
	}
}

// A time limit and no delay.
func WaitClosed(done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-time.After(time.Minute):
		return errStopped
	}
}

func DefaultInterval() time.Duration { return time.Second }

func unexportedDelay(d time.Duration) time.Duration { return 2 * d }

// A Schedule is a policy of its own.
type Schedule struct {
	First  time.Duration
	Factor float64
}

func (s Schedule) Delay(n int) time.Duration { // want Delay:`^delay \?p0_First \* pow\(\?p0_Factor.none, \?p1.none\)$`
	return time.Duration(float64(s.First) * math.Pow(s.Factor, float64(n)))
}
