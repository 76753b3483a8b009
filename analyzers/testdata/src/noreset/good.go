package noreset

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"
)

// "it is set back ... somewhere in the loop"
func resets(ctx context.Context, dial func(context.Context) (session, error)) {
	failures := 0
	for ctx.Err() == nil {
		s, err := dial(ctx)
		if err != nil {
			if !pause(ctx, delay(failures)) {
				return
			}
			failures++
			continue
		}
		failures = 0
		s.Serve(ctx)
	}
}

// "it is set back ... somewhere in the loop": after a time.
func afterTime(ctx context.Context, dial func(context.Context) (session, error)) {
	for failures := 0; ctx.Err() == nil; failures++ {
		s, err := dial(ctx)
		if err == nil {
			began := time.Now()
			s.Serve(ctx)
			if time.Since(began) > time.Minute {
				failures = 0
			}
		}
		if !pause(ctx, delay(failures)) {
			return
		}
	}
}

// "it is set back ... somewhere in the loop": by a sentinel, or by what a callee returns.
var errFresh = errors.New("fresh")

func sentinel(ctx context.Context, serve func(context.Context) error) {
	n := 0
	for ctx.Err() == nil {
		err := serve(ctx)
		if errors.Is(err, errFresh) {
			n = 0
		}
		if err != nil {
			if !pause(ctx, delay(n)) {
				return
			}
			n++
		}
	}
}

func answered(ctx context.Context, serve func(context.Context, int) (int, error)) {
	n := 0
	for ctx.Err() == nil {
		left, err := serve(ctx, n)
		if err != nil {
			if !pause(ctx, delay(n)) {
				return
			}
		}
		n = left
	}
}

// "or made anew"
func anew(ctx context.Context, dial func(context.Context) (session, error)) {
	for ctx.Err() == nil {
		d := time.Second
		for {
			s, err := dial(ctx)
			if err == nil {
				s.Serve(ctx)
				break
			}
			if !pause(ctx, d) {
				return
			}
			d = min(2*d, time.Minute)
		}
	}
}

// "in a callback or elsewhere in the package"
type client struct {
	failures int
	dial     func(context.Context, func()) error
}

func (c *client) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := c.dial(ctx, c.connected); err != nil {
			c.failures++
			if !pause(ctx, delay(c.failures)) {
				return
			}
		}
	}
}

func (c *client) connected() { c.failures = 0 }

// "in a callback": of a local.
func callback(ctx context.Context, dial func(context.Context, func()) error) {
	n := 0
	for ctx.Err() == nil {
		if err := dial(ctx, func() { n = 0 }); err != nil {
			n++
			if !pause(ctx, delay(n)) {
				return
			}
		}
	}
}

// "elsewhere in the package": by its address, or with all the rest.
type counter struct {
	n    int32
	dial func(context.Context) error
}

func (c *counter) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := c.dial(ctx); err != nil {
			c.n++
			if !pause(ctx, delay(int(c.n))) {
				return
			}
		}
	}
}

func (c *counter) good() { atomic.StoreInt32(&c.n, 0) }

type state struct{ n int }

func whole(ctx context.Context, s *state, dial func(context.Context) error) {
	for ctx.Err() == nil {
		if err := dial(ctx); err != nil {
			s.n++
			if !pause(ctx, delay(s.n)) {
				return
			}
		}
	}
}

func (s *state) clear() { *s = state{} }

// "elsewhere in the package": a method that sets an object back.
type kept struct{ n int }

func (k *kept) next() time.Duration { k.n++; return delay(k.n) }
func (k *kept) reset()              { k.n = 0 }

func method(ctx context.Context, dial func(context.Context) (session, error)) {
	b := &kept{}
	for ctx.Err() == nil {
		s, err := dial(ctx)
		if err != nil {
			if !pause(ctx, b.next()) {
				return
			}
			continue
		}
		b.reset()
		s.Serve(ctx)
	}
}

// "success leaves the loop"
func leaves(ctx context.Context, dial func(context.Context) (session, error)) (session, error) {
	for n := 0; ; n++ {
		s, err := dial(ctx)
		if err == nil {
			return s, nil
		}
		if !pause(ctx, delay(n)) {
			return nil, ctx.Err()
		}
	}
}

// "the loop counts its rounds and not its failures"
func probes(addr string) (failed int) {
	for n := 0; n < 10; n++ {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			failed++
			time.Sleep(delay(n))
			continue
		}
		conn.Close()
	}
	return failed
}

// "the delay does not grow"
func constant(ctx context.Context, dial func(context.Context) (session, error)) {
	failures := 0
	for ctx.Err() == nil {
		s, err := dial(ctx)
		if err != nil {
			failures++
			if !pause(ctx, 5*time.Second) {
				return
			}
			continue
		}
		s.Serve(ctx)
	}
}

// "the loop counts its rounds": a limit that is set back.
func limitReset(addr string, handle func(net.Conn)) error {
	failures := 0
	for {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			if failures++; failures > 5 {
				return err
			}
			time.Sleep(time.Second)
			continue
		}
		failures = 0
		handle(conn)
	}
}

// "stays below a second"
func small(ctx context.Context, dial func(context.Context) (session, error)) {
	n := 0
	for ctx.Err() == nil {
		s, err := dial(ctx)
		if err != nil {
			n++
			if !pause(ctx, min(time.Millisecond<<min(n, 10), 100*time.Millisecond)) {
				return
			}
			continue
		}
		s.Serve(ctx)
	}
}
