// Package nojitter holds retries whose delay grows and is the same for every
// client (bad.go), and code that looks like it and is not (good.go).
package nojitter

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"time"
)

func shift(url string) (*http.Response, error) {
	const base = 100 * time.Millisecond
	var last error
	for n := 0; n < 6; n++ {
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
		last = err
		time.Sleep(base << n) // want `delay 100ms x2, half-width 0, 6 attempts: in a .* outage .* give up .*: nobody, peak .*\(nojitter\)`
	}
	return nil, last
}

func doubling(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay) // want `delay 1s x2 up to 60s, half-width 0: .*520s.*peak .*/s against 120/s.*wait rand.N\(d\).*\(nojitter\)`
		delay *= 2
		if delay > time.Minute {
			delay = time.Minute
		}
	}
}

func power(client *http.Client, req *http.Request) (*http.Response, error) {
	for attempt := 1; ; attempt++ {
		resp, err := client.Do(req)
		if err == nil {
			return resp, nil
		}
		if attempt == 8 {
			return nil, err
		}
		wait := time.Duration(math.Pow(2, float64(attempt))) * time.Second
		time.Sleep(wait) // want `\(nojitter\)`
	}
}

func selectOnTimer(ctx context.Context, fetch func(context.Context) error) error {
	backoff := 500 * time.Millisecond
	for {
		err := fetch(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(backoff): // want `\(nojitter\)`
		}
		if backoff *= 2; backoff > 30*time.Second {
			backoff = 30 * time.Second
		}
	}
}

func reusedTimer(ctx context.Context, fetch func(context.Context) error) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	<-timer.C
	delay := 250 * time.Millisecond
	for i := 0; i < 10; i++ {
		if err := fetch(ctx); err == nil {
			return nil
		}
		timer.Reset(delay)
		select {
		case <-timer.C: // want `\(nojitter\)`
		case <-ctx.Done():
			return ctx.Err()
		}
		delay *= 2
	}
	return errors.New("attempts used up")
}

// Reconnector keeps its delay in a field.
type Reconnector struct {
	addr string
	wait time.Duration
}

// Run dials until it may stop; a success sets the delay back.
func (r *Reconnector) Run(serve func(net.Conn)) {
	r.wait = time.Second
	for {
		conn, err := net.Dial("tcp", r.addr)
		if err != nil {
			time.Sleep(r.wait) // want `\(nojitter\)`
			r.wait *= 2
			if r.wait > 5*time.Minute {
				r.wait = 5 * time.Minute
			}
			continue
		}
		r.wait = time.Second
		serve(conn)
	}
}

// A Store is seen as an interface.
type Store interface {
	Put(ctx context.Context, key string, value []byte) error
}

func helper(ctx context.Context, s Store, key string, value []byte) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = s.Put(ctx, key, value); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(expo(n)) // want `\(nojitter\)`
	}
	return err
}

func expo(n int) time.Duration {
	d := 200 * time.Millisecond * time.Duration(1<<uint(n))
	if d > 10*time.Second {
		return 10 * time.Second
	}
	return d
}

func waitHelper(ctx context.Context, s Store, key string) error {
	for n := uint(0); n < 7; n++ {
		if err := s.Put(ctx, key, nil); err == nil {
			return nil
		}
		if err := pause(ctx, 50*time.Millisecond<<n); err != nil { // want `\(nojitter\)`
			return err
		}
	}
	return errors.New("attempts used up")
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func table(url string) error {
	delays := []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second}
	var err error
	for _, d := range delays {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(d) // want `\(nojitter\)`
	}
	return err
}

func closure(url string) error {
	delay := 100 * time.Millisecond
	next := func() time.Duration {
		d := delay
		delay = min(delay*2, 20*time.Second)
		return d
	}
	for {
		resp, err := http.Head(url)
		if err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(next()) // want `\(nojitter\)`
	}
}

func jump(addr string) (net.Conn, error) {
	tries := 0
	delay := time.Second
again:
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		if tries++; tries > 6 {
			return nil, err
		}
		time.Sleep(delay) // want `\(nojitter\)`
		delay += delay
		goto again
	}
	return conn, nil
}

func recursion(url string, attempt int) (*http.Response, error) {
	resp, err := http.Get(url)
	if err != nil {
		if attempt > 5 {
			return nil, err
		}
		time.Sleep(time.Duration(1<<attempt) * time.Second) // want `\(nojitter\)`
		return recursion(url, attempt+1)
	}
	return resp, nil
}

func halfAgain(body func() io.Reader, url string) error {
	delay := 2 * time.Second
	for tries := 0; tries < 12; tries++ {
		req, err := http.NewRequest(http.MethodPut, url, body())
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp.Body.Close()
		}
		if err == nil {
			resp.Body.Close()
		}
		time.Sleep(delay) // want `\(nojitter\)`
		delay = delay * 3 / 2
	}
	return fmt.Errorf("put %s: attempts used up", url)
}

func integerSeconds(url string) {
	seconds := 1
	for {
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			return
		}
		time.Sleep(time.Duration(seconds) * time.Second) // want `\(nojitter\)`
		if seconds < 64 {
			seconds *= 2
		}
	}
}

// Options has numbers that are not in the code.
type Options struct {
	Base, Max time.Duration
	Attempts  int
}

func configured(ctx context.Context, o Options, do func(context.Context) error) error {
	var err error
	for i := 0; i < o.Attempts; i++ {
		if err = do(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		d := min(o.Base*time.Duration(1<<i), o.Max)
		time.Sleep(d) // want `assumed.*\(nojitter\)`
	}
	return err
}

func retry[T any](do func() (T, error)) (T, error) {
	delay := 10 * time.Millisecond
	for i := 0; ; i++ {
		v, err := do()
		if err == nil || i == 9 {
			return v, err
		}
		time.Sleep(delay) // want `\(nojitter\)`
		delay *= 2
	}
}

var _ = retry[int]

// throttled waits after a 429, for as long as it takes.
func throttled(c *http.Client, req *http.Request) (*http.Response, error) {
	backoff := time.Second
	for {
		resp, err := c.Do(req)
		if err != nil || resp.StatusCode != 429 || backoff > time.Hour {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(backoff) // want `delay 1s x2, .* \(nojitter\)`
		backoff *= 2
	}
}

// told is what a policy of the user's is told; others call it.
type told struct{ Attempts int }

type powers struct{ Period, Cap int }

func (p *powers) DelayMillis(t *told) int {
	ms := int(float64(p.Period) * math.Pow(2, float64(t.Attempts)))
	if ms > p.Cap {
		return p.Cap
	}
	return ms // want `x2.*\(nojitter\)`
}
