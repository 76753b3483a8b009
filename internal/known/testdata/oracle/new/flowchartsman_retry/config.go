// Package config holds configurations whose delays were measured.
package config

import "github.com/flowchartsman/retry"

func probe(name string, policy any) {}

func c0() {
	probe("github.com/flowchartsman/retry@337728caa2c2 NewRetrier(0, 0, 0) (5 tries, 200ms, 1s)", retry.NewRetrier(0, 0, 0))
}
