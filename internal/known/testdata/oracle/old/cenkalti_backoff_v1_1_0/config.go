// Package config holds configurations whose delays were measured.
package config

import (
	backoff "github.com/cenkalti/backoff"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/cenkalti/backoff@v1.1.0 NewExponentialBackOff()", backoff.NewExponentialBackOff())
}
