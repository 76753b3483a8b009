// Package narrowjitter holds retries whose jitter is too small to spread the
// clients (bad.go), and code that looks like it and is not (good.go).
package narrowjitter

import (
	"context"
	"errors"
	"math"
	"math/rand"
	"net"
	"net/http"
	"sync"
	"time"

	randv2 "math/rand/v2"
)

func tenPercent(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Duration(float64(delay) * (0.9 + 0.2*rand.Float64()))) // want `delay 1s x2 up to 60s, half-width 0.1 .*130s.*widen.*\(narrowjitter\)`
		delay = min(2*delay, time.Minute)
	}
}

// The jitter is outgrown: 100ms beside 30s.
func outgrown(url string) *http.Response {
	delay := 200 * time.Millisecond
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		jitter := time.Duration(rand.Intn(100)) * time.Millisecond
		time.Sleep(delay + jitter) // want `\(narrowjitter\)`
		if delay *= 2; delay > 30*time.Second {
			delay = 30 * time.Second
		}
	}
}

func tenthOnTop(ctx context.Context, do func(context.Context) error) error {
	for n := 0; n < 10; n++ {
		if err := do(ctx); err == nil {
			return nil
		}
		d := time.Second << n
		d += randv2.N(d / 10)
		select {
		case <-time.After(d): // want `\(narrowjitter\)`
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return errors.New("attempts used up")
}

func constantDelay(url string) *http.Response {
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(5*time.Second + time.Duration(rand.Int63n(int64(time.Second)))) // want `\(narrowjitter\)`
	}
}

func plusMinus(d time.Duration, frac float64) time.Duration {
	return time.Duration(float64(d) * (1 + frac*(2*rand.Float64()-1)))
}

func throughHelper(addr string) (net.Conn, error) {
	for n := 1; ; n++ {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil || n == 7 {
			return conn, err
		}
		time.Sleep(plusMinus(time.Second<<n, 0.2)) // want `half-width 0.2\b.*\(narrowjitter\)`
	}
}

func minusQuarter(client *http.Client, req *http.Request) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := client.Do(req)
		if err == nil || n == 6 {
			return resp, err
		}
		d := min(500*time.Millisecond*time.Duration(math.Pow(2, float64(n))), 8*time.Second)
		time.Sleep(d - time.Duration(rand.Int63n(int64(d/4)))) // want `half-width 0.14\b.*\(narrowjitter\)`
	}
}

// Source draws from its own source, under a lock.
type Source struct {
	mu  sync.Mutex
	rng *rand.Rand
}

func (s *Source) jitter(d time.Duration) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return d + time.Duration(s.rng.Int63n(int64(d)/5))
}

func ownSource(s *Source, addr string) net.Conn {
	delay := 100 * time.Millisecond
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(s.jitter(delay)) // want `\(narrowjitter\)`
		delay = min(2*delay, 10*time.Second)
	}
}

// In integer milliseconds.
func milliseconds(url string) {
	ms := 1000
	for {
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			return
		}
		time.Sleep(time.Duration(ms+rand.Intn(ms/10)) * time.Millisecond) // want `\(narrowjitter\)`
		if ms *= 2; ms > 60000 {
			ms = 60000
		}
	}
}

func (c *caller) call(ctx context.Context) error {
	c.delay = c.first()
	for {
		if err := c.do(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(c.next()) // want `\(narrowjitter\)`
	}
}

type caller struct {
	do    func(context.Context) error
	delay time.Duration
}

func (c *caller) first() time.Duration { return time.Second }

func (c *caller) next() time.Duration {
	d := c.delay
	c.delay = min(2*c.delay, time.Minute)
	return time.Duration(float64(d) * (1 + 0.1*randv2.Float64()))
}

func jump(addr string) (net.Conn, error) {
	delay, tries := time.Second, 0
again:
	conn, err := net.Dial("tcp", addr)
	if err == nil || tries == 8 {
		return conn, err
	}
	time.Sleep(delay + time.Duration(rand.Int63n(int64(50*time.Millisecond)))) // want `\(narrowjitter\)`
	delay, tries = 2*delay, tries+1
	goto again
}

func recursion(url string, n int) (*http.Response, error) {
	resp, err := http.Get(url)
	if err == nil || n == 6 {
		return resp, err
	}
	time.Sleep(time.Second<<n + randv2.N(500*time.Millisecond)) // want `\(narrowjitter\)`
	return recursion(url, n+1)
}

// A random number in the exponent: between 1.618^n and 1.618^(n+1).
func inExponent(do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || n == 5 {
			return err
		}
		time.Sleep(time.Duration(float64(200*time.Millisecond) * math.Pow(1.618, float64(n)+rand.Float64()))) // want `half-width 0.24\b.*\(narrowjitter\)`
	}
}

type table struct{ backoff func(n int) time.Duration }

func newTable(c *caller) *table { return &table{backoff: c.linearBackoff} }

// A method that is handed on as a value.
func (c *caller) linearBackoff(n int) time.Duration {
	return 700*time.Millisecond*time.Duration(n+1) + randv2.N(200*time.Millisecond) // want `\(narrowjitter\)`
}

// sink is where something goes; deliver says whether to try it again.
type sink interface {
	Put(ctx context.Context, s string) error
}

func deliver(ctx context.Context, s sink, what string) (string, bool) {
	err := s.Put(ctx, what)
	if err == nil {
		return what, false
	}
	return "", !errors.Is(err, errGone)
}

var errGone = errors.New("gone")

func delivered(ctx context.Context, s sink, what string) {
	for n := 0; ; n++ {
		if _, again := deliver(ctx, s, what); !again || n == 8 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second<<n + randv2.N(100*time.Millisecond)): // want `\(narrowjitter\)`
		}
	}
}

type delayFunc func(n uint) time.Duration

// jittered is made of numbers that its callers give.
func jittered(d time.Duration, part float64) delayFunc {
	return func(n uint) time.Duration {
		return time.Duration(float64(d) * (1 + part*(rand.Float64()*2-1)))
	}
}

type settings struct{ tenth, half, twentieth delayFunc }

var usual = settings{
	tenth: jittered(50*time.Millisecond, 0.10), // want `half-width 0.1\b.*\(narrowjitter\)`
	half:  jittered(50*time.Millisecond, 0.5),
	twentieth: delayFunc(func(attempt uint) time.Duration {
		return jittered(50*time.Millisecond, 0.05)(attempt) // want `half-width 0.05\b.*\(narrowjitter\)`
	}),
}
