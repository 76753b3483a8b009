// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func probe(name string, policy any) {}

var attempt int

func c0() {
	probe("github.com/hashicorp/go-retryablehttp@v0.7.8 DefaultBackoff(1s, 30s, attempt-1, nil)", retryablehttp.DefaultBackoff(1*time.Second, 30*time.Second, attempt, nil))
}

func c1() {
	probe("github.com/hashicorp/go-retryablehttp@v0.7.8 LinearJitterBackoff(1s, 30s, attempt-1, nil)", retryablehttp.LinearJitterBackoff(1*time.Second, 30*time.Second, attempt, nil))
}

func c2() {
	probe("github.com/hashicorp/go-retryablehttp@v0.7.8 LinearJitterBackoff(800ms, 1200ms, attempt-1, nil)", retryablehttp.LinearJitterBackoff(800*time.Millisecond, 1200*time.Millisecond, attempt, nil))
}

func c3() {
	probe("github.com/hashicorp/go-retryablehttp@v0.7.8 LinearJitterBackoff(1s, 1s, attempt-1, nil)", retryablehttp.LinearJitterBackoff(1*time.Second, 1*time.Second, attempt, nil))
}

func c4() {
	probe("github.com/hashicorp/go-retryablehttp@v0.7.8 RateLimitLinearJitterBackoff(1s, 1.5s, attempt-1, nil)", retryablehttp.RateLimitLinearJitterBackoff(1*time.Second, 1500*time.Millisecond, attempt, nil))
}

func c5() {
	probe("github.com/hashicorp/go-retryablehttp@v0.7.8 NewClient().Post (all attempts 500)", retryablehttp.NewClient())
}
