// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/gocql/gocql"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/gocql/gocql@v1.7.0 ExponentialReconnectionPolicy{InitialInterval: 1s, MaxInterval: 60s}.GetInterval(attempt)", gocql.ExponentialReconnectionPolicy{InitialInterval: 1 * time.Second, MaxInterval: 60 * time.Second})
}
