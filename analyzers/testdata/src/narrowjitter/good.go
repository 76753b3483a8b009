package narrowjitter

import (
	"errors"
	"math/rand"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	randv2 "math/rand/v2"
)

// "half-width ≥ 0.25": full jitter.
func full(url string) *http.Response {
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(randv2.N(delay))
		delay = min(2*delay, time.Minute)
	}
}

// "half-width ≥ 0.25": equal jitter has 0.33.
func equal(url string) *http.Response {
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(delay/2 + time.Duration(rand.Int63n(int64(delay)/2)))
		delay = min(2*delay, time.Minute)
	}
}

// "d*(0.75+0.5*r) has 0.25 and is quiet."
func exactlyAQuarter(url string) *http.Response {
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(time.Duration(float64(delay) * (0.75 + 0.5*rand.Float64())))
		delay = min(2*delay, time.Minute)
	}
}

// "half-width ≥ 0.25": constant, 10s + rand(7s) has 0.26.
func constantWide(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(10*time.Second + time.Duration(rand.Int63n(int64(7*time.Second))))
	}
}

// "half-width ≥ 0.25": decorrelated jitter.
func decorrelated(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay)
		delay = min(time.Minute, time.Second+time.Duration(rand.Float64()*float64(3*delay-time.Second)))
	}
}

// "on the attempts where the delay is longest": here it is widest there, and 0 at the first.
func growsWide(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 8 {
			return resp, err
		}
		time.Sleep(time.Second + time.Duration(rand.Float64()*float64(time.Second<<n)))
	}
}

// "d + rand(100ms) once d has outgrown it": two attempts do not outgrow it.
func notOutgrown(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 2 {
			return resp, err
		}
		time.Sleep(20*time.Millisecond<<n + time.Duration(rand.Intn(100))*time.Millisecond)
	}
}

// "a server's value (see retryafter)"
func fromServer(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		wait := time.Duration(s) * time.Second
		time.Sleep(wait + time.Duration(rand.Int63n(int64(wait)/8)))
	}
	return nil, errors.New("attempts used up")
}

// "a server's value (see retryafter)": the second that stands in for it where it
// cannot be read has the spread that was meant for it.
func standsIn(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		d := time.Second
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			d = time.Duration(s) * time.Second
		}
		time.Sleep(d + randv2.N(d/2))
	}
	return nil, errors.New("attempts used up")
}

// "where cappedjitter speaks": the jitter would be wide, the cap after it undoes it.
func cappedAfter(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(min(30*time.Second, time.Duration(float64(delay)*(0.5+rand.Float64()))))
		delay = min(2*delay, 70*time.Second)
	}
}

// "there is jitter": without any it is nojitter that speaks.
func none(addr string) net.Conn {
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

// "there is jitter": a constant without any is fixeddelay's.
func constantExact(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(3 * time.Second)
	}
}

// Unknown numbers: "a rule fires only if it would for every sensible value". A
// base of 10ms beside a draw of 100ms is wide.
func unknownBase(base time.Duration, url string) *http.Response {
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(base + time.Duration(rand.Intn(100))*time.Millisecond)
	}
}

// Unknown numbers: the fraction may be anything up to 1.
func unknownFraction(frac float64, url string) *http.Response {
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(time.Duration(float64(delay) * (1 + frac*rand.Float64())))
		delay = min(2*delay, time.Minute)
	}
}

// Known-local: a file.
func local(name string) (*os.File, error) {
	for n := 0; ; n++ {
		f, err := os.Open(name)
		if err == nil || n == 5 {
			return f, err
		}
		time.Sleep(10*time.Millisecond + time.Duration(rand.Intn(1000))*time.Microsecond)
	}
}

// Not a retry site: periodic work with a little jitter, the same after success.
func periodic(refresh func() error) {
	for {
		_ = refresh()
		time.Sleep(time.Minute + time.Duration(rand.Intn(1000))*time.Millisecond)
	}
}

// Not a retry site: pacing between items.
func pacing(urls []string) {
	for _, u := range urls {
		if resp, err := http.Get(u); err == nil {
			resp.Body.Close()
		}
		time.Sleep(time.Second + time.Duration(rand.Intn(100))*time.Millisecond)
	}
}

// The draw chooses a server, not a delay.
func drawElsewhere(urls []string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(urls[rand.Intn(len(urls))])
		if err == nil || n == 5 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

// Between two limits that are not seen, of which none is known to be far above the other.
func clamped(base, limit time.Duration, n int) time.Duration {
	d := base << n
	d = base + time.Duration(rand.Int63n(int64(d)))
	if d > limit || d < base {
		d = limit
	}
	return d
}
