// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	backoff "github.com/cenkalti/backoff/v4"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/cenkalti/backoff/v4@v4.3.0 NewExponentialBackOff()", backoff.NewExponentialBackOff())
}

func c1() {
	probe("github.com/cenkalti/backoff/v4@v4.3.0 NewExponentialBackOff(WithRandomizationFactor(0))", backoff.NewExponentialBackOff(backoff.WithRandomizationFactor(0)))
}

func c2() {
	probe("github.com/cenkalti/backoff/v4@v4.3.0 NewExponentialBackOff(WithRandomizationFactor(0.1))", backoff.NewExponentialBackOff(backoff.WithRandomizationFactor(0.1)))
}

func c3() {
	probe("github.com/cenkalti/backoff/v4@v4.3.0 NewExponentialBackOff(WithRandomizationFactor(1))", backoff.NewExponentialBackOff(backoff.WithRandomizationFactor(1)))
}

func c4() {
	probe("github.com/cenkalti/backoff/v4@v4.3.0 NewExponentialBackOff(WithInitialInterval(time.Second), WithMultiplier(2), WithMaxInterval(10*time.Second))", backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second), backoff.WithMultiplier(2), backoff.WithMaxInterval(10*time.Second)))
}

func c5() {
	probe("github.com/cenkalti/backoff/v4@v4.3.0 NewExponentialBackOff(WithMultiplier(0))", backoff.NewExponentialBackOff(backoff.WithMultiplier(0)))
}

func c6() {
	probe("github.com/cenkalti/backoff/v4@v4.3.0 NewExponentialBackOff(WithMaxInterval(0))", backoff.NewExponentialBackOff(backoff.WithMaxInterval(0)))
}

func c7() {
	probe("github.com/cenkalti/backoff/v4@v4.3.0 &ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 30*time.Second, Clock: SystemClock}", &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 30 * time.Second, Clock: backoff.SystemClock})
}
