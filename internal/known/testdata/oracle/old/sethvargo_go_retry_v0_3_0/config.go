// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/sethvargo/go-retry"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/sethvargo/go-retry@v0.3.0 WithCappedDuration(10s, WithJitterPercent(50, NewExponential(1s)))", retry.WithCappedDuration(10*time.Second, retry.WithJitterPercent(50, retry.NewExponential(1*time.Second))))
}
