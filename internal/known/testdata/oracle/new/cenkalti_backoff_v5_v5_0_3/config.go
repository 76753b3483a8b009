// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	backoff "github.com/cenkalti/backoff/v5"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/cenkalti/backoff/v5@v5.0.3 NewExponentialBackOff()", backoff.NewExponentialBackOff())
}

func c1() {
	probe("github.com/cenkalti/backoff/v5@v5.0.3 &ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 30*time.Second}", &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 30 * time.Second})
}

func c2() {
	probe("github.com/cenkalti/backoff/v5@v5.0.3 &ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2}", &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2})
}

func c3() {
	probe("github.com/cenkalti/backoff/v5@v5.0.3 &ExponentialBackOff{InitialInterval: time.Second, RandomizationFactor: 0.5, MaxInterval: 30*time.Second}", &backoff.ExponentialBackOff{InitialInterval: time.Second, RandomizationFactor: 0.5, MaxInterval: 30 * time.Second})
}
