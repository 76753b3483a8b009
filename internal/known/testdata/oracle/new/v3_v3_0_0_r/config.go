// Package config holds configurations whose delays were measured.
package config

import (
	resty "resty.dev/v3"
)

func probe(name string, policy any) {}

func c0() {
	probe("resty.dev/v3@v3.0.0-rc.4 resty.New().SetRetryCount(6).AddRetryConditions(RetryConditionStatus5XX), GET, 503", resty.New().SetRetryCount(6).AddRetryConditions(resty.RetryConditionStatus5XX))
}

func c1() {
	probe("resty.dev/v3@v3.0.0-rc.4 resty.New().SetRetryCount(3).AddRetryConditions(RetryConditionStatus5XX), GET, 503 Retry-After: 30", resty.New().SetRetryCount(3).AddRetryConditions(resty.RetryConditionStatus5XX))
}
