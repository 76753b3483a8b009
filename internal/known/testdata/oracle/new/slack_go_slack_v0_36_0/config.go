// Package config holds configurations whose delays were measured.
package config

import (
	"github.com/slack-go/slack"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/slack-go/slack@v0.36.0 NewRateLimitErrorRetryHandler(DefaultRetryConfig()), 429 Retry-After: 30", slack.NewRateLimitErrorRetryHandler(slack.DefaultRetryConfig()))
}
