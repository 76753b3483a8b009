// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/lestrrat-go/backoff/v2"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/lestrrat-go/backoff/v2@v2.0.8 NewExponentialInterval()", backoff.NewExponentialInterval())
}

func c1() {
	probe("github.com/lestrrat-go/backoff/v2@v2.0.8 NewExponentialInterval(WithJitterFactor(0.05))", backoff.NewExponentialInterval(backoff.WithJitterFactor(0.05)))
}

func c2() {
	probe("github.com/lestrrat-go/backoff/v2@v2.0.8 NewExponentialInterval(WithJitterFactor(0.5), WithMaxInterval(10*time.Second))", backoff.NewExponentialInterval(backoff.WithJitterFactor(0.5), backoff.WithMaxInterval(10*time.Second)))
}

func c3() {
	probe("github.com/lestrrat-go/backoff/v2@v2.0.8 NewExponentialInterval(WithJitterFactor(1))", backoff.NewExponentialInterval(backoff.WithJitterFactor(1)))
}

func c4() {
	probe("github.com/lestrrat-go/backoff/v2@v2.0.8 NewConstantInterval()", backoff.NewConstantInterval())
}
