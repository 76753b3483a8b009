// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/cloudflare/backoff"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/cloudflare/backoff@v0.0.0-20161212185259-647f3cdfc87a New(0, 0)", backoff.New(0, 0))
}

func c1() {
	probe("github.com/cloudflare/backoff@v0.0.0-20161212185259-647f3cdfc87a NewWithoutJitter(0, 0)", backoff.NewWithoutJitter(0, 0))
}
