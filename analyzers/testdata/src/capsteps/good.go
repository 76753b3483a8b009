package capsteps

import (
	"math"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

// "cap not reached"
func notReached(call func() (bool, error)) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 5, Cap: 30 * time.Second}
	return wait.ExponentialBackoff(b, call)
}

// No cap.
func noCap(call func() (bool, error)) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: 6}
	return wait.ExponentialBackoff(b, call)
}

// "Step ... where the delay stays at Cap"
func stepped(call func() (bool, error)) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: math.MaxInt32, Cap: time.Minute}
	for {
		if ok, err := call(); ok || err != nil {
			return err
		}
		time.Sleep(b.Step())
	}
}
