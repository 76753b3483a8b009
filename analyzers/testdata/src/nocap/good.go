package nocap

import (
	"errors"
	"math"
	"net"
	"net/http"
	"strings"
	"time"

	randv2 "math/rand/v2"
)

// "capped before it can wrap"
func capped(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(randv2.N(delay))
		delay = min(2*delay, time.Minute)
	}
}

// "capped before it can wrap": the exponent is bounded.
func exponentBounded(addr string) net.Conn {
	for n := 0; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(randv2.N(min(time.Second<<min(n, 10), time.Minute)))
	}
}

// "capped before it can wrap": what has wrapped is replaced.
func wrappedIsReplaced(addr string) net.Conn {
	for n := 0; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		d := time.Second * time.Duration(1<<n)
		if d <= 0 || d > time.Minute {
			d = time.Minute
		}
		time.Sleep(randv2.N(d))
	}
}

// "capped before it can wrap": in floating point nothing wraps before the cap.
func floats(addr string) net.Conn {
	for n := 0; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(randv2.N(time.Duration(min(float64(time.Minute), float64(time.Second)*math.Pow(2, float64(n))))))
	}
}

// "the limit keeps it small"
func fewAttempts(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 8 {
			return resp, err
		}
		time.Sleep(randv2.N(time.Second << n))
	}
}

// "the limit keeps it small": a limit on the time.
func elapsed(url string) (*http.Response, error) {
	start := time.Now()
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil || time.Since(start) > 5*time.Minute {
			return resp, err
		}
		time.Sleep(delay/2 + randv2.N(delay))
		delay *= 2
	}
}

// "the limit keeps it small": the time is the caller's.
func callersTime(url string, within time.Duration) (*http.Response, error) {
	start := time.Now()
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil || time.Since(start) > within {
			return resp, err
		}
		time.Sleep(delay/2 + randv2.N(delay))
		delay *= 2
	}
}

// "a limit that exists but is unknown, where a cap follows the growth"
func unknownLimit(url string, limit int) (*http.Response, error) {
	for n := 0; n < limit; n++ {
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
		d := min(time.Second<<n, time.Minute)
		time.Sleep(d/2 + time.Duration(randv2.Float64()*float64(d/2)))
	}
	return nil, errors.New("attempts used up")
}

// "the delay grows exponentially": others are no matter of an hour.
func linear(addr string) net.Conn {
	for n := 1; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(randv2.N(time.Duration(n) * time.Second))
	}
}

// Starting over: every eighth wait is short again, and nothing has wrapped.
func startsOver(addr string) net.Conn {
	for n := 0; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(randv2.N(time.Second << (n % 8)))
	}
}

// "called with attempt numbers that are not seen": as far as the limit of whoever calls it.
func Doubling(attempt int) time.Duration {
	return randv2.N(time.Second << attempt)
}

type config struct{ enabled bool }

func (c config) attempts(host string) int {
	if c.enabled && ours(host) {
		return 3
	}
	return 1
}

func ours(host string) bool {
	return strings.HasPrefix(host, "api.") && strings.HasSuffix(host, ".example.com")
}

// "the limit keeps it small": it is one of two numbers.
func (c config) get(url string, base time.Duration) (*http.Response, error) {
	tries := c.attempts(url)
	if base == 0 {
		tries = 1
	}
	return c.retry(url, tries, base)
}

func (c config) retry(url string, tries int, base time.Duration) (resp *http.Response, err error) {
	for n := 0; n < tries; n++ {
		if resp, err = http.Get(url); err == nil || n == tries-1 {
			break
		}
		d := base << uint(n)
		time.Sleep(d/2 + randv2.N(d))
	}
	return resp, err
}

// A policy of two methods, for others to use: one counts the attempts, and so
// the delay of the other does not come to its overflow.
type Policy struct {
	max       int
	base, cap time.Duration
}

func (p *Policy) ShouldRetry(err error, attempts int) bool {
	return attempts < p.max && err != nil
}

func (p *Policy) Retryable(err error, attempts int) bool {
	if attempts >= p.max {
		return false
	}
	return err != nil
}

func (p *Policy) Delay(attempts int) time.Duration {
	d := p.base << attempts
	if d > p.cap {
		return p.cap
	}
	return d
}
