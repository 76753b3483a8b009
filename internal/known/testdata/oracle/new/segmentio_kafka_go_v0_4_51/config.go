// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/segmentio/kafka-go"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/segmentio/kafka-go@v0.4.51 Writer{} retry (WriteBackoffMin 100ms, WriteBackoffMax 1s)", &kafka.Writer{})
}
