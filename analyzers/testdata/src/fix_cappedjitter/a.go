// Package fix_cappedjitter holds jitter that a cap takes away.
package fix_cappedjitter

import (
	"math/rand/v2"
	"time"
)

func late(fetch func() error) {
	base := time.Second
	for fetch() != nil {
		d := min(30*time.Second, base+rand.N(base))
		time.Sleep(d)
		base = min(2*base, time.Hour)
	}
}

// Returns in several places are drawn each; none at all is no wait.
func Backoff(base, most time.Duration, attempt int) time.Duration {
	if attempt < 0 {
		return 0
	}
	d := time.Duration(float64(base<<min(attempt, 20)) * (0.8 + 0.4*rand.Float64()))
	if d > most {
		return most
	}
	return d
}
