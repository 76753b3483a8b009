package lockedsleep

import (
	"context"
	"sync"
	"time"
)

type client struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	dial func() error
}

// Unlocked by a defer alone.
func (c *client) connect() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n := 0; ; n++ {
		err := c.dial()
		if err == nil || n == 5 {
			return err
		}
		time.Sleep(time.Second << n) // want `the wait, 16s after attempt 5, is slept with c.mu locked: whoever else wants it waits for all attempts; unlock it before the wait`
	}
}

// Locked for reading, and the wait is a select.
func (c *client) read(ctx context.Context) error {
	c.rw.RLock()
	for {
		err := c.dial()
		if err == nil {
			c.rw.RUnlock()
			return nil
		}
		select {
		case <-ctx.Done():
			c.rw.RUnlock()
			return ctx.Err()
		case <-time.After(5 * time.Second): // want `the wait of 5s is slept with c.rw locked`
		}
	}
}

// An embedded mutex, and a helper that waits.
type stripe struct {
	sync.Mutex
	put func() error
}

func (s *stripe) upload() (err error) {
	s.Lock()
	defer s.Unlock()
	for n := 0; n < 4; n++ {
		if err = s.put(); err == nil {
			return nil
		}
		if n < 3 {
			pause(n) // want `is slept with s locked`
		}
	}
	return err
}

func pause(n int) { time.Sleep(time.Second << n) }

// Locked in each round of the loop.
func (c *client) rounds() {
	for {
		c.mu.Lock()
		err := c.dial()
		if err == nil {
			c.mu.Unlock()
			return
		}
		time.Sleep(time.Second) // want `the wait of 1s is slept with c.mu locked`
		c.mu.Unlock()
	}
}
