// Package fix_durationunit holds delays that are off by a unit.
package fix_durationunit

import (
	"net"
	"net/http"
	"time"
)

const pause = 2 * time.Second

// The value tells the unit.
func twice(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(pause * time.Second)
	}
}

// It is a guess.
func bare(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(5)
	}
}

func hundreds(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(500)
	}
}

func backoff(n int, resp *http.Response) time.Duration {
	if resp != nil && resp.StatusCode == http.StatusTooManyRequests {
		return 10
	}
	return time.Second << min(n, 4)
}

// Fifty may be either.
func fifty(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(50)
	}
}
