// Package config holds configurations whose delays were measured.
package config

import (
	"google.golang.org/grpc"
)

func probe(name string, policy any) {}

func c0() {
	probe("google.golang.org/grpc@v1.68.0 service config retryPolicy{maxAttempts 5, initialBackoff 1s, maxBackoff 3s, backoffMultiplier 2}, UNAVAILABLE", grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "3s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`))
}

func c1() {
	probe("google.golang.org/grpc@v1.68.0 same retryPolicy, server sends grpc-retry-pushback-ms: 30000", grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "3s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`))
}
