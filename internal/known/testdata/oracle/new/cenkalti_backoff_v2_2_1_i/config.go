// Package config holds configurations whose delays were measured.
package config

import (
	backoff "github.com/cenkalti/backoff"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/cenkalti/backoff@v2.2.1+incompatible NewExponentialBackOff()", backoff.NewExponentialBackOff())
}
