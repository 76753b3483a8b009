// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/aws/aws-sdk-go-v2@v1.48.0 retry.NewStandard().RetryDelay(attempt, err)", retry.NewStandard())
}

func c1() {
	probe("github.com/aws/aws-sdk-go-v2@v1.48.0 retry.NewStandard().RetryDelay(attempt, throttlingErr)", retry.NewStandard())
}

func c2() {
	probe("github.com/aws/aws-sdk-go-v2@v1.48.0 retry.NewStandard(func(o *retry.StandardOptions) { o.MaxBackoff = 5*time.Second }).RetryDelay(attempt, err)", retry.NewStandard(func(o *retry.StandardOptions) { o.MaxBackoff = 5 * time.Second }))
}

func c3() {
	probe("github.com/aws/aws-sdk-go-v2@v1.48.0 retry.NewExponentialJitterBackoff(20*time.Second).BackoffDelay(attempt, err)", retry.NewExponentialJitterBackoff(20*time.Second))
}

func c4() {
	probe("github.com/aws/aws-sdk-go-v2@v1.48.0 retry.AddWithMaxBackoffDelay(retry.NewStandard(), 5*time.Second).RetryDelay(attempt, err)", retry.AddWithMaxBackoffDelay(retry.NewStandard(), 5*time.Second))
}

func c5() {
	probe("github.com/aws/aws-sdk-go-v2@v1.48.0 retry.AddWithMaxBackoffDelay(retry.NewStandard(), 1*time.Second).RetryDelay(attempt, err)", retry.AddWithMaxBackoffDelay(retry.NewStandard(), 1*time.Second))
}
