// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/juju/retry"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/juju/retry@v1.0.1 ExpBackoff(1s, 30s, 2, true)", retry.ExpBackoff(1*time.Second, 30*time.Second, 2, true))
}

func c1() {
	probe("github.com/juju/retry@v1.0.1 ExpBackoff(1s, 30s, 2, false)", retry.ExpBackoff(1*time.Second, 30*time.Second, 2, false))
}

func c2() {
	probe("github.com/juju/retry@v1.0.1 CallArgs{Delay: 1s, BackoffFunc: DoubleDelay}", retry.CallArgs{Delay: 1 * time.Second, BackoffFunc: retry.DoubleDelay})
}
