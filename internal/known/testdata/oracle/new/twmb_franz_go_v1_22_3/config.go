// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/twmb/franz-go/pkg/kgo"
)

func probe(name string, policy any) {}

func c0() {
	c, _ := kgo.NewClient()
	probe("github.com/twmb/franz-go@v1.22.3 kgo default RetryBackoffFn(consecutive failures)", c)
}
