// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/jpillora/backoff"
)

func probe(name string, policy any) {}

func c0() { probe("github.com/jpillora/backoff@v1.1.0 &Backoff{}", &backoff.Backoff{}) }

func c1() {
	probe("github.com/jpillora/backoff@v1.1.0 &Backoff{Jitter: true}", &backoff.Backoff{Jitter: true})
}

func c2() {
	probe("github.com/jpillora/backoff@v1.1.0 &Backoff{Min: time.Second, Max: 30*time.Second, Factor: 1.5, Jitter: true}", &backoff.Backoff{Min: time.Second, Max: 30 * time.Second, Factor: 1.5, Jitter: true})
}

func c3() {
	probe("github.com/jpillora/backoff@v1.1.0 &Backoff{Min: 30*time.Second}", &backoff.Backoff{Min: 30 * time.Second})
}
