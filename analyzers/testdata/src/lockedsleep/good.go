package lockedsleep

import (
	"sync"
	"time"
)

// "the mutex is unlocked before the wait"
func (c *client) before() error {
	for n := 0; ; n++ {
		c.mu.Lock()
		err := c.dial()
		c.mu.Unlock()
		if err == nil || n == 5 {
			return err
		}
		time.Sleep(time.Second << n)
	}
}

// "or around it"
func (c *client) around() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n := 0; ; n++ {
		err := c.dial()
		if err == nil || n == 5 {
			return err
		}
		c.mu.Unlock()
		time.Sleep(time.Second << n)
		c.mu.Lock()
	}
}

// "also by a helper"
func (c *client) helper() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n := 0; ; n++ {
		err := c.dial()
		if err == nil || n == 5 {
			return err
		}
		c.pause(n)
	}
}

func (c *client) pause(n int) {
	c.mu.Unlock()
	defer c.mu.Lock()
	time.Sleep(time.Second << n)
}

// "it is the caller's"
func (c *client) locked() error {
	for n := 0; ; n++ {
		err := c.dial()
		if err == nil || n == 5 {
			return err
		}
		time.Sleep(time.Second << n)
	}
}

// "it is locked in another function"
func (c *client) another() error {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.dial = nil
	}()
	for n := 0; ; n++ {
		err := c.dial()
		if err == nil || n == 5 {
			return err
		}
		time.Sleep(time.Second << n)
	}
}

// "or on some ways only"
func (c *client) some(lock bool) error {
	if lock {
		c.mu.Lock()
	}
	for n := 0; ; n++ {
		err := c.dial()
		if err == nil || n == 5 {
			return err
		}
		time.Sleep(time.Second << n)
	}
}

// Another mutex is unlocked, and this one before the loop.
func (c *client) early(other *sync.Mutex) error {
	c.mu.Lock()
	dial := c.dial
	c.mu.Unlock()
	for n := 0; ; n++ {
		err := dial()
		if err == nil || n == 5 {
			return err
		}
		time.Sleep(time.Second << n)
	}
}
