// Package shapes holds one retry loop or delay function for each shape in
// which real code keeps its delay. The comments say how it is read.
package shapes

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

type client struct {
	get     func(context.Context) error
	delay   time.Duration
	base    time.Duration
	tries   int
	cnt     uint64
	cfg     config
	limit   time.Duration
	mu      sync.Mutex
	strange strategy
}

type config struct {
	Min, Max     time.Duration
	Factor       float64
	PeriodMillis int
	FixedDelay   time.Duration
	MaxTries     int
}

type strategy interface{ Next(n int) time.Duration }

func newClient(limit time.Duration) *client { return &client{limit: limit} }

func doubling(ctx context.Context, c *client) {
	d := time.Second
	for {
		if c.get(ctx) == nil {
			return
		}
		time.Sleep(d) // reads: 1s * pow(2, n-1)
		d *= 2
	}
}

func cappedAtTheEnd(ctx context.Context, c *client) {
	d := time.Second
	for {
		if c.get(ctx) == nil {
			return
		}
		time.Sleep(d) // reads: min(60s, 1s * pow(2, n-1))
		d *= 2
		if d > time.Minute {
			d = time.Minute
		}
	}
}

func shifted(ctx context.Context, c *client) (err error) {
	for n := 0; n < 5; n++ {
		if err = c.get(ctx); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond << n) // reads: 100ms * pow(2, n-1) attempts=5
	}
	return err
}

func waitFirst(ctx context.Context, c *client) (err error) {
	for n := range 5 {
		if n > 0 {
			time.Sleep(time.Duration(1<<(n-1)) * time.Second) // reads: pow(2, n-1) * 1s attempts=5
		}
		if err = c.get(ctx); err == nil {
			return nil
		}
	}
	return err
}

func power(ctx context.Context, c *client) {
	for n := 1; ; n++ {
		if c.get(ctx) == nil {
			return
		}
		d := time.Duration(math.Pow(2, float64(n))) * time.Second
		select {
		case <-time.After(min(d, time.Minute)): // reads: min(pow(2, n) * 1s, 60s)
		case <-ctx.Done():
			return
		}
	}
}

func fibonacci(ctx context.Context, c *client) {
	a, b := time.Second, time.Second
	for c.get(ctx) != nil {
		time.Sleep(a) // reads: s where s = 1s -> s2, s2 = 1s -> s + s2
		a, b = b, a+b
	}
}

func gotoLoop(ctx context.Context, c *client) error {
	d := time.Second
again:
	if err := c.get(ctx); err != nil {
		time.Sleep(d) // reads: s where s = 1s -> s + s/2
		d += d / 2
		goto again
	}
	return nil
}

func recursion(ctx context.Context, c *client, n int) error {
	if err := c.get(ctx); err != nil {
		time.Sleep(time.Second << n) // reads: 1s * pow(2, n-1)
		return recursion(ctx, c, n+1)
	}
	return nil
}

func timerReset(ctx context.Context, c *client) {
	t := time.NewTimer(0)
	defer t.Stop()
	for d := time.Second; ; d = min(2*d, 30*time.Second) {
		if c.get(ctx) == nil {
			return
		}
		t.Reset(d)
		select {
		case <-t.C: // reads: min(30s, 1s * pow(2, n-1))
		case <-ctx.Done():
			return
		}
	}
}

func newTimer(ctx context.Context, c *client) {
	d := time.Second
	for c.get(ctx) != nil {
		t := time.NewTimer(d)
		select {
		case <-t.C: // reads: 1s * pow(2, n-1)
		case <-ctx.Done():
			return
		}
		d *= 2
	}
}

func (c *client) field(ctx context.Context) {
	for c.get(ctx) != nil {
		if c.delay == 0 {
			c.delay = time.Second
		} else if c.delay *= 2; c.delay > time.Minute {
			c.delay = time.Minute
		}
		time.Sleep(c.delay) // reads: if(s == 0s, 1s, min(60s, s * 2)) where s = 0s -> if(s == 0s, 1s, min(60s, s * 2))
	}
}

func sleepCtx(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func helperWait(ctx context.Context, c *client) error {
	for n := 0; ; n++ {
		if c.get(ctx) == nil {
			return nil
		}
		if err := sleepCtx(ctx, time.Second<<n); err != nil { // reads: 1s * pow(2, n-1)
			return err
		}
	}
}

func half(d time.Duration) time.Duration { return d/2 + rand.N(d/2) }

func helperJitter(ctx context.Context, c *client) {
	for d := time.Second; c.get(ctx) != nil; d = min(d*2, time.Minute) {
		time.Sleep(half(d)) // reads: min(60s, 1s * pow(2, n-1))/2 + rand(min(60s, 1s * pow(2, n-1)) / 2)
	}
}

func captured(ctx context.Context, c *client) {
	d := time.Second
	next := func() time.Duration {
		d *= 2
		return d
	}
	for c.get(ctx) != nil {
		time.Sleep(next()) // reads: 1s * pow(2, n-1) * 2
	}
}

func exponential(lo, hi time.Duration) func() time.Duration {
	d := lo
	return func() time.Duration {
		now := d
		d = min(2*d, hi)
		return now
	}
}

func madeByConstructor(ctx context.Context, c *client) {
	next := exponential(time.Second, time.Minute)
	for c.get(ctx) != nil {
		time.Sleep(next()) // reads: min(60s, 1s * pow(2, n-1))
	}
}

var table = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}

func rangeTable(ctx context.Context, c *client) {
	for _, d := range table {
		if c.get(ctx) == nil {
			return
		}
		time.Sleep(d) // reads: [1s, 2s, 4s, 8s][n-1] attempts=4
	}
}

func indexTable(ctx context.Context, c *client) {
	for n := 0; c.get(ctx) != nil; n++ {
		time.Sleep(table[min(n, len(table)-1)]) // reads: [1s, 2s, 4s, 8s][min(n-1, 3)]
	}
}

func appended(low, high time.Duration) []time.Duration {
	var list []time.Duration
	for d := low; d < high; d *= 2 {
		list = append(list, d)
	}
	return append(list, high)
}

func builtList(ctx context.Context, c *client) {
	delays := appended(time.Second, 10*time.Second)
	for n := 0; c.get(ctx) != nil; n++ {
		time.Sleep(delays[min(n, len(delays)-1)]) // reads: [1s, 2s, 4s, 8s, 10s][min(n-1, 4)]
	}
}

func innerPower(ctx context.Context, c *client) {
	for n := 0; c.get(ctx) != nil; n++ {
		d := time.Second
		for i := 0; i < n && d < time.Minute; i++ {
			d *= 2
		}
		time.Sleep(d) // reads: unknown
	}
}

func consume(ctx context.Context, c *client) {
	d := time.Second
	for {
		if err := c.get(ctx); err != nil {
			time.Sleep(d) // reads: min(60s, 1s * pow(2, n-1))
			d = min(d*2, time.Minute)
			continue
		}
		d = time.Second
	}
}

func nested(ctx context.Context, c *client) {
	d := time.Second
	for {
		for {
			if c.get(ctx) == nil {
				break
			}
			time.Sleep(d) // reads: min(?limit.cap, 1s * pow(2, n-1))
			if d *= 2; d > c.limit {
				d = c.limit
			}
		}
		d = time.Second
	}
}

func atomicCount(ctx context.Context, c *client) {
	for c.get(ctx) != nil {
		n := atomic.AddUint64(&c.cnt, 1)
		time.Sleep(time.Second << n) // reads: 1s * pow(2, n)
	}
}

func options(ctx context.Context, c *client) {
	for n := 0; n < c.cfg.MaxTries; n++ {
		if c.get(ctx) == nil {
			return
		}
		d := c.cfg.Min << n
		if d > c.cfg.Max {
			d = c.cfg.Max
		}
		if c.cfg.FixedDelay > 0 {
			d = c.cfg.FixedDelay
		}
		time.Sleep(d) // reads: ?FixedDelay | min(?Max.cap, ?Min * pow(2, n-1))
	}
}

func millis(ctx context.Context, c *client) {
	for n := 0; c.get(ctx) != nil; n++ {
		time.Sleep(time.Duration(c.cfg.PeriodMillis<<n) * time.Millisecond) // reads: ?PeriodMillis * pow(2, n-1)
	}
}

func server(ctx context.Context, do func(context.Context) (*http.Response, error)) error {
	for n := 0; n < 5; n++ {
		resp, err := do(ctx)
		if err != nil {
			return err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return nil
		}
		d := time.Second << n
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			d = time.Duration(s) * time.Second
		}
		time.Sleep(d) // reads: ra attempts=5 | 1s * pow(2, n-1) attempts=5
	}
	return io.EOF
}

type apiError struct {
	Status     int
	RetryAfter time.Duration
}

func (*apiError) Error() string { return "api" }

func serverField(ctx context.Context, c *client) error {
	for {
		err := c.get(ctx)
		if err == nil {
			return nil
		}
		var e *apiError
		if !errors.As(err, &e) || e.Status != 429 {
			return err
		}
		time.Sleep(e.RetryAfter) // reads: ra
	}
}

func deferred(ctx context.Context, c *client) {
	d := time.Second
	try := func() bool {
		defer func() { d *= 2 }()
		return c.get(ctx) == nil
	}
	for !try() {
		time.Sleep(d)
	}
}

func generic[T any](ctx context.Context, f func(context.Context) (T, error)) (v T, err error) {
	for d := time.Second; ; d *= 3 {
		if v, err = f(ctx); err == nil {
			return v, nil
		}
		time.Sleep(d) // reads: 1s * pow(3, n-1)
	}
}

func goroutine(ctx context.Context, c *client) {
	go func() {
		d := time.Second
		for c.get(ctx) != nil {
			time.Sleep(d) // reads: 1s * pow(1.5, n-1)
			d = time.Duration(float64(d) * 1.5)
		}
	}()
}

// Backoff stands alone: nothing in the package uses it.
func Backoff(attempt int) time.Duration {
	if attempt > 10 {
		return time.Minute
	}
	return 50 * time.Millisecond << attempt // reads: if(10 < n, 60s, 50ms * pow(2, n))
}

// Stepper hands out the next delay.
type Stepper struct{ cur time.Duration }

// NewStepper starts at a quarter of a second.
func NewStepper() *Stepper { return &Stepper{cur: 250 * time.Millisecond} }

// NextDelay doubles the delay it keeps.
func (s *Stepper) NextDelay() time.Duration {
	if s.cur *= 2; s.cur > time.Minute {
		s.cur = time.Minute
	}
	return s.cur // reads: min(60s, min(60s, 250ms * pow(2, n-1)) * 2)
}

// NextBackoff grows the delay it is given.
func NextBackoff(delay time.Duration) time.Duration { return min(delay*2, 30*time.Second) } // reads: min(min(30s, ?delay * pow(2, n-1)) * 2, 30s)

type attempts interface{ Attempts() int }

// RetryDelay counts by what it is given.
func RetryDelay(q attempts) time.Duration { return time.Second << q.Attempts() } // reads: 1s * pow(2, n)

func interfaceNext(ctx context.Context, c *client) {
	for n := 0; c.get(ctx) != nil; n++ {
		time.Sleep(c.strange.Next(n)) // reads: n * 1s
	}
}

type linear struct{}

func (linear) Next(n int) time.Duration { return time.Duration(n+1) * time.Second }

// policed hands a method of its own to a library as a value.
type policed struct{ backoff func(n int) time.Duration }

func newPoliced(c *client) *policed { return &policed{backoff: c.linearBackoff} }

func (c *client) linearBackoff(n int) time.Duration {
	return 700*time.Millisecond*time.Duration(n+1) + rand.N(200*time.Millisecond) // reads: 700ms*(n+1) + rand(200ms)
}
