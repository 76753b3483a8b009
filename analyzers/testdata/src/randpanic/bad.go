// Package randpanic holds retries that draw from an empty range (bad.go), and
// code that looks like it and does not (good.go).
package randpanic

import (
	"math"
	"math/rand"
	"net"
	"net/http"
	"time"

	randv2 "math/rand/v2"
)

// "a zero delay in the code": the factor is 0 at the first failure.
func fromZero(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(randv2.N(time.Duration(n) * time.Second)) // want `nothing to draw from after attempt 1: .*\(randpanic\)`
	}
}

// "a value that shrinks"
func shrinks(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 8 {
			return resp, err
		}
		time.Sleep(time.Second + time.Duration(rand.Int63n(int64(1000-200*n)))*time.Millisecond) // want `after attempt 6: .*\(randpanic\)`
	}
}

// Halved until nothing is left.
func halved(addr string) net.Conn {
	ms := int64(4000)
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second + time.Duration(rand.Int63n(ms))*time.Millisecond) // want `after attempt 13: .*\(randpanic\)`
		ms /= 2
	}
}

// Options is a policy whose period may be missing.
type Options struct{ Period, Cap int }

func newOptions(opts map[string]int) *Options {
	period, limit := 0, 20_000
	if v, ok := opts["period"]; ok {
		period = v
	}
	if v, ok := opts["cap"]; ok {
		limit = v
	}
	return &Options{Period: period, Cap: limit}
}

// "a field left at zero": by the function that makes the policy, where the option is missing.
func (o *Options) DelayMillis(attempt int) int {
	top := math.Min(float64(o.Cap), math.Pow(2, float64(attempt))*float64(o.Period))
	return int(rand.Int63n(int64(top))) // want `nothing to draw from where Period is left at 0.*\(randpanic\)`
}
