// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/apache/pulsar-client-go/pulsar/backoff"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/apache/pulsar-client-go@v0.19.0 backoff.NewDefaultBackoff()", backoff.NewDefaultBackoff())
}
