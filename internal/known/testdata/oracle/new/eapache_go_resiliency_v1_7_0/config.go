// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/eapache/go-resiliency/retrier"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/eapache/go-resiliency@v1.7.0 retrier.New(retrier.ExponentialBackoff(10, 100ms), nil)", retrier.New(retrier.ExponentialBackoff(10, 100*time.Millisecond), nil))
}

func c1() {
	probe("github.com/eapache/go-resiliency@v1.7.0 retrier.New(retrier.LimitedExponentialBackoff(10, 100ms, 5s), nil)", retrier.New(retrier.LimitedExponentialBackoff(10, 100*time.Millisecond, 5*time.Second), nil))
}

func c2() {
	r := retrier.New(retrier.ExponentialBackoff(10, 100*time.Millisecond), nil)
	r.SetJitter(0.25)
	probe("github.com/eapache/go-resiliency@v1.7.0 r := retrier.New(retrier.ExponentialBackoff(10, 100ms), nil); r.SetJitter(0.25)", r)
}
