package fixeddelay

import (
	"errors"
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

// "success waits too": periodic work that goes on when it failed once.
func refreshes(refresh func() error) {
	for {
		if err := refresh(); err != nil {
			println(err.Error())
		}
		time.Sleep(time.Minute)
	}
}

type job struct{}

// "follows something else than its failure": there is nothing to do.
func idle(next func() (*job, error), run func(*job)) error {
	for {
		j, err := next()
		if err != nil {
			time.Sleep(time.Second/2 + rand.N(time.Second))
			continue
		}
		if j == nil {
			time.Sleep(time.Second)
			continue
		}
		run(j)
	}
}

// "lies in the attempt": the time that an answer may take.
func answered(ping func() error, pong <-chan struct{}) error {
	once := func() error {
		if err := ping(); err != nil {
			return err
		}
		select {
		case <-pong:
			return nil
		case <-time.After(5 * time.Second):
			return errNoAnswer
		}
	}
	for {
		if err := once(); err == nil {
			return nil
		}
	}
}

// No wait at all: the time that a message has to be taken, and a timer that is emptied.
func deliver(receive func() (string, error), out chan<- string) {
	timer := time.NewTimer(time.Minute)
	for {
		msg, err := receive()
		if err != nil {
			continue
		}
		timer.Reset(time.Minute)
		select {
		case out <- msg:
			if !timer.Stop() {
				<-timer.C
			}
		case <-timer.C:
		}
	}
}

// Nor is a look at a timer that may have fired.
func until(do func() error) error {
	over := time.After(time.Minute)
	for {
		err := do()
		if err == nil {
			return nil
		}
		select {
		case <-over:
			return err
		default:
		}
	}
}

// "another alternative of the delay is one of these": the base to which it returns.
func returns(dial func() (time.Duration, error)) {
	d := time.Second
	for {
		up, err := dial()
		if err == nil {
			return
		}
		if up > time.Hour {
			d = time.Second
		} else {
			d = min(2*d, time.Minute)
		}
		time.Sleep(d)
	}
}

// "it is under 10ms"
func short(do func() error) error {
	for range 5 {
		if do() == nil {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return errNoAnswer
}

var errNoAnswer = errors.New("no answer")

// A timer that is started before the loop is a limit on it.
func timeLimit(url string, tick *time.Ticker) (*http.Response, error) {
	end := time.After(time.Minute)
	for {
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
		select {
		case <-end:
			return nil, err
		case <-tick.C:
		}
	}
}

// What the timer leads to leaves the loop: it limits the wait for the others.
func timerCase(ping func() error, pong <-chan struct{}) error {
	for {
		if err := ping(); err == nil {
			return nil
		}
		select {
		case <-time.After(5 * time.Second):
			return errLate
		case <-pong:
		}
	}
}

var errLate = errors.New("late")

// The wait is before each request, the first one too.
func beforeRequest(url string, delay time.Duration, left int) (*http.Response, error) {
	if delay > 0 {
		time.Sleep(delay)
	}
	resp, err := http.Get(url)
	if err == nil && resp.StatusCode == http.StatusTooManyRequests && left > 0 {
		return beforeRequest(url, delay, left-1)
	}
	return resp, err
}

// A failed answer may leave by the error that is made of it; what is waited for is another state.
func checked(url string, check func(*http.Response) error, ready func(*http.Response) bool) error {
	for {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		if err = check(resp); err != nil {
			return err
		}
		if ready(resp) {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// No second attempt waits.
func onlyOne(url string) (resp *http.Response, err error) {
	for i := 0; i < 1; i++ {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// A helper waits for an answer, for so long.
func answersIn(ping func() error, pong <-chan error) error {
	for {
		if err := ping(); err == nil || !arrives(pong) {
			return err
		}
	}
}

func arrives(pong <-chan error) bool {
	select {
	case err := <-pong:
		return err == nil
	case <-time.After(time.Second):
		return false
	}
}
