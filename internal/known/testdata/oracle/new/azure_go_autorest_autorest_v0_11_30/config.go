// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/Azure/go-autorest/autorest"
)

func probe(name string, policy any) {}

var attempt int

var done chan struct{}

func c0() {
	probe("github.com/Azure/go-autorest/autorest@v0.11.30 DelayForBackoffWithCap(30s, 0, attempt-1, done) (client default)", autorest.DelayForBackoffWithCap(30*time.Second, 0, attempt, done))
}

func c1() {
	probe("github.com/Azure/go-autorest/autorest@v0.11.30 DelayForBackoffWithCap(500ms, 0, attempt-1, done)", autorest.DelayForBackoffWithCap(500*time.Millisecond, 0, attempt, done))
}
