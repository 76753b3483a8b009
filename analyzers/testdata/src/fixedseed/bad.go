// Package fixedseed holds retries whose draws are the same in every process
// (bad.go), and code that looks like it and is not (good.go).
package fixedseed

import (
	"math/rand"
	"net"
	"net/http"
	"sync"
	"time"

	randv2 "math/rand/v2"
)

var rng = rand.New(rand.NewSource(1))

func packageSource(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay/2 + time.Duration(rng.Int63n(int64(delay)))) // want `drawn from rand.NewSource\(1\), the same in every process: .*551s.*draw from math/rand/v2: .*\(fixedseed\)`
		delay = min(2*delay, time.Minute)
	}
}

type client struct {
	mu  sync.Mutex
	rng *randv2.Rand
}

func newClient() *client { return &client{rng: randv2.New(randv2.NewPCG(1, 2))} }

func (c *client) jitter(d time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(c.rng.Int64N(int64(d)))
}

func (c *client) get(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 6 {
			return resp, err
		}
		time.Sleep(c.jitter(time.Second << n)) // want `rand.NewPCG\(1, 2\).*\(fixedseed\)`
	}
}

const seed = 42

func local(url string) (*http.Response, error) {
	r := rand.New(rand.NewSource(seed))
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 6 {
			return resp, err
		}
		time.Sleep(time.Duration(float64(time.Second) * (0.5 + r.Float64()))) // want `rand.NewSource\(42\).*\(fixedseed\)`
	}
}
