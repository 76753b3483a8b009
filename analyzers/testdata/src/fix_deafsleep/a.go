// Package fix_deafsleep holds waits that nothing can interrupt.
package fix_deafsleep

import (
	"context"
	"time"
)

func sleeps(ctx context.Context, fetch func(context.Context) error) (err error) {
	for range 5 {
		if err = fetch(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(5 * time.Second) // until the leader is found
	}
	return err
}

// Server stops when done is closed.
type Server struct {
	done chan struct{}
}

func (s *Server) run(dial func() error) {
	delay := time.Second
	for {
		if dial() == nil {
			if s.handled() {
				return
			}
			delay = time.Second
			continue
		}
		time.Sleep(delay)
		delay = min(2*delay, time.Minute)
	}
}

func (s *Server) try(dial func() error) error {
	for {
		if dial() == nil {
			return nil
		}
		time.Sleep(time.Minute) // what to return is not seen
	}
}

func (s *Server) handled() bool { return len(s.done) > 0 }

// Close stops it.
func (s *Server) Close() { close(s.done) }
