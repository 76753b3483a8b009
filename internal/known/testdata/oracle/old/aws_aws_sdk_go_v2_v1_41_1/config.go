// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/aws/aws-sdk-go-v2@v1.41.1 retry.NewStandard().RetryDelay(attempt, err)", retry.NewStandard())
}

func c1() {
	probe("github.com/aws/aws-sdk-go-v2@v1.41.1 retry.AddWithMaxBackoffDelay(retry.NewStandard(), 5*time.Second).RetryDelay(attempt, err)", retry.AddWithMaxBackoffDelay(retry.NewStandard(), 5*time.Second))
}
