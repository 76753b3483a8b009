// Package fix_nocap holds delays that grow for ever.
package fix_nocap

import (
	"math"
	"math/rand/v2"
	"time"
)

func doubling(fetch func() error) {
	delay := time.Second
	for fetch() != nil {
		time.Sleep(delay + rand.N(delay))
		delay *= 2 // and so on
	}
}

func written(fetch func() error) {
	delay := time.Second
	for fetch() != nil {
		time.Sleep(delay + rand.N(delay))
		delay = delay * 2
	}
}

func powers(fetch func() error) (err error) {
	for n := 1; n <= 11; n++ {
		if err = fetch(); err == nil || n == 11 {
			break
		}
		wait := time.Duration(math.Pow(3, float64(n))) * time.Second
		time.Sleep(wait/2 + rand.N(wait))
	}
	return err
}

func capTooLate(fetch func() error) {
	for n := 0; fetch() != nil; n++ {
		wait := min(100*time.Millisecond<<n, 30*time.Second)
		time.Sleep(time.Duration((0.5 + rand.Float64()) * float64(wait)))
	}
}

func capNotSeen(fetch func() error, limit time.Duration) {
	for n := 0; fetch() != nil; n++ {
		wait := min(100*time.Millisecond*time.Duration(1<<uint(n)), limit)
		time.Sleep(time.Duration((0.5 + rand.Float64()) * float64(wait)))
	}
}

// twice grows in two places: which of them is to be bounded is not seen.
func twice(fetch func() error) {
	delay := time.Second
	for fetch() != nil {
		time.Sleep(delay + rand.N(delay))
		delay *= 2
		if delay > 10*time.Second {
			delay *= 3
		}
	}
}

// seconds counts in numbers of its own.
func seconds(fetch func() error) {
	s := 1
	for fetch() != nil {
		d := time.Duration(s) * time.Second
		time.Sleep(d/2 + rand.N(d))
		s *= 2
	}
}

// named has a max of its own.
func named(fetch func() error, max time.Duration) {
	for n := 0; fetch() != nil; n++ {
		wait := 100 * time.Millisecond << n
		if wait > max {
			wait = max
		}
		time.Sleep(time.Duration((0.5 + rand.Float64()) * float64(wait)))
	}
}
