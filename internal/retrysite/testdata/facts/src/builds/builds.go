// Package builds holds functions that return the policy of a library.
package builds

import (
	"time"

	seth "github.com/sethvargo/go-retry"
)

func Steady() seth.Backoff { // want Steady:`^builds go-retry.WithMaxRetries$`
	b := seth.NewExponential(time.Second)
	b = seth.WithFullJitter(b)
	return seth.WithMaxRetries(5, b)
}

// One of two.
func Either(fast bool) seth.Backoff {
	if fast {
		return seth.NewFibonacci(time.Millisecond)
	}
	return seth.NewExponential(time.Second)
}
