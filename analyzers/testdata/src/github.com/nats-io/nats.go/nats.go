// Package nats has the shape of github.com/nats-io/nats.go.
package nats

import "time"

type Conn struct{}

type Option func() error

func Connect(url string, options ...Option) (*Conn, error) { return nil, nil }
func Name(name string) Option                              { return nil }
func MaxReconnects(max int) Option                         { return nil }
func ReconnectWait(t time.Duration) Option                 { return nil }
func ReconnectJitter(jitter, tls time.Duration) Option     { return nil }

func CustomReconnectDelay(f func(attempts int) time.Duration) Option { return nil }
