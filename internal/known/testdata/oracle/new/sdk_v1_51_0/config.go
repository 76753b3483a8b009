// Package config holds configurations whose delays were measured.
package config

import (
	"go.temporal.io/sdk/temporal"
)

func probe(name string, policy any) {}

func c0() {
	probe("go.temporal.io/sdk@v1.51.0 temporal.RetryPolicy{} on a local activity (1s, x2, cap 100s)", temporal.RetryPolicy{})
}
