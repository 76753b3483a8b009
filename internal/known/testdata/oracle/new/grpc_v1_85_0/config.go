// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
)

func probe(name string, policy any) {}

func c0() {
	probe("google.golang.org/grpc@v1.85.0 connection backoff, backoff.DefaultConfig", backoff.DefaultConfig)
}

func c1() {
	probe("google.golang.org/grpc@v1.85.0 connection backoff, backoff.Config{BaseDelay: 1s, Multiplier: 1.6, MaxDelay: 10s} (Jitter unset)", backoff.Config{BaseDelay: 1 * time.Second, Multiplier: 1.6, MaxDelay: 10 * time.Second})
}

func c2() {
	probe("google.golang.org/grpc@v1.85.0 connection backoff, backoff.Config{MaxDelay: 5s} (rest unset)", backoff.Config{MaxDelay: 5 * time.Second})
}

func c3() {
	probe("google.golang.org/grpc@v1.85.0 connection backoff, backoff.Config{BaseDelay: 1s, MaxDelay: 5s} (Multiplier unset)", backoff.Config{BaseDelay: 1 * time.Second, MaxDelay: 5 * time.Second})
}

func c4() {
	probe("google.golang.org/grpc@v1.85.0 service config retryPolicy{maxAttempts 5, initialBackoff 1s, maxBackoff 3s, backoffMultiplier 2}, UNAVAILABLE", grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "3s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`))
}

func c5() {
	probe("google.golang.org/grpc@v1.85.0 same retryPolicy, server sends grpc-retry-pushback-ms: 30000", grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "3s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`))
}
