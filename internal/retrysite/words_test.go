package retrysite

import (
	"fmt"
	"strings"
	"testing"
)

// TestWords reads what a site says beyond its attempt and its delays.
func TestWords(t *testing.T) {
	const head = `package p

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"
)

var _ = errors.New
var _ sync.Mutex
var _ sql.Tx

type client struct {
	mu   sync.Mutex
	ctx  context.Context
	quit chan struct{}
	n    int
	do   func() error
}

`
	tests := []struct{ name, src, want string }{
		{"a context given", `func f(ctx context.Context, do func(context.Context) error) error {
	for {
		if err := do(ctx); err == nil || ctx.Err() != nil { return err }
		time.Sleep(time.Second)
	}
}`, "stop=ctx silent"},
		{"a context that never ends", `func f(do func(context.Context) error) error {
	ctx := context.Background()
	for {
		if err := do(ctx); err == nil { return err }
		time.Sleep(time.Second)
	}
}`, "silent"},
		{"a field that nobody sets", `func (c *client) f() error {
	for {
		if err := c.do(); err == nil { return err }
		time.Sleep(time.Second)
	}
}`, "silent"},
		{"a channel that the loop receives from", `func (c *client) f() error {
	for {
		if err := c.do(); err == nil { return err }
		select {
		case <-c.quit:
			return nil
		default:
		}
		time.Sleep(time.Second)
	}
}`, "stop=<-c.quit silent"},
		{"a count that outlives a success", `func (c *client) f(log func(error)) {
	n := 0
	for {
		if err := c.do(); err != nil {
			log(err)
			time.Sleep(time.Second << n)
			n++
			continue
		}
		println("connected")
	}
}`, "kept=n"},
		{"a count that does not", `func (c *client) f(log func(error)) {
	n := 0
	for {
		if err := c.do(); err != nil {
			log(err)
			time.Sleep(time.Second << n)
			n++
			continue
		}
		n = 0
		println("connected")
	}
}`, ""},
		{"a count that ends the loop", `func (c *client) f(log func(error)) error {
	n := 0
	for {
		if err := c.do(); err != nil {
			log(err)
			if n++; n > 5 { return err }
			time.Sleep(time.Second)
			continue
		}
		println("connected")
	}
}`, "limit=n"},
		{"a mutex held", `func (c *client) f() (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n := 0; n < 3; n++ {
		if err = c.do(); err == nil { return nil }
		time.Sleep(time.Second)
	}
	return err
}`, "silent locked=c.mu"},
		{"a mutex let go", `func (c *client) f() (err error) {
	c.mu.Lock()
	for n := 0; n < 3; n++ {
		if err = c.do(); err == nil { break }
		c.mu.Unlock()
		time.Sleep(time.Second)
		c.mu.Lock()
	}
	c.mu.Unlock()
	return err
}`, "silent"},
		{"nil in the end", `func f(do func() error) error {
	for n := 0; n < 3; n++ {
		if do() == nil { return nil }
		time.Sleep(time.Second)
	}
	return nil
}`, "silent lost"},
		{"a variable declared anew", `func f(do func() error) error {
	var err error
	for n := 0; n < 3; n++ {
		err := do()
		if err == nil { return nil }
		time.Sleep(time.Second)
	}
	return err
}`, "silent lost=err"},
		{"a transaction of the caller", `func f(tx *sql.Tx) (err error) {
	for n := 0; n < 3; n++ {
		if _, err = tx.Exec("DELETE FROM a"); err == nil { return nil }
		time.Sleep(time.Second)
	}
	return err
}`, "silent tx=tx.Exec"},
	}
	for _, tt := range tests {
		sites := scanPackage(passOf(t, "p.go", []byte(head+tt.src))).Sites
		if len(sites) != 1 {
			t.Errorf("%s: %d sites, want 1", tt.name, len(sites))
			continue
		}
		if have := wordsOf(sites[0]); have != tt.want {
			t.Errorf("%s: have %q, want %q", tt.name, have, tt.want)
		}
	}
}

// wordsOf prints what TestWords asks.
func wordsOf(s *Site) string {
	var out []string
	add := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	from := ""
	if s.Stop.Channel {
		from = "<-"
	}
	add(s.Stop.Name != "", "stop=%s%s", from, s.Stop.Name)
	add(s.Silent, "silent")
	add(s.LimitKept != "", "limit=%s", s.LimitKept)
	add(s.Lost.IsValid() && s.Lost.Shadow == "", "lost")
	add(s.Lost.Shadow != "", "lost=%s", s.Lost.Shadow)
	add(s.Tx.IsValid(), "tx=%s", s.Tx.Name)
	for _, w := range s.Waits {
		add(w.Kept != "", "kept=%s", w.Kept)
		add(w.Locked != "", "locked=%s", w.Locked)
	}
	return strings.Join(out, " ")
}
