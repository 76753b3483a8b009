// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/olivere/elastic/v7"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/olivere/elastic/v7@v7.0.32 NewExponentialBackoff(100ms, 10s) (Next(1..); 0 = stop)", elastic.NewExponentialBackoff(100*time.Millisecond, 10*time.Second))
}
