package cappedjitter

import (
	"math"
	"math/rand"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	randv2 "math/rand/v2"
)

// "cap first, jitter after"
func capFirst(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Duration(float64(min(time.Minute, delay)) * (0.5 + rand.Float64())))
		delay = min(2*delay, time.Hour)
	}
}

// "cap first, jitter after": full jitter below the cap.
func drawBelow(url string) *http.Response {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(randv2.N(min(time.Minute, time.Second<<min(n, 10))))
	}
}

// "cap first, jitter after": in a helper.
func inHelper(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(equal(delay))
		if delay *= 2; delay > 30*time.Second {
			delay = 30 * time.Second
		}
	}
}

func equal(d time.Duration) time.Duration { return d/2 + randv2.N(d/2) }

// "the attempts end before": 8s*(0.5+r) is below a minute.
func endsBefore(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 4 {
			return resp, err
		}
		time.Sleep(min(time.Minute, time.Duration(float64(time.Second<<n)*(0.5+rand.Float64()))))
	}
}

// "the attempts end before": at the first attempt all wait a second, for lack of
// a range and not for a cap.
func noRangeAtFirst(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 2 {
			return resp, err
		}
		d := float64(time.Second) * math.Pow(3, float64(n))
		time.Sleep(time.Duration(min(float64(time.Minute), float64(time.Second)+rand.Float64()*(d-float64(time.Second)))))
	}
}

// "decorrelated jitter with a cap of at least 10 × its base"
func decorrelated(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay)
		delay = min(10*time.Second, time.Second+randv2.N(3*delay-time.Second))
	}
}

// "An unknown attempt limit ... for cappedjitter ... is unknown (silent)."
func unknownLimit(url string, limit int) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n+1 >= limit {
			return resp, err
		}
		time.Sleep(min(time.Minute, time.Duration(float64(time.Second)*math.Pow(2, float64(n))*(0.5+rand.Float64()))))
	}
}

// "jitter is there": without any it is nojitter that speaks.
func none(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(min(delay, time.Minute))
		delay = min(2*delay, time.Hour)
	}
}

// What passes the cap is drawn again below it.
func drawnAgain(addr string) net.Conn {
	const limit = 20 * time.Second
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		d := time.Duration(float64(delay) * (0.5 + rand.Float64()))
		if d > limit {
			d = limit/2 + randv2.N(limit/2)
		}
		time.Sleep(d)
		delay = min(2*delay, time.Hour)
	}
}

// "a server's value": bounded after its jitter, it is what the server said that decides.
func fromServer(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || n == 5 {
			return resp, err
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		wait := time.Duration(s) * time.Second
		time.Sleep(min(wait+randv2.N(wait), 20*time.Second))
	}
}

// Known-local: a file.
func local(name string) (*os.File, error) {
	delay := time.Millisecond
	for n := 0; ; n++ {
		f, err := os.Open(name)
		if err == nil || n == 20 {
			return f, err
		}
		time.Sleep(min(50*time.Millisecond, delay+randv2.N(delay)))
		delay *= 2
	}
}

// A delay function whose low end stays low: for how many attempts it is called is not seen.
func Backoff(attempt int) time.Duration {
	d := float64(time.Second) * math.Pow(2, float64(attempt))
	return time.Duration(min(float64(time.Minute), float64(time.Second)+rand.Float64()*d))
}

// A schedule may switch its jitter off; what it bounds comes first.
type Schedule struct {
	Base, Max            time.Duration
	Factor               float64
	JitterMin, JitterMax float64
}

func (s Schedule) DelayFor(attempt int) time.Duration {
	d := float64(s.Base) * math.Pow(s.Factor, float64(attempt-1))
	d = math.Min(d, float64(s.Max))
	if s.JitterMax > 0 {
		d *= s.JitterMin + rand.Float64()*(s.JitterMax-s.JitterMin)
	}
	return time.Duration(d)
}

// Not a cap: the first wait is spread, and those after it are what they are.
func spreadFirst(addr string) net.Conn {
	for n := 1; ; n++ {
		conn, err := net.Dial("tcp", addr)
		if err == nil || n > 12 {
			return conn
		}
		delay := 10 * time.Second
		if n == 1 {
			delay = time.Duration(float64(delay) * rand.Float64())
		}
		time.Sleep(delay)
	}
}
