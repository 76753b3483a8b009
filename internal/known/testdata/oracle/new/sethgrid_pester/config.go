// Package config holds configurations whose delays were measured.
package config

import "github.com/sethgrid/pester"

func probe(name string, policy any) {}

func c0() {
	probe("github.com/sethgrid/pester@32a1beba19bd pester.DefaultBackoff", pester.DefaultBackoff)
}

func c1() {
	probe("github.com/sethgrid/pester@32a1beba19bd pester.ExponentialBackoff", pester.ExponentialBackoff)
}

func c2() {
	probe("github.com/sethgrid/pester@32a1beba19bd pester.LinearBackoff", pester.LinearBackoff)
}

func c3() {
	probe("github.com/sethgrid/pester@32a1beba19bd pester.ExponentialJitterBackoff", pester.ExponentialJitterBackoff)
}

func c4() {
	probe("github.com/sethgrid/pester@32a1beba19bd pester.LinearJitterBackoff", pester.LinearJitterBackoff)
}
