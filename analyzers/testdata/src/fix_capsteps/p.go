// Package fix_capsteps holds retries that end because their delay meets the cap.
package fix_capsteps

import (
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func inline(call func() (bool, error)) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 100, Cap: time.Minute}
	return wait.ExponentialBackoff(b, call)
}

func first(call func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{Cap: time.Minute, Duration: time.Second, Factor: 2, Jitter: 1, Steps: 1 << 20}, call)
}

func lines(call func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{
		Duration: time.Second,
		Factor:   2,
		Jitter:   1,
		Cap:      10 * time.Second,
		Steps:    10,
	}, call)
}

func said(call func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{
		Duration: time.Second,
		Factor:   2,
		Jitter:   1,
		Steps:    10,
		Cap:      10 * time.Second, // a comment is not taken out
	}, call)
}
