// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/IBM/sarama"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/IBM/sarama@v1.61.1 NewExponentialBackoff(100ms, 2s)(attempt, max)", sarama.NewExponentialBackoff(100*time.Millisecond, 2*time.Second))
}
