// Package config holds configurations whose delays were measured.
package config

import (
	openai "github.com/openai/openai-go/v3"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/openai/openai-go/v3@v3.99.0 default retry, no Retry-After", openai.NewClient())
}

func c1() {
	probe("github.com/openai/openai-go/v3@v3.99.0 default retry, Retry-After: 30", openai.NewClient())
}
