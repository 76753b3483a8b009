// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/PuerkitoBio/rehttp"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/PuerkitoBio/rehttp@v1.4.0 ExpJitterDelay(1s, 10s)", rehttp.ExpJitterDelay(1*time.Second, 10*time.Second))
}
