// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/elastic/elastic-transport-go/v8/elastictransport"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/elastic/elastic-transport-go/v8@v8.11.0 elastictransport.New(Config{URLs: one}), POST /_bulk, 503", elastictransport.Config{URLs: nil})
}
