// Package durationunit holds retries whose delay is off by a unit (bad.go), and
// code that looks like it and is not (good.go).
package durationunit

import (
	"math/rand"
	"net"
	"net/http"
	"time"

	randv2 "math/rand/v2"
)

// "a bare number that means nanoseconds": time.Sleep(5)
func five(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(5) // want `a bare number.*no wait at all: .*requests.*\(durationunit\)`
	}
}

// "a delay function returning 10"
func backoff(n int, resp *http.Response) time.Duration {
	if resp != nil && resp.StatusCode == http.StatusTooManyRequests {
		return 10 // want `a bare number.*\(durationunit\)`
	}
	return randv2.N(time.Second << min(n, 4))
}

// The count is converted to a Duration: only the random part is a real wait.
func countIsNanoseconds(addr string) net.Conn {
	for n := 1; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Duration(n)*2 + time.Millisecond*time.Duration(rand.Intn(1000))) // want `grows by 2ns with each attempt.*\(durationunit\)`
	}
}

// The same after a first failure that is not waited for.
func countAfterFirst(addr string) net.Conn {
	for n := 0; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(growing(n)) // want `grows by 2ns with each attempt.*\(durationunit\)`
	}
}

func growing(n int) time.Duration {
	if n == 0 {
		return 0
	}
	if n < 10 {
		return time.Duration(n)*2 + time.Millisecond*time.Duration(rand.Intn(1000))
	}
	return 30 * time.Second
}

const pause = 2 * time.Second

// "a Duration multiplied by a Duration"
func durationTimesDuration(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(pause * time.Second) // want `63 years.*\(durationunit\)`
	}
}
