package fix_nojitter

import (
	random "math/rand/v2"
	"time"
)

var pick = random.IntN(3)

func renamed(fetch func() error) {
	for d := time.Second; fetch() != nil; d = min(2*d, time.Minute) {
		time.Sleep(d)
	}
}
