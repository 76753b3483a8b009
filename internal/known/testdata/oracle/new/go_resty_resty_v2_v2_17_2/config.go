// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"github.com/go-resty/resty/v2"
)

func probe(name string, policy any) {}

func c0() {
	probe("github.com/go-resty/resty/v2@v2.17.2 resty.New().SetRetryCount(8), POST, transport error", resty.New().SetRetryCount(8))
}

func c1() {
	probe("github.com/go-resty/resty/v2@v2.17.2 resty.New().SetRetryCount(5).SetRetryWaitTime(1s).SetRetryMaxWaitTime(30s), POST, transport error", resty.New().SetRetryCount(5).SetRetryWaitTime(1*time.Second).SetRetryMaxWaitTime(30*time.Second))
}

func c2() {
	probe("github.com/go-resty/resty/v2@v2.17.2 resty.New().SetRetryCount(5).SetRetryWaitTime(5s), POST, transport error (max stays 2s)", resty.New().SetRetryCount(5).SetRetryWaitTime(5*time.Second))
}

func c3() {
	probe("github.com/go-resty/resty/v2@v2.17.2 resty.New().SetRetryCount(5).SetRetryWaitTime(2s), POST, transport error (max stays 2s)", resty.New().SetRetryCount(5).SetRetryWaitTime(2*time.Second))
}

func c4() {
	probe("github.com/go-resty/resty/v2@v2.17.2 resty.New().SetRetryCount(3).AddRetryCondition(503), POST, 503 Retry-After: 30 (header not read)", resty.New().SetRetryCount(3).AddRetryCondition(nil))
}
