// Package config holds configurations whose delays were measured.
package config

import (
	retry "github.com/avast/retry-go/v3"
)

func probe(name string, policy any) {}

func f() error { return nil }

func c0() { probe("github.com/avast/retry-go/v3@v3.1.1 Do(f)", retry.Do(f)) }
