package lastsleep

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"time"
)

// "the limit is tested before the wait"
func testedBefore(url string) (*http.Response, error) {
	for n := 0; ; n++ {
		resp, err := http.Get(url)
		if err == nil || n == 4 {
			return resp, err
		}
		time.Sleep(rand.N(time.Second << n))
	}
}

// "the limit is tested before the wait": at the end of a loop that counts.
func breaksOnLast(ctx context.Context, do func(context.Context) error) (err error) {
	for n := range 3 {
		if err = do(ctx); err == nil {
			return nil
		}
		if n == 2 {
			break
		}
		timer := time.NewTimer(time.Second/2 + rand.N(time.Second))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
	return err
}

// "the limit is tested before the wait": the wait is for the others alone.
func onlyBetween(tries int, do func() error) (err error) {
	for n := 0; n < tries; n++ {
		if err = do(); err == nil {
			return nil
		}
		if n < tries-1 {
			time.Sleep(time.Second)
		}
	}
	return err
}

// "the wait is before the attempt"
func waitFirst(do func() error) (err error) {
	for n := 0; n < 5; n++ {
		if n > 0 {
			time.Sleep(rand.N(time.Second << n))
		}
		if err = do(); err == nil {
			return nil
		}
	}
	return err
}

// "an elapsed-time limit does not count"
func elapsed(url string) (*http.Response, error) {
	start := time.Now()
	for time.Since(start) < time.Minute {
		if resp, err := http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return nil, errors.New("the time is over")
}

// No limit.
func forever(addr string) net.Conn {
	for {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// The delay is the limit: it is tested before the wait.
func outgrown(url string) (*http.Response, error) {
	delay := time.Second
	for {
		resp, err := http.Get(url)
		if err == nil || delay > time.Minute {
			return resp, err
		}
		time.Sleep(delay/2 + rand.N(delay))
		delay *= 2
	}
}

// "the limit is tested before the wait": in the helper that waits.
func helperTests(do func() error) (err error) {
	for n := 0; n < 5; n++ {
		if err = do(); err == nil {
			return nil
		}
		sleepBetween(n, 5)
	}
	return err
}

func sleepBetween(n, tries int) {
	if n == tries-1 {
		return
	}
	time.Sleep(time.Second)
}

type limiter interface{ More(attempt int) bool }

// The limit cannot be read, and stands before the wait: here,
func unreadFirst(l limiter, do func() error) (err error) {
	for n := 0; n < 5; n++ {
		if err = do(); err == nil || !l.More(n) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// and in the helper that waits.
func unreadInHelper(l limiter, do func() error) (err error) {
	for n := 0; n < 5; n++ {
		if err = do(); err == nil {
			return nil
		}
		if !waitIfMore(l, n) {
			return err
		}
	}
	return err
}

func waitIfMore(l limiter, n int) bool {
	if !l.More(n) {
		return false
	}
	time.Sleep(time.Second)
	return true
}

type monitor struct{ pid int }

// A number that is no count: the loop goes round until the daemon is gone.
func (m *monitor) watch(ping func() error) {
	failures := 0
	for {
		if m.pid == -1 {
			return
		}
		if err := ping(); err == nil {
			continue
		}
		if failures++; m.pid != -1 {
			time.Sleep(time.Duration(failures) * 200 * time.Millisecond)
		} else {
			return
		}
	}
}
