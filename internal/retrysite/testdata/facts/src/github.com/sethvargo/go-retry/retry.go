// Package retry has the shape of github.com/sethvargo/go-retry.
package retry

import (
	"context"
	"time"
)

type Backoff interface{ Next() (time.Duration, bool) }

type RetryFunc func(ctx context.Context) error

func NewExponential(base time.Duration) Backoff                  { return nil }
func NewFibonacci(base time.Duration) Backoff                    { return nil }
func WithJitterPercent(j uint64, next Backoff) Backoff           { return next }
func WithCappedDuration(cap time.Duration, next Backoff) Backoff { return next }
func WithMaxRetries(max uint64, next Backoff) Backoff            { return next }
func Do(ctx context.Context, b Backoff, f RetryFunc) error       { return f(ctx) }
func RetryableError(err error) error                             { return err }
func WithFullJitter(next Backoff) Backoff                        { return next }
