// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/Rican7/retry/backoff"
	"github.com/Rican7/retry/jitter"
	"github.com/Rican7/retry/strategy"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/Rican7/retry@v0.3.1 strategy.Backoff(backoff.BinaryExponential(10ms))", strategy.Backoff(backoff.BinaryExponential(10*time.Millisecond)))
}

func c1() {
	probe("github.com/Rican7/retry@v0.3.1 strategy.Backoff(backoff.Exponential(10ms, 1.5))", strategy.Backoff(backoff.Exponential(10*time.Millisecond, 1.5)))
}

func c2() {
	probe("github.com/Rican7/retry@v0.3.1 strategy.Backoff(backoff.Linear(10ms))", strategy.Backoff(backoff.Linear(10*time.Millisecond)))
}

func c3() {
	probe("github.com/Rican7/retry@v0.3.1 strategy.BackoffWithJitter(backoff.BinaryExponential(10ms), jitter.Deviation(nil, 0.5))", strategy.BackoffWithJitter(backoff.BinaryExponential(10*time.Millisecond), jitter.Deviation(nil, 0.5)))
}

func c4() {
	probe("github.com/Rican7/retry@v0.3.1 strategy.BackoffWithJitter(backoff.BinaryExponential(10ms), jitter.Full(nil))", strategy.BackoffWithJitter(backoff.BinaryExponential(10*time.Millisecond), jitter.Full(nil)))
}

func c5() {
	probe("github.com/Rican7/retry@v0.3.1 strategy.BackoffWithJitter(backoff.BinaryExponential(10ms), jitter.Equal(nil))", strategy.BackoffWithJitter(backoff.BinaryExponential(10*time.Millisecond), jitter.Equal(nil)))
}
