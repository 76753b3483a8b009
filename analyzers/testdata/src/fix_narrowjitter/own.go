package fix_narrowjitter

import (
	"math/rand"
	"time"
)

func factor(fetch func() error) {
	d := time.Second
	for fetch() != nil {
		time.Sleep(time.Duration(float64(d) * (0.9 + 0.2*rand.Float64())))
		d = min(2*d, time.Minute)
	}
}

func inHelper(fetch func() error) {
	for n := 0; fetch() != nil; n++ {
		time.Sleep(next(n))
	}
}

func next(n int) time.Duration {
	d := min(time.Second<<min(n, 10), time.Minute)
	return time.Duration((rand.Float64()/2 + 0.8) * float64(d))
}

// outgrown has a random part that does not grow: more is put around it all.
func outgrown(fetch func() error) {
	d := time.Second
	for fetch() != nil {
		time.Sleep(d + time.Duration(rand.Intn(100))*time.Millisecond)
		d = min(2*d, time.Minute)
	}
}
