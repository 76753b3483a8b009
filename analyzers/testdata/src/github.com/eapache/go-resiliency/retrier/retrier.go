// Package retrier has the shape of github.com/eapache/go-resiliency/retrier.
package retrier

import "time"

type Classifier interface{ Classify(error) int }

type Retrier struct{}

func New(backoff []time.Duration, class Classifier) *Retrier          { return nil }
func ExponentialBackoff(n int, initial time.Duration) []time.Duration { return nil }
func (r *Retrier) SetJitter(jit float64)                              {}
func (r *Retrier) Run(work func() error) error                        { return nil }
