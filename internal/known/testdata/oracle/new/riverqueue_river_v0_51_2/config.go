// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/riverqueue/river"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/riverqueue/river@v0.51.2 DefaultClientRetryPolicy{}.NextRetry", river.DefaultClientRetryPolicy{})
}
