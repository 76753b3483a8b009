package fix_nojitter

import (
	"math/rand"
	"time"
)

var die = rand.Intn(6)

func old(fetch func() error) {
	for d := time.Second; fetch() != nil; d = min(2*d, time.Minute) {
		time.Sleep(d)
	}
}

func oldConfigured(o Options, fetch func() error) {
	for d := o.Base; fetch() != nil; d = min(2*d, o.Max) {
		time.Sleep(d)
	}
}

func oldCounted(fetch func() error) {
	d := time.Second
	for range 6 {
		if fetch() == nil {
			return
		}
		time.Sleep(d)
		d *= 2
	}
}
