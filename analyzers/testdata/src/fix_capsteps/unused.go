package fix_capsteps

import (
	"math"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

// Without it, nothing would use the import.
func forEver(call func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Jitter: 1, Steps: math.MaxInt32, Cap: time.Minute}, call)
}
