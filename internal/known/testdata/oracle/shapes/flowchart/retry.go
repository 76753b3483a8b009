// Package retry has the shape of a module that no proxy serves.
package retry

import "time"

type Retrier struct{}

func NewRetrier(maxTries int, initialDelay, maxDelay time.Duration) *Retrier { return nil }
