// Package config holds configurations whose delays were measured.
package config

import (
	retry "github.com/avast/retry-go"
)

func probe(name string, policy any) {}

func f() error { return nil }

func c0() { probe("github.com/avast/retry-go@v2.7.0+incompatible Do(f)", retry.Do(f)) }
