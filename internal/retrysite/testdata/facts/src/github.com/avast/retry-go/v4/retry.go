// Package retry has the shape of github.com/avast/retry-go/v4.
package retry

import (
	"context"
	"time"
)

type Config struct{}

type Option func(*Config)

type RetryableFunc func() error

type DelayTypeFunc func(n uint, err error, config *Config) time.Duration

func Do(f RetryableFunc, opts ...Option) error { return f() }

func Attempts(n uint) Option                   { return nil }
func Delay(d time.Duration) Option             { return nil }
func MaxDelay(d time.Duration) Option          { return nil }
func MaxJitter(d time.Duration) Option         { return nil }
func DelayType(f DelayTypeFunc) Option         { return nil }
func Context(ctx context.Context) Option       { return nil }
func OnRetry(f func(n uint, err error)) Option { return nil }
func RetryIf(f func(error) bool) Option        { return nil }
func LastErrorOnly(b bool) Option              { return nil }
func Unrecoverable(err error) error            { return err }

func BackOffDelay(n uint, _ error, c *Config) time.Duration           { return 0 }
func FixedDelay(_ uint, _ error, c *Config) time.Duration             { return 0 }
func RandomDelay(_ uint, _ error, c *Config) time.Duration            { return 0 }
func FullJitterBackoffDelay(n uint, _ error, c *Config) time.Duration { return 0 }
func CombineDelay(fs ...DelayTypeFunc) DelayTypeFunc                  { return nil }
