// Package capsteps holds retries that end because their delay meets the cap
// (bad.go), and code that looks like it and does not (good.go).
package capsteps

import (
	"math"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func endless(call func() (bool, error)) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: math.MaxInt32, Cap: time.Minute} // want `after attempt 6, and wait.Backoff then stops, not when Steps are used; .*\(capsteps\)`
	return wait.ExponentialBackoff(b, call)
}

func tenSteps(call func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{ // want `after attempt 4, and wait.Backoff then stops, not after 10; .*\(capsteps\)`
		Duration: time.Second,
		Factor:   2,
		Jitter:   1,
		Steps:    10,
		Cap:      10 * time.Second,
	}, call)
}
