// Package nodelay holds attempts that follow a failure at once (bad.go), and
// code that looks like it and does not (good.go).
package nodelay

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"
)

// A Store is seen as an interface.
type Store interface {
	Get(ctx context.Context, key string) (string, error)
	Txn(ctx context.Context) Txn
}

// A Txn is put together by its methods.
type Txn interface {
	If(keys ...string) Txn
	Commit() error
}

func counted(url string) (err error) {
	for i := 0; i < 5; i++ {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil { // want `after a failure http.Get is attempted 4 times with no wait: in .* requests.*; wait before the next attempt.* \(nodelay\)`
			return resp.Body.Close()
		}
	}
	return err
}

func endless(ctx context.Context, s Store) string {
	for {
		v, err := s.Get(ctx, "k") // want `after a failure s.Get is attempted again and again with no wait: .*requests.*; wait before the next attempt.*: [\d,]+, peak`
		if err == nil {
			return v
		}
		log.Print(err)
	}
}

func upTo(ctx context.Context, s Store, max int) (v string, err error) {
	for i := 0; i < max; i++ {
		if v, err = s.Get(ctx, "k"); err == nil { // want `12 times or more with no wait`
			return v, nil
		}
	}
	return "", err
}

// Only another state waits.
func polled(ctx context.Context, s Store) error {
	failed := 0
	for {
		v, err := s.Get(ctx, "k") // want `s.Get is attempted 3 times with no wait`
		if err != nil {
			if failed++; failed > 3 {
				return err
			}
			continue
		}
		if v == "ready" {
			return nil
		}
		time.Sleep(5 * time.Second)
	}
}

func statuses(url string) (*http.Response, error) {
	for range 20 {
		resp, err := http.Get(url) // want `http.Get is attempted 12 times or more with no wait`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errors.New("busy")
}

func subscribe(addr string) error {
	c, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	defer c.Close()
	buf := make([]byte, 4096)
	for {
		if _, err := c.Read(buf); err != nil {
			return err
		}
	}
}

func restarted(addr string, quit chan struct{}) {
	for {
		select {
		case <-quit:
			return
		default:
			if err := subscribe(addr); err != nil { // want `subscribe is attempted again and again with no wait`
				log.Print(err)
			}
		}
	}
}

func chained(ctx context.Context, s Store) {
	for ctx.Err() == nil {
		if err := s.Txn(ctx).If("k").Commit(); err == nil { // want `\(nodelay\)`
			return
		}
	}
}

func recursive(ctx context.Context, s Store, left int) (string, error) {
	v, err := s.Get(ctx, "k") // want `\(nodelay\)`
	if err != nil && left > 0 {
		return recursive(ctx, s, left-1)
	}
	return v, err
}

// A Change is what a stream of changes gives, or why it ended.
type Change struct {
	Key string
	err error
}

func (c *Change) Err() error { return c.err }

// A Watcher opens a stream of changes.
type Watcher interface {
	Watch(ctx context.Context, key string) <-chan Change
}

// The answers of a stream say that it failed, and it is opened anew at once.
func watched(ctx context.Context, w Watcher, use func(string) bool) {
outer:
	for ctx.Err() == nil {
		for c := range w.Watch(ctx, "k") { // want `w.Watch is attempted again and again with no wait`
			if err := c.Err(); err != nil {
				log.Print(err)
				continue outer
			}
			if !use(c.Key) {
				return
			}
		}
	}
}

// A Ledger is written to by entries.
type Ledger interface {
	Txn(ctx context.Context) Entry
}

// An Entry is part of a ledger once it is committed.
type Entry interface {
	Commit() error
}

// A slow ledger is one that stands in front of another: the one that waits is
// not the one that it asks.
type slow struct{ next Ledger }

func (l *slow) Txn(ctx context.Context) Entry { return &slowEntry{l.next.Txn(ctx)} }

type slowEntry struct{ next Entry }

func (e *slowEntry) Commit() error {
	time.Sleep(time.Second)
	return e.next.Commit()
}

func (l *slow) release(ctx context.Context) {
	for ctx.Err() == nil {
		if err := l.next.Txn(ctx).Commit(); err == nil { // want `l.next.Txn\(ctx\).Commit is attempted again and again with no wait`
			return
		}
	}
}
