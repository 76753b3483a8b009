// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/gojek/heimdall/v7"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/gojek/heimdall/v7@v7.0.3 NewExponentialBackoff(100ms, 5s, 2, 50ms)", heimdall.NewExponentialBackoff(100*time.Millisecond, 5*time.Second, 2, 50*time.Millisecond))
}

func c1() {
	probe("github.com/gojek/heimdall/v7@v7.0.3 NewExponentialBackoff(100ms, 5s, 2, 0)", heimdall.NewExponentialBackoff(100*time.Millisecond, 5*time.Second, 2, 0))
}
