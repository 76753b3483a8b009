// Package config holds configurations whose delays were measured.
package config

import (
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func probe(name string, policy any) {}

func c0() {
	b := wait.Backoff{Duration: 800 * time.Millisecond, Factor: 2, Jitter: 1, Steps: 38, Cap: 30 * time.Second}
	_ = b.DelayWithReset(nil, 2*time.Minute)
	probe("k8s.io/client-go@v0.37.2 tools/cache Reflector default: wait.Backoff{800ms, Factor 2, Jitter 1, Steps 38, Cap 30s}.DelayWithReset(clock, 2m)", b)
}
