// Package config holds configurations whose delays were measured.
package config

import (
	anthropic "github.com/anthropics/anthropic-sdk-go"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/anthropics/anthropic-sdk-go@v1.84.0 default retry, no Retry-After", anthropic.NewClient())
}

func c1() {
	probe("github.com/anthropics/anthropic-sdk-go@v1.84.0 default retry, Retry-After: 30", anthropic.NewClient())
}
