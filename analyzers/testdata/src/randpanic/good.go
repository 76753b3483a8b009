package randpanic

import (
	"math/rand"
	"net/http"
	"time"

	randv2 "math/rand/v2"
)

// The count begins at 1.
func fromOne(url string) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(randv2.N(time.Duration(n) * time.Second))
	}
}

// "guarded"
func guarded(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		d := time.Duration(n) * time.Second
		if d > 0 {
			d = randv2.N(d)
		}
		time.Sleep(d)
	}
}

// "guarded": one is added.
func oneAdded(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(time.Duration(rand.Int63n(int64(n)*int64(time.Second) + 1)))
	}
}

// "within the attempts allowed": it would shrink to nothing later.
func endsBefore(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 4 {
			return resp, err
		}
		time.Sleep(time.Second + time.Duration(rand.Int63n(int64(1000-200*n)))*time.Millisecond)
	}
}

// "a parameter or configuration value about which nothing is seen"
func parameter(spread time.Duration, url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 4 {
			return resp, err
		}
		time.Sleep(time.Second + randv2.N(spread))
	}
}

// What overflows for lack of a cap is nocap's.
func overflows(tries int, do func() error) (err error) {
	delay := 500 * time.Millisecond
	for n := 1; n <= tries; n++ {
		if err = do(); err == nil || n == tries {
			break
		}
		time.Sleep(time.Duration(rand.Int63n(int64(delay))))
		delay <<= 1
	}
	return err
}

// Checked is a policy whose period may be missing, and is then another.
type Checked struct{ Period, Least int }

func newChecked(opts map[string]int) *Checked {
	period, least := 0, 0
	if v, ok := opts["period"]; ok {
		period = v
	}
	if period == 0 {
		period = 100
	}
	if v, ok := opts["least"]; ok {
		least = v
	}
	return &Checked{Period: period, Least: least}
}

// "one is added to it"
func (c *Checked) DelayMillis(attempt int) int {
	return int(rand.Int63n(int64(attempt*c.Period)) + rand.Int63n(int64(c.Least)+1))
}

// The first failures are not waited for: nothing is drawn, whatever the shift would come to.
func laterOnly(url string) (resp *http.Response, err error) {
	for n := 0; n < 5; n++ {
		if n >= 2 {
			d := 250 * time.Millisecond << uint(n-2)
			time.Sleep(250*time.Millisecond + time.Duration(rand.Int63n(int64(d))))
		}
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
	}
	return resp, err
}
