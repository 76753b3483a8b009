// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/go-kit/kit/util/conn"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/go-kit/kit@v0.13.0 util/conn.Manager reconnect (Exponential fed back from 1s)", conn.NewDefaultManager("tcp", "localhost:80", nil))
}
