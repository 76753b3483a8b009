// Package backoff has the shape of github.com/jpillora/backoff.
package backoff

import "time"

type Backoff struct {
	Factor   float64
	Jitter   bool
	Min, Max time.Duration
}

func (b *Backoff) Duration() time.Duration { return b.Min }
func (b *Backoff) Reset()                  {}
