package noreset

import (
	"context"
	"log"
	"math/rand/v2"
	"net"
	"time"
)

type session interface{ Serve(context.Context) error }

func delay(n int) time.Duration {
	d := min(time.Second<<min(n, 10), time.Minute)
	return d/2 + rand.N(d/2)
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// A delay that only ever grows.
func doubles(ctx context.Context, dial func(context.Context) (session, error)) {
	d := time.Second
	for ctx.Err() == nil {
		s, err := dial(ctx)
		if err != nil {
			if !pause(ctx, d/2+rand.N(d/2)) { // want `delay 500ms x2 up to 30s, half-width 0.33 grows by d, which no success sets back: after 7 failures, however far apart, each one more waits 45s; set d back when dial works`
				return
			}
			if d *= 2; d > time.Minute {
				d = time.Minute
			}
			continue
		}
		s.Serve(ctx)
	}
}

// A count of failures that success leaves as it is.
func counts(ctx context.Context, dial func(context.Context) (session, error)) {
	failures := 0
	for ctx.Err() == nil {
		s, err := dial(ctx)
		if err != nil {
			if !pause(ctx, delay(failures)) { // want `grows by failures, which no success sets back`
				return
			}
			failures++
			continue
		}
		s.Serve(ctx)
	}
}

// A count of the rounds since the start.
func rounds(ctx context.Context, dial func(context.Context) (session, error)) {
	for n := 0; ctx.Err() == nil; n++ {
		s, err := dial(ctx)
		if err == nil {
			err = s.Serve(ctx)
		}
		log.Print(err)
		select {
		case <-ctx.Done():
		case <-time.After(delay(n)): // want `grows by n, which no success sets back`
		}
	}
}

// A count in a field that nothing in the package sets back.
type consumer struct {
	failed int
	next   func(context.Context) error
}

func (c *consumer) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := c.next(ctx); err != nil {
			if !pause(ctx, delay(c.failed)) { // want `grows by failed, which no success sets back`
				return
			}
			c.failed++
			continue
		}
		log.Print("taken")
	}
}

// A count in an object of its own.
type backoff struct{ n int }

func (b *backoff) next() time.Duration {
	b.n++
	return delay(b.n)
}

func object(ctx context.Context, dial func(context.Context) (session, error)) {
	b := &backoff{}
	for ctx.Err() == nil {
		s, err := dial(ctx)
		if err != nil {
			if !pause(ctx, b.next()) { // want `grows by n, which no success sets back`
				return
			}
			continue
		}
		s.Serve(ctx)
	}
}

// A count that ends the loop.
func limited(addr string, handle func(net.Conn)) error {
	failures := 0
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			failures++
			if failures > 5 {
				return err
			}
			time.Sleep(time.Second/2 + rand.N(time.Second)) // want `failures limits the failures and is not set back after a success: failures that lie days apart end the loop; set failures back when net.Dial works`
			continue
		}
		handle(conn)
	}
}
