// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 policy.RetryOptions{}", policy.RetryOptions{})
}

func c1() {
	probe("github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 policy.RetryOptions{RetryDelay: 4*time.Second, MaxRetryDelay: 120*time.Second, MaxRetries: 10}", policy.RetryOptions{RetryDelay: 4 * time.Second, MaxRetryDelay: 120 * time.Second, MaxRetries: 10})
}

func c2() {
	probe("github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 policy.RetryOptions{RetryDelay: -1} (documented as no delay)", policy.RetryOptions{RetryDelay: -1})
}

func c3() {
	probe("github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 pipeline POST, all 503, defaults", policy.RetryOptions{})
}

func c4() {
	probe("github.com/Azure/azure-sdk-for-go/sdk/azcore@v1.24.0 pipeline GET, all 503 with Retry-After: 30, defaults", policy.RetryOptions{})
}
