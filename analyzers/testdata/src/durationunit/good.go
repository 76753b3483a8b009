package durationunit

import (
	"math/rand"
	"net"
	"time"

	randv2 "math/rand/v2"
)

// With a unit.
func seconds(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(5*time.Second + randv2.N(time.Second))
	}
}

// "a count typed as Duration times a unit"
func typedCount(addr string) net.Conn {
	wait := time.Duration(1)
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(wait * time.Second)
		if wait *= 2; wait > 600 {
			wait = 600
		}
	}
}

// "a count typed as Duration times a unit": the draw is in nanoseconds of a second.
func drawnNanoseconds(addr string) net.Conn {
	for n := 1; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Duration(n)*time.Second + time.Duration(rand.Int63n(int64(time.Second))))
	}
}

// No wait is no number that lacks its unit.
func zero(first bool, n int) time.Duration {
	if first {
		return 0
	}
	return randv2.N(time.Second << min(n, 5))
}

func usesZero(addr string) net.Conn {
	for n := 0; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(zero(n == 0, n))
	}
}

// The largest Duration stands for a server's value that does not fit.
func forEver(addr string, server int) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		const longest = time.Duration(1<<63 - 1)
		delay := 3 * time.Second
		if server >= 0 {
			if int64(server) > int64(longest/time.Millisecond) {
				delay = longest
			} else {
				delay = time.Duration(server) * time.Millisecond
			}
		}
		timer := time.NewTimer(delay)
		<-timer.C
	}
}
