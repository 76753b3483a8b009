package retrysite

import (
	"fmt"
	"strings"
	"testing"
)

// summary says in one line what was found of the attempts of a function.
func summary(as []*attempt) string {
	var out []string
	for _, a := range as {
		s := fmt.Sprintf("%s %s %s", a.Name, [...]string{"retry", "reconnect", "respin"}[a.path.kind],
			[...]string{"unknown", "local", "possibly", "remote"}[a.Remote])
		if a.ctx.Reaches {
			s += " ctx=" + a.ctx.Name + ":" + [...]string{"unknown", "deaf", "observed"}[a.ctx.Observed]
		}
		if a.ctx.Retried.IsValid() {
			s += " retried"
		}
		if a.ctx.Abort != "" {
			s += " abort=" + a.ctx.Abort
		}
		if h := a.HTTP; h != nil {
			s += fmt.Sprintf(" %s%s key=%s after=%s", [...]string{"?", "idempotent:", "unsafe:", "any"}[h.Method], h.MethodName,
				[...]string{"?", "none", "once", "each"}[h.Key], [...]string{"?", "unsent", "refused", "maybe"}[h.After])
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

const head = `package p
import ("context"; "errors"; "fmt"; "io"; "math/rand/v2"; "net"; "net/http"; "time"; "bytes"; "strings"; "bufio"; "database/sql"; "encoding/json")
var _ = fmt.Sprint; var _ = errors.New; var _ io.Reader; var _ = rand.IntN; var _ net.Conn; var _ http.Client; var _ = time.Now
var _ = bytes.NewReader; var _ = json.Marshal; var _ = strings.Contains; var _ bufio.Reader; var _ *sql.DB; var _ context.Context
var errGone = errors.New("gone")
var ErrAborted = errors.New("aborted")
func sleepCtx(ctx context.Context, d time.Duration) error {
	select { case <-ctx.Done(): return ctx.Err(); case <-time.After(d): return nil }
}
type store interface { Get(ctx context.Context, k string) (string, error); Ping() error }
type client struct { hc *http.Client; ctx context.Context; st store; url string }
`

// Which loops are retry sites, and how their attempts fail.
var siteCases = []struct{ name, src, want string }{
	{"a counter", `func F(op func() error) (err error) { for i := 0; i < 5; i++ { if err = op(); err == nil { return nil }; time.Sleep(time.Second) }; return err }`,
		"op retry possibly"},
	{"goto", `func F(op func() error) (err error) { n := 0
again: if err = op(); err != nil && n < 3 { n++; time.Sleep(time.Second); goto again }
return err }`, "op retry possibly"},
	{"condition at the header", `func F(op func() error) (err error) { for err = errGone; err != nil; { err = op(); if err != nil { time.Sleep(time.Second) } }; return nil }`,
		"op retry possibly"},
	{"captured error", `func F(op func() error) (err error) { defer func() { _ = err }(); for range 3 { err = op(); if err == nil { break }; time.Sleep(1) }; return err }`,
		"op retry possibly"},
	{"inline closure", `func F(db *sql.DB) { for { var err error; func() { err = db.Ping() }(); if err == nil { return }; time.Sleep(time.Second) } }`,
		"(func() literal) retry remote"},
	{"reconnect", `func F(dial func() (net.Conn, error), use func(net.Conn)) { for { c, err := dial(); if err != nil { time.Sleep(time.Second); continue }; use(c) } }`,
		"dial reconnect possibly"},
	{"reconnect with a reset", `func F(st store) { d := time.Second; for { if err := st.Ping(); err != nil { d *= 2 } else { d = time.Second }; time.Sleep(d) } }`,
		"st.Ping reconnect possibly"},
	{"respin", `func F(ctx context.Context, st store, use func(string)) { for { s, err := st.Get(ctx, "k"); if err == io.EOF { return }; if err != nil { continue }; use(s) } }`,
		"st.Get respin possibly ctx=ctx:deaf"},
	{"one of two", `func F(ctx context.Context, a, b store, use func(string)) { for { var s string; var err error; if a != nil { s, err = a.Get(ctx, "k") } else if b != nil { s, err = b.Get(ctx, "k") }; if err == io.EOF { return }; if err != nil { continue }; use(s) } }`,
		"a.Get respin possibly ctx=ctx:deaf"},
	{"a loop in a loop", `func F(op func() error) { for { fmt.Println(); for { if err := op(); err == nil { break }; time.Sleep(1) } } }`, "op retry possibly"},
	{"addresses, round and round", `func F(addrs []string) (c net.Conn, err error) { for { for _, a := range addrs { if c, err = net.Dial("tcp", a); err == nil { return c, nil } }; time.Sleep(time.Second) } }`,
		"net.Dial retry remote"},
	{"addresses with a wait", `func F(addrs []string) (c net.Conn, err error) { for _, a := range addrs { if c, err = net.Dial("tcp", a); err == nil { return c, nil }; time.Sleep(time.Second) }; return nil, err }`,
		"net.Dial retry remote"},
	{"a delay table", `func F(op func() error) (err error) { for _, d := range []time.Duration{1, 2} { if err = op(); err == nil { return nil }; time.Sleep(d) }; return err }`,
		"op retry possibly"},
	{"a status that a helper returns", `func get(u string) (int, error) { r, err := http.Get(u); if err != nil { return 0, err }; return r.StatusCode, nil }
func F(u string) error { for { code, err := get(u); if err != nil { return err }; if code != 503 { return nil }; time.Sleep(1) } }`,
		"get retry remote idempotent:GET key=none after=refused"},
	{"stop from the callback", `func F(f func() (bool, error)) error { for { stop, err := f(); if stop { return err }; time.Sleep(1) } }`, "f retry possibly"},
	{"again from the callback", `func F(f func() (bool, error)) error { for { again, err := f(); if !again { return err }; time.Sleep(1) } }`, "f retry possibly"},
	{"serves until it fails", `func serve(a string) error { c, err := net.Dial("tcp", a); if err != nil { return err }; b := make([]byte, 1); for { if _, err := c.Read(b); err != nil { return err } } }
func F(a string) { for { if err := serve(a); err != nil { fmt.Println(err) }; time.Sleep(time.Second) } }`, "serve retry remote"},
	{"recursion", `func F(op func() error, n int) error { err := op(); if err == nil || n == 0 { return err }; time.Sleep(time.Second); return F(op, n-1) }`,
		"op retry possibly"},
	{"recursion without a wait", `func F(u string, n int) error { r, err := http.Get(u); if err != nil { return err }; if r.StatusCode == 502 && n > 0 { return F(u, n-1) }; return nil }`,
		"http.Get retry remote idempotent:GET key=none after=maybe"},
	{"recursion in another mode", `func F(u string, fast bool) error { r, err := http.Get(u); if err != nil && fast { return F(u, false) }; if err != nil { return err }; return r.Body.Close() }`, ""},
	{"recursion to the next", `func F(us []string) error { r, err := http.Get(us[0]); if err != nil { return F(us[1:]) }; return r.Body.Close() }`, ""},
	{"a walk down a tree", `func F(st store, n int) error { if err := st.Ping(); err != nil { return err }; if n == 0 { return nil }; return F(st, n-1) }`, ""},
	{"accept", `func F(l net.Listener) { for { c, err := l.Accept(); if err != nil { time.Sleep(time.Second); continue }; go c.Close() } }`, "l.Accept reconnect local"},

	{"polling", `func F(ready func() bool) { for !ready() { time.Sleep(time.Second) } }`, ""},
	{"polling that leaves on errors", `func F(st store, ctx context.Context) error { for { s, err := st.Get(ctx, "k"); if err != nil { return err }; if s == "done" { return nil }; time.Sleep(1) } }`, ""},
	{"periodic", `func F(st store) { for { if err := st.Ping(); err != nil { fmt.Println(err) }; time.Sleep(time.Minute) } }`, ""},
	{"ticker", `func F(ctx context.Context, st store) { t := time.NewTicker(1); for { select { case <-ctx.Done(): return; case <-t.C: }; s, err := st.Get(ctx, "k"); if err != nil { continue }; fmt.Println(s) } }`, ""},
	{"items", `func F(st store, ctx context.Context, ks []string) { for _, k := range ks { s, err := st.Get(ctx, k); if err != nil { continue }; fmt.Println(s) } }`, ""},
	{"items by index", `func F(st []store) { for i := 0; i < len(st); i++ { if st[i].Ping() == nil { return } } }`, ""},
	{"items with a pause", `func F(st store, ctx context.Context, ks []string) { for _, k := range ks { if _, err := st.Get(ctx, k); err != nil { time.Sleep(1) } } }`, ""},
	{"messages", `func F(ch chan string, st store, ctx context.Context) { for k := range ch { if _, err := st.Get(ctx, k); err != nil { continue }; fmt.Println(k) } }`, ""},
	{"rows", `func F(ctx context.Context, rows *sql.Rows, st store) { for rows.Next() { var k string; rows.Scan(&k); if _, err := st.Get(ctx, k); err != nil { continue }; fmt.Println(k) } }`, ""},
	{"lines", `func F(r *bufio.Reader) { for { s, err := r.ReadString(10); if err != nil { return }; fmt.Println(s) } }`, ""},
	{"reset on success alone", `type backoff struct { n int }
func (b *backoff) reset() { b.n = 0 }
func (b *backoff) next() time.Duration { b.n++; return time.Second << b.n }
func F(st store) { b := &backoff{}; for { if st.Ping() == nil { b.reset() }; time.Sleep(b.next()) } }`, "st.Ping reconnect possibly"},
	{"the end of the test", `type tb interface { Fatalf(string, ...any) }
func F(t tb, st store) { for range 5 { if err := st.Ping(); err != nil { t.Fatalf("%v", err) }; time.Sleep(1) } }`, ""},
	{"all or nothing", `func F(st store) error { for i := 0; i < 3; i++ { if err := st.Ping(); err != nil { return err } }; return nil }`, ""},
	{"a list", `type node struct { next *node; st store }
func F(n *node) { for ; n != nil; n = n.next { if n.st.Ping() == nil { return } } }`, ""},
}

func TestSites(t *testing.T) {
	for _, c := range siteCases {
		t.Run(c.name, func(t *testing.T) {
			got := summary(attemptsOf(build(t, head+c.src))["F"])
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// What is observed of the context between a failure and the next attempt.
var contextCases = []struct{ name, src, want string }{
	{"nothing", `for range 3 { if _, err = st.Get(ctx, k); err == nil { return }; time.Sleep(1) }`, "deaf"},
	{"derived inside", `for range 3 { c, cancel := context.WithTimeout(ctx, 1); _, err = st.Get(c, k); cancel(); if err == nil { return }; time.Sleep(1) }`, "deaf"},
	{"made outside", `c, cancel := context.WithTimeout(context.Background(), 1); defer cancel(); for range 3 { if _, err = st.Get(c, k); err == nil { return }; time.Sleep(1) }`, "deaf"},
	{"an own sentinel", `for { _, err = st.Get(ctx, k); if err == nil || errors.Is(err, errGone) { return }; time.Sleep(1) }`, "deaf"},
	{"logged only", `for { if _, err = st.Get(ctx, k); err == nil { return }; fmt.Println(ctx, err); time.Sleep(1) }`, "deaf"},

	{"a class of errors that is logged", `for range 3 { _, err = st.Get(ctx, k); if err == nil { return }; var ne net.Error; if errors.As(err, &ne) { fmt.Println(ne) }; time.Sleep(1) }`, "deaf"},
	{"a class of errors kept", `for range 3 { _, err = st.Get(ctx, k); if err == nil { return }; var ne net.Error; leave := false; if errors.As(err, &ne) { leave = true }; time.Sleep(1); if leave { return } }`, "unknown"},

	{"background", `for range 3 { if _, err = st.Get(context.Background(), k); err == nil { return }; time.Sleep(1) }`, ""},
	{"made inside from nothing", `for range 3 { c, cancel := context.WithTimeout(context.Background(), 1); _, err = st.Get(c, k); cancel(); if err == nil { return }; time.Sleep(1) }`, ""},
	{"without cancel", `for range 3 { if _, err = st.Get(context.WithoutCancel(ctx), k); err == nil { return }; time.Sleep(1) }`, ""},
	{"header", `for ctx.Err() == nil { if _, err = st.Get(ctx, k); err == nil { return }; time.Sleep(1) }`, "observed"},
	{"select", `for { if _, err = st.Get(ctx, k); err == nil { return }; select { case <-ctx.Done(): return; case <-time.After(1): } }`, "observed"},
	{"a wait helper", `for { if _, err = st.Get(ctx, k); err == nil { return }; if sleepCtx(ctx, 1) != nil { return } }`, "observed"},
	{"a wait helper unasked", `for { if _, err = st.Get(ctx, k); err == nil { return }; sleepCtx(ctx, 1) }`, "observed"},
	{"done kept", `done := ctx.Done(); for { if _, err = st.Get(ctx, k); err == nil { return }; select { case <-done: return; case <-time.After(1): } }`, "observed"},
	{"by name", `for { if _, err = st.Get(ctx, k); err == nil || errors.Is(err, context.Canceled) { return }; time.Sleep(1) }`, "observed"},
	{"by comparison", `for { if _, err = st.Get(ctx, k); err == nil || err == context.Canceled { return }; time.Sleep(1) }`, "observed"},
	{"only one error goes round", `for { if _, err = st.Get(ctx, k); !errors.Is(err, errGone) { return }; time.Sleep(1) }`, "observed"},
	{"a type", `for { _, err = st.Get(ctx, k); var ne net.Error; if !errors.As(err, &ne) { return }; time.Sleep(1) }`, "unknown"},
	{"text", `for { _, err = st.Get(ctx, k); if err == nil || strings.Contains(err.Error(), "cancel") { return }; time.Sleep(1) }`, "unknown"},
	{"a predicate of the caller", `for { _, err = st.Get(ctx, k); if !again(err) { return }; time.Sleep(1) }`, "unknown"},
	{"a stop channel", `for { if _, err = st.Get(ctx, k); err == nil { return }; select { case <-stop: return; case <-time.After(1): } }`, "unknown"},
	{"a flag", `var closed bool; defer func() { closed = true }(); for !closed { if _, err = st.Get(ctx, k); err == nil { return }; time.Sleep(1) }`, "unknown"},
	{"two attempts", `for range 2 { if _, err = st.Get(ctx, k); err == nil { return }; time.Sleep(1) }`, "unknown"},
	{"two attempts, counted", `for i := 1; i <= 2; i++ { if _, err = st.Get(ctx, k); err == nil { return }; time.Sleep(1) }`, "unknown"},
	{"three attempts, counted", `for i := 1; i <= 3; i++ { if _, err = st.Get(ctx, k); err == nil { return }; time.Sleep(1) }`, "deaf"},
	{"another call with it", `for { if _, err = st.Get(ctx, k); err == nil { return }; if _, err = st.Get(ctx, "lock"); err != nil { return }; time.Sleep(1) }`, "observed"},
	{"watched", `go func() { <-ctx.Done(); fmt.Println() }(); for { if _, err = st.Get(ctx, k); err == nil { return }; time.Sleep(1) }`, "unknown"},
}

func TestContext(t *testing.T) {
	for _, c := range contextCases {
		t.Run(c.name, func(t *testing.T) {
			as := attemptsOf(build(t, head+`func F(ctx context.Context, st store, k string, again func(error) bool, stop chan struct{}) (err error) { `+
				strings.ReplaceAll(c.src, "return }", "return err }")+"\nreturn err }"))["F"]
			if len(as) != 1 {
				t.Fatalf("%d attempts", len(as))
			}
			got := ""
			if as[0].ctx.Reaches {
				got = [...]string{"unknown", "deaf", "observed"}[as[0].ctx.Observed]
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

var wholeCases = []struct{ name, src, want string }{
	{"cancellation named as retryable", `func again(err error) bool { return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF) }
func F(ctx context.Context, st store) error { for { _, err := st.Get(ctx, "k"); if !again(err) { return err }; time.Sleep(1) } }`,
		"st.Get retry possibly ctx=ctx:observed retried"},
	{"the deadline of one attempt", `func F(ctx context.Context, st store) error { for { c, cancel := context.WithTimeout(ctx, 1); _, err := st.Get(c, "k"); cancel(); if !errors.Is(err, context.DeadlineExceeded) { return err }; time.Sleep(1) } }`,
		"st.Get retry possibly ctx=ctx:observed"},
	{"an abort never tested", `func op(st store) error { if st == nil { return ErrAborted }; return st.Ping() }
func F(st store) error { for { if err := op(st); err == nil { return nil }; time.Sleep(1) } }`, "op retry possibly abort=ErrAborted"},
	{"an abort tested", `func op(st store) error { if st == nil { return ErrAborted }; return st.Ping() }
func F(st store) error { for { if err := op(st); err == nil || err == ErrAborted { return err }; time.Sleep(1) } }`, "op retry possibly"},
	{"an abort tested by a helper", `func op(st store) error { if st == nil { return ErrAborted }; return st.Ping() }
func final(err error) bool { return errors.Is(err, ErrAborted) }
func F(st store) error { for { err := op(st); if err == nil || final(err) { return err }; time.Sleep(1) } }`, "op retry possibly"},
	{"post", `func F(u string) error { for { r, err := http.Post(u, "", nil); if err == nil { return r.Body.Close() }; time.Sleep(1) } }`,
		"http.Post retry remote unsafe:POST key=none after=maybe"},
	{"post refused", `func F(u string) error { for { r, err := http.Post(u, "", nil); if err != nil { return err }; if r.StatusCode != 429 { return nil }; time.Sleep(1) } }`,
		"http.Post retry remote unsafe:POST key=none after=refused"},
	{"post after 5xx", `func F(u string) error { for { r, err := http.Post(u, "", nil); if err != nil { return err }; if r.StatusCode < 500 { return nil }; time.Sleep(1) } }`,
		"http.Post retry remote unsafe:POST key=none after=maybe"},
	{"method from callers", `func (c *client) F(m string) error { for { req, _ := http.NewRequest(m, c.url, nil); r, err := c.hc.Do(req); if err == nil { return r.Body.Close() }; time.Sleep(1) } }
func (c *client) Create() error { return c.F("POST") }
func (c *client) Read() error { return c.F("GET") }`, "c.hc.Do retry remote unsafe:POST key=none after=maybe"},
	{"method from callers, safe", `func (c *client) F(m string) error { for { req, _ := http.NewRequest(m, c.url, nil); r, err := c.hc.Do(req); if err == nil { return r.Body.Close() }; time.Sleep(1) } }
func (c *client) Read() error { return c.F("GET") }`, "c.hc.Do retry remote idempotent:GET key=none after=maybe"},
	{"method not seen", `func (c *client) F(m string) error { for { req, _ := http.NewRequest(m, c.url, nil); r, err := c.hc.Do(req); if err == nil { return r.Body.Close() }; time.Sleep(1) } }`,
		"c.hc.Do retry remote ? key=none after=maybe"},
	{"method kept in a field", `type call struct { m string }
func (c *call) F(hc *http.Client, u string) error { for { req, _ := http.NewRequest(c.m, u, nil); r, err := hc.Do(req); if err == nil { return r.Body.Close() }; time.Sleep(1) } }
func a(hc *http.Client) error { return (&call{"POST"}).F(hc, "") }`, "hc.Do retry remote unsafe:POST key=none after=maybe"},
	{"methods kept in a field", `type call struct { m string }
func (c *call) F(hc *http.Client, u string) error { for { req, _ := http.NewRequest(c.m, u, nil); r, err := hc.Do(req); if err == nil { return r.Body.Close() }; time.Sleep(1) } }
func a(hc *http.Client) error { return (&call{"POST"}).F(hc, "") }
func b(hc *http.Client) error { return (&call{"GET"}).F(hc, "") }`, "hc.Do retry remote ? key=none after=maybe"},
	{"a request kept in a field", `type box struct { req *http.Request; hc *http.Client }
func (b *box) Put(r *http.Request) { b.req = r }
func (b *box) F() error { for { r, err := b.hc.Do(b.req); if err == nil { return r.Body.Close() }; time.Sleep(1) } }`,
		"b.hc.Do retry remote ctx=req.Context():deaf any key=none after=maybe"},
	{"key before", `func F(hc *http.Client, u, k string) error { req, _ := http.NewRequest("POST", u, nil); req.Header.Set("Idempotency-Key", k)
for { r, err := hc.Do(req); if err == nil { return r.Body.Close() }; time.Sleep(1) } }`, "hc.Do retry remote unsafe:POST key=once after=maybe"},
	{"key anew", `func F(hc *http.Client, u string) error { for { req, _ := http.NewRequest("POST", u, nil); req.Header.Set("Idempotency-Key", fmt.Sprint(rand.Int64()))
r, err := hc.Do(req); if err == nil { return r.Body.Close() }; time.Sleep(1) } }`, "hc.Do retry remote unsafe:POST key=each after=maybe"},
	{"any method", `func F(hc *http.Client, req *http.Request) (r *http.Response, err error) { for range 3 { if r, err = hc.Do(req); err == nil { return }; time.Sleep(1) }; return }`,
		"hc.Do retry remote ctx=req.Context():deaf any key=none after=maybe"},
	{"method looked at", `func F(hc *http.Client, req *http.Request) (r *http.Response, err error) { for range 3 { if r, err = hc.Do(req); err == nil || req.Method == "POST" { return }; time.Sleep(1) }; return }`,
		"hc.Do retry remote ctx=req.Context():deaf ? key=none after=maybe"},
	{"timeouts", `func F(u string) error { for { r, err := http.Post(u, "", nil); if err == nil { return r.Body.Close() }; var ne net.Error; if !errors.As(err, &ne) || !ne.Timeout() { return err }; time.Sleep(1) } }`,
		"http.Post retry remote unsafe:POST key=none after=maybe"},
	{"an unseen class of answers", `func F(u string, again func(error) error) error { for { r, err := http.Post(u, "", nil); if err != nil { return err }; if r.StatusCode < 500 { return nil }; err = errors.New(r.Status); if err = again(err); err != nil { return err }; time.Sleep(1) } }`,
		"http.Post retry remote unsafe:POST key=none after=?"},
	{"an unseen class of errors", `func F(u string, again func(error) bool) error { for { r, err := http.Post(u, "", nil); if err == nil { return r.Body.Close() }; if !again(err) { return err }; time.Sleep(1) } }`,
		"http.Post retry remote unsafe:POST key=none after=?"},
}

func TestAttempts(t *testing.T) {
	for _, c := range wholeCases {
		t.Run(c.name, func(t *testing.T) {
			if got := summary(attemptsOf(build(t, head+c.src))["F"]); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
