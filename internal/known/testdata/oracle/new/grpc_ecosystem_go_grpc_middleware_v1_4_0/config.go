// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	retry "github.com/grpc-ecosystem/go-grpc-middleware/retry"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry.BackoffLinearWithJitter(50ms, 0.10) (default)", retry.BackoffLinearWithJitter(50*time.Millisecond, 0.10))
}

func c1() {
	probe("github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry.BackoffLinear(50ms)", retry.BackoffLinear(50*time.Millisecond))
}

func c2() {
	probe("github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry.BackoffExponential(100ms)", retry.BackoffExponential(100*time.Millisecond))
}

func c3() {
	probe("github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry.BackoffExponentialWithJitter(100ms, 0.10)", retry.BackoffExponentialWithJitter(100*time.Millisecond, 0.10))
}
