package fix_nojitter

import (
	"crypto/rand"
	"time"
)

var secret = rand.Text()

func shadowed(fetch func() error) {
	for d := time.Second; fetch() != nil; d = min(2*d, time.Minute) {
		time.Sleep(d)
	}
}

// bounded has a word of its own for max: the draw that needs no guard is taken.
func bounded(max time.Duration, o Options, fetch func() error) {
	for d := o.Base; fetch() != nil; {
		time.Sleep(d)
		if d *= 2; d > max {
			d = max
		}
	}
}
