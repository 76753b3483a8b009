package nodelay

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"time"
)

// Once is fine.
func once(url string) (err error) {
	for i := 0; i < 2; i++ {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

func onceByFlag(ctx context.Context, s Store) (string, error) {
	again := false
	for {
		v, err := s.Get(ctx, "k")
		if err == nil || again {
			return v, err
		}
		again = true
	}
}

func onceByCall(ctx context.Context, s Store, again bool) (string, error) {
	v, err := s.Get(ctx, "k")
	if err != nil && again {
		return onceByCall(ctx, s, false)
	}
	return v, err
}

// The second wait comes in time.
func thenWaits(ctx context.Context, s Store) (v string, err error) {
	for i := 0; i < 5; i++ {
		if i > 1 {
			time.Sleep(time.Second)
		}
		if v, err = s.Get(ctx, "k"); err == nil {
			return v, nil
		}
	}
	return "", err
}

func waits(url string) (err error) {
	for i := 0; i < 5; i++ {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

type limiter interface {
	Wait(ctx context.Context) error
}

func limited(ctx context.Context, l limiter, s Store) (v string, err error) {
	for i := 0; i < 5; i++ {
		if err = l.Wait(ctx); err != nil {
			return "", err
		}
		if v, err = s.Get(ctx, "k"); err == nil {
			return v, nil
		}
	}
	return "", err
}

func (p *pool) get(ctx context.Context, n int) (string, error) {
	if n > 0 {
		time.Sleep(time.Second << n)
	}
	return p.s.Get(ctx, "k")
}

type pool struct {
	s     Store
	conns []Store
	sem   chan struct{}
}

func (p *pool) inCallee(ctx context.Context) (v string, err error) {
	for n := range 5 {
		if v, err = p.get(ctx, n); err == nil {
			return v, nil
		}
	}
	return "", err
}

func (p *pool) received(ctx context.Context) (v string, err error) {
	for range 5 {
		if v, err = p.s.Get(ctx, "k"); err == nil {
			return v, nil
		}
		<-p.sem
	}
	return "", err
}

// The next attempt goes elsewhere.
func (p *pool) another(ctx context.Context) (v string, err error) {
	for i := range 5 {
		if v, err = p.conns[i%len(p.conns)].Get(ctx, "k"); err == nil {
			return v, nil
		}
	}
	return "", err
}

func (p *pool) pick() Store { return p.conns[0] }

func (p *pool) picked(ctx context.Context) (v string, err error) {
	for range 5 {
		s := p.pick()
		if v, err = s.Get(ctx, "k"); err == nil {
			return v, nil
		}
	}
	return "", err
}

func failover(addrs []string) (c net.Conn, err error) {
	for _, a := range addrs {
		if c, err = net.Dial("tcp", a); err == nil {
			return c, nil
		}
	}
	return nil, err
}

var errConflict = errors.New("conflict")

// A conflict is no outage.
func conflicts(ctx context.Context, update func(context.Context) error) (err error) {
	for range 10 {
		if err = update(ctx); !errors.Is(err, errConflict) {
			return err
		}
	}
	return err
}

type register interface {
	CompareAndSwap(ctx context.Context, old, new string) error
}

func swaps(ctx context.Context, r register) (err error) {
	for range 10 {
		if err = r.CompareAndSwap(ctx, "a", "b"); err == nil {
			return nil
		}
	}
	return err
}

// Something is done about it.
func (p *pool) reconnect(ctx context.Context) error { return nil }

func (p *pool) again(ctx context.Context) (v string, err error) {
	for range 5 {
		if v, err = p.s.Get(ctx, "k"); err == nil {
			return v, nil
		}
		if err = p.reconnect(ctx); err != nil {
			return "", err
		}
	}
	return "", err
}

// What is retried cannot be told.
func classified(ctx context.Context, s Store, again func(error) bool) (v string, err error) {
	for range 5 {
		if v, err = s.Get(ctx, "k"); err == nil || !again(err) {
			return v, err
		}
	}
	return "", err
}

func unauthorized(url string, refresh func()) (*http.Response, error) {
	for range 5 {
		resp, err := http.Get(url)
		if err != nil || resp.StatusCode != http.StatusUnauthorized {
			return resp, err
		}
		refresh()
	}
	return nil, errors.New("unauthorized")
}

// A file is no server, and a stream is read on.
func file(name string) (f *os.File, err error) {
	for range 5 {
		if f, err = os.Open(name); err == nil {
			return f, nil
		}
	}
	return nil, err
}

func lines(c net.Conn, use func(string)) {
	r := bufio.NewReader(c)
	for {
		s, err := r.ReadString('\n')
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue
		}
		use(s)
	}
}

// Each of a list is tried, though the attempt itself is not told which.
func probe(ctx context.Context, s Store, names []string) (found []string) {
	for i := range names {
		v, err := s.Get(ctx, "k")
		if err != nil {
			continue
		}
		found = append(found, names[i]+v)
	}
	return found
}

// The same stream goes on after a failure, which is that of one answer.
func sameStream(ctx context.Context, w Watcher, use func(string)) {
	for ctx.Err() == nil {
		for c := range w.Watch(ctx, "k") {
			if err := c.Err(); err != nil {
				continue
			}
			use(c.Key)
		}
	}
}

// "a wait on some way": before the stream is opened anew.
func streamWaits(ctx context.Context, w Watcher, use func(string)) {
outer:
	for ctx.Err() == nil {
		for c := range w.Watch(ctx, "k") {
			if err := c.Err(); err != nil {
				time.Sleep(time.Second)
				continue outer
			}
			use(c.Key)
		}
	}
}

// It may be the ledger of this package, which waits.
func commits(ctx context.Context, l Ledger) {
	for ctx.Err() == nil {
		if err := l.Txn(ctx).Commit(); err == nil {
			return
		}
	}
}

// "conflicts": an SQLSTATE that says that another transaction was faster.
func serialized(ctx context.Context, fn func(context.Context) error) error {
	for {
		err := fn(ctx)
		if err == nil || !retryable(err) {
			return err
		}
	}
}

func retryable(err error) bool { return sqlState(err) == "40001" }

func sqlState(err error) string {
	var s interface{ SQLState() string }
	if errors.As(err, &s) {
		return s.SQLState()
	}
	return ""
}
