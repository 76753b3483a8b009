// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	gax "github.com/googleapis/gax-go/v2"
)

func probe(name string, policy any) {}

func c0() { probe("github.com/googleapis/gax-go/v2@v2.27.0 gax.Backoff{}", gax.Backoff{}) }

func c1() {
	probe("github.com/googleapis/gax-go/v2@v2.27.0 gax.Backoff{Initial: 100ms, Max: 60s, Multiplier: 1.3}", gax.Backoff{Initial: 100 * time.Millisecond, Max: 60 * time.Second, Multiplier: 1.3})
}
