// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/redis/go-redis/v9"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/redis/go-redis/v9@v9.23.0 redis.Options{} command retry (MinRetryBackoff 10ms, MaxRetryBackoff 1s)", redis.Options{})
}

func c1() {
	probe("github.com/redis/go-redis/v9@v9.23.0 redis.Options{MinRetryBackoff: 8ms, MaxRetryBackoff: 512ms} (defaults before 9.x raised them)", redis.Options{MinRetryBackoff: 8 * time.Millisecond, MaxRetryBackoff: 512 * time.Millisecond})
}
