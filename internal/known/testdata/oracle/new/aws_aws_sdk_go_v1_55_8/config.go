// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/aws/aws-sdk-go/aws/client"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/aws/aws-sdk-go@v1.55.8 client.DefaultRetryer{NumMaxRetries: 3}.RetryRules (500)", client.DefaultRetryer{NumMaxRetries: 3})
}

func c1() {
	probe("github.com/aws/aws-sdk-go@v1.55.8 client.DefaultRetryer{NumMaxRetries: 3}.RetryRules (503)", client.DefaultRetryer{NumMaxRetries: 3})
}

func c2() {
	probe("github.com/aws/aws-sdk-go@v1.55.8 client.DefaultRetryer{NumMaxRetries: 3}.RetryRules (503, Retry-After: 30)", client.DefaultRetryer{NumMaxRetries: 3})
}
