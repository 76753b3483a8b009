// Package config holds configurations whose delays were measured.
package config

import (
	backoff "github.com/cenkalti/backoff/v3"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/cenkalti/backoff/v3@v3.2.2 NewExponentialBackOff()", backoff.NewExponentialBackOff())
}
