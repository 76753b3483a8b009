// Package backoff has the shape of github.com/cenkalti/backoff/v4.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
	MaxElapsedTime      time.Duration
	Stop                time.Duration
}

func (b *ExponentialBackOff) NextBackOff() time.Duration { return 0 }
func (b *ExponentialBackOff) Reset()                     {}

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { return nil }

func WithInitialInterval(d time.Duration) ExponentialBackOffOpts { return nil }
func WithMultiplier(m float64) ExponentialBackOffOpts            { return nil }
func WithRandomizationFactor(f float64) ExponentialBackOffOpts   { return nil }
func WithMaxRetries(b BackOff, max uint64) BackOff               { return b }
func WithContext(b BackOff, ctx context.Context) BackOff         { return b }
func Retry(o func() error, b BackOff) error                      { return o() }
func Permanent(err error) error                                  { return err }
