package fixeddelay

import (
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// "half-width 0": a draw reaches it.
func jittered(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(5*time.Second + rand.N(5*time.Second))
	}
}

// Exponential: it is nojitter that speaks.
func doubling(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay)
		delay = min(2*delay, time.Minute)
	}
}

// The second stands in for the server's value.
func standsIn(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		d := time.Second
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			d = time.Duration(s) * time.Second
		}
		time.Sleep(d)
	}
}

// "on a remote operation": a file is not one.
func local(name string) (*os.File, error) {
	for n := 0; ; n++ {
		f, err := os.Open(name)
		if err == nil || n == 5 {
			return f, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Not a retry site: periodic work.
func periodic(refresh func() error) {
	for {
		_ = refresh()
		time.Sleep(time.Minute)
	}
}
