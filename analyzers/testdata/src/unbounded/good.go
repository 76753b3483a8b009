package unbounded

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

func counted(addr string) (c net.Conn, err error) {
	for i := 0; i < 5; i++ {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func unknownLimit(addr string, max int) (net.Conn, error) {
	for n := 0; ; n++ {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		if max > 0 && n >= max {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

// The counter moves only after some failures, but it moves.
func sometimes(addr string) (net.Conn, error) {
	n := 0
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		var ne net.Error
		if !errors.As(err, &ne) {
			n++
		}
		if n > 5 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func elapsed(addr string) (net.Conn, error) {
	for start := time.Now(); ; {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		if time.Since(start) > time.Minute {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func grown(addr string) (net.Conn, error) {
	d := time.Second
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		time.Sleep(d)
		if d *= 2; d > time.Hour {
			return nil, err
		}
	}
}

type source interface{ NextBackOff() time.Duration }

func stopped(addr string, b source) (net.Conn, error) {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		d := b.NextBackOff()
		if d < 0 {
			return nil, err
		}
		time.Sleep(d)
	}
}

func watched(ctx context.Context, addr string) (net.Conn, error) {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func helper(ctx context.Context, addr string) (c net.Conn, err error) {
	for ok := true; ok; ok = pause(ctx, time.Second) {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
	}
	return nil, err
}

type worker struct {
	closed atomic.Bool
	quit   chan struct{}
	down   bool
	on     bool
}

func (w *worker) isClosed() bool { return w.down }

func (w *worker) flag(addr string) {
	for !w.closed.Load() {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return
		}
		time.Sleep(time.Second)
	}
}

func (w *worker) method(addr string) {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
			return
		}
		if w.isClosed() {
			return
		}
		time.Sleep(time.Second)
	}
}

func (w *worker) channel(addr string) {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
			return
		}
		select {
		case <-w.quit:
			return
		case <-time.After(time.Second):
		}
	}
}

// A flag that is switched off elsewhere ends it.
func (w *worker) switched(addr string) {
	for w.on {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
		}
		time.Sleep(time.Second)
	}
}

func (w *worker) off() { w.on = false }

func ticks(addr string, t *time.Ticker) {
	for range t.C {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return
		}
	}
}

// Some failure ends it.
func final(url string) error {
	for {
		resp, err := http.Get(url)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusNotFound {
			return errors.New("not there")
		}
		if resp.StatusCode == http.StatusOK {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func timeouts(addr string) (net.Conn, error) {
	for {
		c, err := net.Dial("tcp", addr)
		var ne net.Error
		if err == nil || !errors.As(err, &ne) || !ne.Timeout() {
			return c, err
		}
		time.Sleep(time.Second)
	}
}

func predicate(addr string, again func(error) bool) (net.Conn, error) {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil || !again(err) {
			return c, err
		}
		time.Sleep(time.Second)
	}
}

// The end of what is read ends it.
func lines(r *bufio.Reader, fetch func() (string, error)) {
	for {
		_, err := fetch()
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
}

// The program ends.
func fatal(addr string) net.Conn {
	n := 0
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		if n++; n > 5 {
			log.Fatal(err)
		}
		time.Sleep(time.Second)
	}
}

func give(err error) {
	if errors.Is(err, os.ErrPermission) {
		os.Exit(1)
	}
}

func exits(addr string) net.Conn {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		give(err)
		time.Sleep(time.Second)
	}
}

func panics(addr string) net.Conn {
	for n := 0; ; n++ {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		if n == 9 {
			panic(err)
		}
		time.Sleep(time.Second)
	}
}

// It waits for somebody to wake it.
func (w *worker) woken(addr string) {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
			return
		}
		<-w.quit
	}
}

// What it says is what it does.
func dialForever(addr string) net.Conn {
	for {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		time.Sleep(time.Second)
	}
}

// A file is no server.
func file(name string) *os.File {
	for {
		f, err := os.Open(name)
		if err == nil {
			return f
		}
		time.Sleep(time.Second)
	}
}
