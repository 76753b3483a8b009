// Package config holds configurations whose delays were measured.
package config

import (
	stripe "github.com/stripe/stripe-go/v82"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/stripe/stripe-go/v82@v82.5.1 BackendConfig{} sleepTime(attempt-1)", stripe.BackendConfig{})
}
