// Package unbounded holds retries that nothing ends (bad.go), and code that
// looks like it and does not (good.go).
package unbounded

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"math/rand"
	"net"
	"net/http"
	"time"
)

var (
	errConflict    = errors.New("conflict")
	errMoved       = errors.New("moved")
	errAlreadyOpen = errors.New("already open")
)

func until(url string) {
	for { // want `http.Get is tried again after every failure, and nothing ends it: .*attempts are .* nobody.*; return ctx.Err.*: 0 \(unbounded\)`
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			return
		}
		time.Sleep(time.Second)
	}
}

func statuses(url string) {
	for { // want `\(unbounded\)`
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(time.Second)
	}
}

func condition(db *sql.DB) {
	err := db.Ping()
	for err != nil { // want `\(unbounded\)`
		log.Print(err)
		time.Sleep(time.Second + time.Duration(rand.Int63n(int64(time.Second))))
		err = db.Ping()
	}
}

// No wait either.
func spin(ctx context.Context, send func(context.Context) error) error {
	for { // want `send is tried again after every failure, and nothing ends it.*nobody.*: 0 \(unbounded\)`
		if err := send(ctx); err == nil || errors.Is(err, errMoved) {
			return nil
		}
	}
}

// Another name for success does not make it end.
func already(open func() error) {
	for { // want `\(unbounded\)`
		err := open()
		if err == nil || err == errAlreadyOpen {
			return
		}
		time.Sleep(time.Minute)
	}
}

// What is reconnected can be left only where it has worked.
func reconnect(addr string, serve func(net.Conn) error) {
	for { // want `net.Dial is tried again`
		c, err := net.Dial("tcp", addr)
		if err != nil {
			log.Print(err)
			time.Sleep(5 * time.Second)
			continue
		}
		if serve(c) == nil {
			return
		}
	}
}

type conn struct{ mustConnect bool }

func newConn(must bool) *conn { return &conn{mustConnect: must} }

// A flag that never changes is no way out for those that have not set it.
func (c *conn) start(dial func() error) error {
	for { // want `unless mustConnect is set nothing ends`
		err := dial()
		if err == nil {
			return nil
		}
		if c.mustConnect {
			return err
		}
		time.Sleep(3 * time.Second)
	}
}

func neverMoves(f func() error) error {
	left := 5
	for { // want `left never moves`
		err := f()
		if !errors.Is(err, errConflict) {
			return err
		}
		if left <= 0 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func another(addr string, retries int) (c net.Conn, err error) {
	i := 0
	for i < retries { // want `retries moves away from its limit|retries moves away from it`
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		time.Sleep(time.Second)
		retries++
	}
	return nil, err
}

func downward(addr string) (c net.Conn, err error) {
	for i := 5; i > 0; i++ { // want `i moves away from it`
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func setAnew(addr string) (net.Conn, error) {
	for { // want `n is set anew on every turn`
		n := 0
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		if n++; n > 5 {
			return nil, err
		}
		time.Sleep(time.Second)
	}
}

func reset(addr string, max int) (net.Conn, error) {
	n := 0
	for { // want `n is set anew on every turn`
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c, nil
		}
		if n++; n > max {
			return nil, err
		}
		time.Sleep(time.Second)
		n = 0
	}
}
