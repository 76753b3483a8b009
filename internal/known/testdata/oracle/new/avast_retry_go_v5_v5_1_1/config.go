// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	retry "github.com/avast/retry-go/v5"
)

func probe(name string, policy any) {}

func f() error { return nil }

func c0() { probe("github.com/avast/retry-go/v5@v5.1.1 New().Do(f)", retry.New().Do(f)) }

func c1() {
	probe("github.com/avast/retry-go/v5@v5.1.1 New(MaxDelay(5*time.Second)).Do(f)", retry.New(retry.MaxDelay(5*time.Second)).Do(f))
}

func c2() {
	probe("github.com/avast/retry-go/v5@v5.1.1 New(DelayType(FullJitterBackoffDelay), MaxDelay(5*time.Second)).Do(f)", retry.New(retry.DelayType(retry.FullJitterBackoffDelay), retry.MaxDelay(5*time.Second)).Do(f))
}
