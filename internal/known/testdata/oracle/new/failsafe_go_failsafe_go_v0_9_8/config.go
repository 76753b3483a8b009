// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy.NewWithDefaults[any]()", retrypolicy.NewWithDefaults[any]())
}

func c1() {
	probe("github.com/failsafe-go/failsafe-go@v0.9.8 NewBuilder[any]().WithBackoff(1s, 30s).WithMaxRetries(8)", retrypolicy.NewBuilder[any]().WithBackoff(1*time.Second, 30*time.Second).WithMaxRetries(8))
}

func c2() {
	probe("github.com/failsafe-go/failsafe-go@v0.9.8 NewBuilder[any]().WithBackoff(1s, 30s).WithJitterFactor(0.25).WithMaxRetries(8)", retrypolicy.NewBuilder[any]().WithBackoff(1*time.Second, 30*time.Second).WithJitterFactor(0.25).WithMaxRetries(8))
}

func c3() {
	probe("github.com/failsafe-go/failsafe-go@v0.9.8 NewBuilder[any]().WithBackoff(1s, 30s).WithJitter(100ms).WithMaxRetries(8)", retrypolicy.NewBuilder[any]().WithBackoff(1*time.Second, 30*time.Second).WithJitter(100*time.Millisecond).WithMaxRetries(8))
}

func c4() {
	probe("github.com/failsafe-go/failsafe-go@v0.9.8 NewBuilder[any]().WithRandomDelay(1s, 10s)", retrypolicy.NewBuilder[any]().WithRandomDelay(1*time.Second, 10*time.Second))
}

func c5() {
	probe("github.com/failsafe-go/failsafe-go@v0.9.8 failsafehttp.NewRetryPolicyBuilder(), POST, 500", failsafehttp.NewRetryPolicyBuilder())
}

func c6() {
	probe("github.com/failsafe-go/failsafe-go@v0.9.8 failsafehttp.NewRetryPolicyBuilder(), GET, 429 Retry-After: 30", failsafehttp.NewRetryPolicyBuilder())
}

func c7() {
	probe("github.com/failsafe-go/failsafe-go@v0.9.8 failsafehttp.NewRetryPolicyBuilder().WithBackoff(1s, 10s).WithJitterFactor(0.25), GET, 429 Retry-After: 30", failsafehttp.NewRetryPolicyBuilder().WithBackoff(1*time.Second, 10*time.Second).WithJitterFactor(0.25))
}
