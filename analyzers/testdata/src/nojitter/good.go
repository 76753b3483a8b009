package nojitter

import (
	"context"
	"errors"
	"math/rand"
	randv2 "math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// "any random draw reaches the delay"
func fullJitter(url string) *http.Response {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(randv2.N(min(time.Minute, time.Second<<min(n, 6))))
	}
}

// "any random draw reaches the delay": in a helper.
func jitterInHelper(url string) *http.Response {
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(spread(delay))
		delay = min(2*delay, time.Minute)
	}
}

func spread(d time.Duration) time.Duration { return d/2 + time.Duration(rand.Int63n(int64(d))) }

// "any random draw reaches the delay": in the state, from which it does not go away.
func decorrelated(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay)
		delay = min(time.Minute, time.Second+time.Duration(rand.Float64()*float64(3*delay)))
	}
}

// "any random draw reaches the delay", however small: see narrowjitter.
func smallDraw(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(delay + time.Duration(rand.Intn(10))*time.Millisecond)
		delay = min(2*delay, time.Minute)
	}
}

// "any random draw reaches the delay": a second sleep beside the first.
func twoSleeps(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		jitter := time.Duration(rand.Int63n(int64(delay)))
		delay = min(2*delay, time.Minute)
		time.Sleep(delay + jitter)
	}
}

// "A value that differs per client and never changes during the process counts as a draw."
type spreadClient struct{ offset float64 }

func newSpreadClient() *spreadClient { return &spreadClient{offset: rand.Float64()} }

func (c *spreadClient) connect(addr string) net.Conn {
	delay := time.Second
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Duration(float64(delay) * (0.5 + c.offset)))
		delay = min(2*delay, time.Minute)
	}
}

// "Options that switch jitter on: silent for nojitter unless it is off where the policy is built."
type options struct {
	base   time.Duration
	jitter bool
}

func optional(o options, url string) *http.Response {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		d := min(o.base<<n, time.Minute)
		if o.jitter {
			d = randv2.N(d)
		}
		time.Sleep(d)
	}
}

// "other growth (see fixeddelay)": constant.
func constant(url string) *http.Response {
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(5 * time.Second)
	}
}

// "other growth (see fixeddelay)": linear.
func linear(url string) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 10 {
			return resp, err
		}
		time.Sleep(time.Duration(n) * time.Second)
	}
}

// "other growth (see fixeddelay)": polynomial.
func quadratic(url string) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 10 {
			return resp, err
		}
		time.Sleep(time.Duration(n*n) * 100 * time.Millisecond)
	}
}

// "other growth": a table that grows by adding.
func linearTable(url string) error {
	var err error
	for _, d := range []time.Duration{time.Second, 2 * time.Second, 3 * time.Second, 4 * time.Second, 5 * time.Second} {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(d)
	}
	return err
}

// A factor that is 1 is no growth.
func factorOne(url string) *http.Response {
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(delay)
		delay *= 1
	}
}

// "server = taken from a response" is not exponential (see retryafter).
func fromServer(url string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, err
		}
		time.Sleep(time.Duration(s) * time.Second)
	}
	return nil, errors.New("attempts used up")
}

// "Known-local operations (Accept on a listener, ...) are not": accept loops as in net/http.
func accept(l net.Listener, serve func(net.Conn)) error {
	var delay time.Duration
	for {
		conn, err := l.Accept()
		if err != nil {
			if delay == 0 {
				delay = 5 * time.Millisecond
			} else {
				delay *= 2
			}
			delay = min(delay, time.Second)
			time.Sleep(delay)
			continue
		}
		delay = 0
		go serve(conn)
	}
}

// "Known-local operations (..., files and processes, locks, ...) are not": a file.
func lockFile(name string) (*os.File, error) {
	for n := 0; ; n++ {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil || n == 8 {
			return f, err
		}
		time.Sleep(time.Millisecond << n)
	}
}

// "What cannot be seen into is unknown, and no rule fires on an unknown."
type policy interface {
	Next(attempt int) time.Duration
}

func unseen(p policy, url string) *http.Response {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(p.Next(n))
	}
}

// A factor that is not seen may be 1.5 or 10, and both grow; a random factor is a draw.
func randomFactor(url string) *http.Response {
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp
		}
		time.Sleep(delay)
		delay = min(time.Minute, time.Duration(float64(delay)*(1+rand.Float64())))
	}
}

// Not a retry site: "polling for a state with no failure".
func poll(ready func() bool) {
	delay := 10 * time.Millisecond
	for !ready() {
		time.Sleep(delay)
		delay = min(2*delay, time.Second)
	}
}

// Not a retry site: "spin locks and CAS loops".
func spin(state *atomic.Int32) {
	delay := time.Microsecond
	for !state.CompareAndSwap(0, 1) {
		time.Sleep(delay)
		delay *= 2
	}
}

// Not a retry site: "periodic work", which waits the same after success.
func heartbeat(ctx context.Context, beat func(context.Context) error) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = beat(ctx)
		}
	}
}

// Not a retry site: each round takes the next item, and a failure leaves.
func items(urls []string) error {
	pause := time.Millisecond
	for _, u := range urls {
		resp, err := http.Get(u)
		if err != nil {
			return err
		}
		resp.Body.Close()
		time.Sleep(pause)
		pause *= 2
	}
	return nil
}

// Not a retry site: pacing. The delay grows with the load, no failure is tested.
func pace(mu *sync.Mutex, jobs <-chan func()) {
	delay := time.Millisecond
	for job := range jobs {
		mu.Lock()
		job()
		mu.Unlock()
		time.Sleep(delay)
		delay *= 2
	}
}

// Not a retry site: animation.
func animate(draw func(int)) {
	for i := 0; i < 10; i++ {
		draw(i)
		time.Sleep(time.Duration(1<<i) * time.Millisecond)
	}
}

// The delay is computed and logged, not waited for.
func logged(log func(time.Duration), url string) error {
	delay := time.Second
	for n := 0; n < 5; n++ {
		resp, err := http.Get(url)
		if err == nil {
			return resp.Body.Close()
		}
		log(delay)
		delay *= 2
	}
	return errors.New("attempts used up")
}

var errPending = errors.New("authorization pending")

// A poll: the one failure after which it goes on says that the thing is not there yet.
func polls(ctx context.Context, ask func(context.Context) (string, error)) (string, error) {
	d := time.Second
	for {
		token, err := ask(ctx)
		if err == nil {
			return token, nil
		}
		if !errors.Is(err, errPending) {
			return "", err
		}
		time.Sleep(d)
		d *= 2
	}
}
