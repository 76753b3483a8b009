// Package renamed passes on what another package tells it.
package renamed

import (
	"time"

	"helpers"
)

func RetryDelay(attempt int) time.Duration { // want RetryDelay:`^delay 1s \* pow\(2, \?p0.none\)$`
	return helpers.Backoff(time.Second, attempt)
}

func WaitTwice(n int, cancel <-chan struct{}) bool { // want WaitTwice:`^waits .*2s \* pow\(2, \?p0.none\)$`
	return helpers.DelayForBackoff(2*time.Second, n, cancel)
}
