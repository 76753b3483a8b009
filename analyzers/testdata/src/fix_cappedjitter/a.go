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
