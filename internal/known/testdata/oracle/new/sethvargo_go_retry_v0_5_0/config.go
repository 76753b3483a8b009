// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/sethvargo/go-retry"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/sethvargo/go-retry@v0.5.0 NewExponential(1s)", retry.NewExponential(1*time.Second))
}

func c1() {
	probe("github.com/sethvargo/go-retry@v0.5.0 NewConstant(1s)", retry.NewConstant(1*time.Second))
}

func c2() {
	probe("github.com/sethvargo/go-retry@v0.5.0 NewFibonacci(1s)", retry.NewFibonacci(1*time.Second))
}

func c3() {
	probe("github.com/sethvargo/go-retry@v0.5.0 WithJitter(500ms, NewExponential(1s))", retry.WithJitter(500*time.Millisecond, retry.NewExponential(1*time.Second)))
}

func c4() {
	probe("github.com/sethvargo/go-retry@v0.5.0 WithJitterPercent(5, NewExponential(1s))", retry.WithJitterPercent(5, retry.NewExponential(1*time.Second)))
}

func c5() {
	probe("github.com/sethvargo/go-retry@v0.5.0 WithJitterPercent(50, NewExponential(1s))", retry.WithJitterPercent(50, retry.NewExponential(1*time.Second)))
}

func c6() {
	probe("github.com/sethvargo/go-retry@v0.5.0 WithFullJitter(NewExponential(1s))", retry.WithFullJitter(retry.NewExponential(1*time.Second)))
}

func c7() {
	probe("github.com/sethvargo/go-retry@v0.5.0 WithCappedDuration(10s, WithJitterPercent(50, NewExponential(1s)))", retry.WithCappedDuration(10*time.Second, retry.WithJitterPercent(50, retry.NewExponential(1*time.Second))))
}

func c8() {
	probe("github.com/sethvargo/go-retry@v0.5.0 WithJitterPercent(50, WithCappedDuration(10s, NewExponential(1s)))", retry.WithJitterPercent(50, retry.WithCappedDuration(10*time.Second, retry.NewExponential(1*time.Second))))
}
