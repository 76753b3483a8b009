// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/grafana/dskit/backoff"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/grafana/dskit@v0.0.0-20260703122047-de1ec7541c44 backoff.New(ctx, Config{MinBackoff: 100ms, MaxBackoff: 10s, MaxRetries: 10})", backoff.Config{MinBackoff: 100 * time.Millisecond, MaxBackoff: 10 * time.Second, MaxRetries: 10})
}

func c1() {
	probe("github.com/grafana/dskit@v0.0.0-20260703122047-de1ec7541c44 backoff.New(ctx, Config{MinBackoff: 1s, MaxBackoff: 8100ms})", backoff.Config{MinBackoff: 1 * time.Second, MaxBackoff: 8100 * time.Millisecond})
}

func c2() {
	probe("github.com/grafana/dskit@v0.0.0-20260703122047-de1ec7541c44 backoff.New(ctx, Config{MinBackoff: 1s, MaxBackoff: 8s})", backoff.Config{MinBackoff: 1 * time.Second, MaxBackoff: 8 * time.Second})
}

func c3() {
	probe("github.com/grafana/dskit@v0.0.0-20260703122047-de1ec7541c44 backoff.New(ctx, Config{MinBackoff: 5s, MaxBackoff: 5s})", backoff.Config{MinBackoff: 5 * time.Second, MaxBackoff: 5 * time.Second})
}
