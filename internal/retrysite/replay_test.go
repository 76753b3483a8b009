package retrysite

import (
	"strings"
	"testing"
)

const replayHead = head + `
type bucket interface { Upload(ctx context.Context, name string, r io.Reader) error; Put(ctx context.Context, r io.ReadSeeker) error; ReadFrom(ctx context.Context, r io.Reader) error }
type options struct { raw io.Reader }
func send(hc *http.Client, u string, r io.Reader) (*http.Response, error) { req, err := http.NewRequest("PUT", u, r); if err != nil { return nil, err }; return hc.Do(req) }
func rewind(req *http.Request) { if req.GetBody != nil { req.Body, _ = req.GetBody() } }
func dump(req *http.Request) { fmt.Println(req.URL) }
func again(r *http.Response, err error) bool { return err != nil || r.StatusCode >= 500 }
func get(u string) (*http.Request, error) { return http.NewRequest("GET", u, nil) }
func put(u string, b []byte) (*http.Request, error) { return http.NewRequest("PUT", u, bytes.NewReader(b)) }
`

const tail = `; if !again(r, err) { return nil }; time.Sleep(1)`

// What an attempt uses up and the next one is given again. Before stands before
// the loop, each in it.
var replayCases = []struct{ name, before, each, want string }{
	{"a request given", "", `r, err := hc.Do(req)` + tail, "any"},
	{"a request made before", `q, _ := http.NewRequest("PUT", u, bytes.NewReader(b))`, `r, err := hc.Do(q)` + tail, "request"},
	{"a request with a reader, made before", `q, _ := http.NewRequest("PUT", u, rd)`, `r, err := hc.Do(q)` + tail, "request"},
	{"a request that a helper made before", `q, _ := put(u, b)`, `r, err := hc.Do(q)` + tail, "request"},
	{"a clone shares the body", `q, _ := http.NewRequest("PUT", u, bytes.NewReader(b))`, `r, err := hc.Do(q.Clone(ctx))` + tail, "request"},
	{"a reader given", "", `q, _ := http.NewRequest("PUT", u, rd); r, err := hc.Do(q)` + tail, "reader rd"},
	{"a reader made before", `body := bytes.NewReader(b)`, `q, _ := http.NewRequest("PUT", u, body); r, err := hc.Do(q)` + tail, "reader"},
	{"a buffer made before", `var body bytes.Buffer; body.Write(b)`, `q, _ := http.NewRequest("PUT", u, &body); r, err := hc.Do(q)` + tail, "reader body"},
	{"a reader in a wrapper", "", `q, _ := http.NewRequest("PUT", u, io.NopCloser(rd)); r, err := hc.Do(q)` + tail, "reader rd"},
	{"a reader for a helper", "", `r, err := send(hc, u, rd)` + tail, "reader rd"},
	{"a reader posted", "", `r, err := http.Post(u, "", rd)` + tail, "reader rd"},
	{"a reader in options", "", `r, err := send(hc, u, opt.raw)` + tail, "reader opt.raw"},
	{"a reader or bytes", "", `var body io.Reader = bytes.NewReader(b); if x, ok := any(rd).(io.Reader); ok { body = x }; r, err := send(hc, u, body)` + tail, "reader rd"},
	{"a reader uploaded", "", `err := st.Upload(ctx, u, rd); if err == nil { return nil }; time.Sleep(1)`, "reader rd"},
	{"rewound on one way alone", "", `r, err := hc.Do(req); if err != nil { time.Sleep(1); rewind(req); continue }; if r.StatusCode < 500 { return nil }; time.Sleep(1)`, ""},
	{"sought on one way alone", "", `r, err := send(hc, u, rd); if err != nil { return err }; if r.StatusCode == 401 { return nil }; if r.StatusCode == 429 { sk.Seek(0, 0); continue }; if r.StatusCode < 500 { return nil }; time.Sleep(1)`, "reader rd"},

	{"no body", `q, _ := http.NewRequest("DELETE", u, nil)`, `r, err := hc.Do(q)` + tail, ""},
	{"the body that is none", `q, _ := http.NewRequest("DELETE", u, http.NoBody)`, `r, err := hc.Do(q)` + tail, ""},
	{"a GET", `q, _ := get(u)`, `r, err := hc.Do(q)` + tail, ""},
	{"built from bytes", "", `q, _ := http.NewRequest("PUT", u, bytes.NewReader(b)); r, err := hc.Do(q)` + tail, ""},
	{"built by a helper", "", `q, _ := put(u, b); r, err := hc.Do(q)` + tail, ""},
	{"a new reader for a helper", "", `r, err := send(hc, u, bytes.NewReader(b))` + tail, ""},
	{"from GetBody", "", `r, err := hc.Do(req); if req.GetBody != nil { req.Body, _ = req.GetBody() }` + tail, ""},
	{"a helper rewinds", "", `r, err := hc.Do(req); rewind(req)` + tail, ""},
	{"an unseen function may rewind", "", `r, err := hc.Do(req); fix(req)` + tail, ""},
	{"a helper that looks at the URL", "", `dump(req); r, err := hc.Do(req)` + tail, "any"},
	{"sought", "", `sk.Seek(0, 0); r, err := send(hc, u, rd)` + tail, ""},
	{"sought if it can be", "", `if s, ok := rd.(io.Seeker); ok { s.Seek(0, 0) }; r, err := send(hc, u, rd)` + tail, ""},
	{"the body is set", "", `req.Body = io.NopCloser(bytes.NewReader(b)); r, err := hc.Do(req)` + tail, ""},
	{"bodies are not sent again", `if req.Body != nil { return nil }`, `r, err := hc.Do(req)` + tail, ""},
	{"the method is looked at", `if req.Method != "GET" { return nil }`, `r, err := hc.Do(req)` + tail, ""},
	{"another request in the next round", `q := req`, `r, err := hc.Do(q); q = next(b)` + tail, ""},
	{"reset", `body := bytes.NewReader(b)`, `body.Reset(b); r, err := send(hc, u, body)` + tail, ""},
	{"only refused connections", "", `r, err := hc.Do(req); if err == nil { return r.Body.Close() }; var oe *net.OpError; if !errors.As(err, &oe) || oe.Op != "dial" { return err }; time.Sleep(1)`, ""},
	{"the callee can seek", "", `err := st.Put(ctx, sk); if err == nil { return nil }; time.Sleep(1)`, ""},
	{"the callee reads a stream", "", `err := st.ReadFrom(ctx, rd); if err == nil { return nil }; time.Sleep(1)`, ""},
	{"a connection", "", `err := st.Upload(ctx, u, conn); if err == nil { return nil }; time.Sleep(1)`, ""},
	{"an option set in the loop", "", `opt.raw = bytes.NewReader(b); r, err := send(hc, u, opt.raw)` + tail, ""},
}

func replayText(rs []Replay) string {
	var out []string
	for _, r := range rs {
		out = append(out, strings.TrimSpace([...]string{"reader", "request", "any"}[r.What]+" "+r.Name))
	}
	return strings.Join(out, "; ")
}

func TestReplays(t *testing.T) {
	for _, c := range replayCases {
		t.Run(c.name, func(t *testing.T) {
			src := replayHead + `func F(ctx context.Context, hc *http.Client, req *http.Request, u string, b []byte, rd io.Reader, sk io.ReadSeeker, opt *options, st bucket, conn net.Conn, fix func(*http.Request), next func([]byte) *http.Request) error { ` +
				c.before + "\nfor n := 0; n < 9; n++ { " + c.each + " }\nreturn nil }"
			as := attemptsOf(build(t, src))["F"]
			if len(as) == 0 {
				t.Fatal("no attempt")
			}
			if got := replayText(as[0].Replays); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Requests and readers that come from elsewhere, or go elsewhere.
var replayWholeCases = []struct{ name, src, want string }{
	{"callers without a body", `func F(hc *http.Client, req *http.Request) error { for { r, err := hc.Do(req)` + tail + ` } }
func a(hc *http.Client, u string) error { q, _ := get(u); return F(hc, q) }`, ""},
	{"a caller with a body", `func F(hc *http.Client, req *http.Request) error { for { r, err := hc.Do(req)` + tail + ` } }
func a(hc *http.Client, u string) error { q, _ := get(u); return F(hc, q) }
func p(hc *http.Client, u string, b []byte) error { q, _ := put(u, b); return F(hc, q) }`, "request"},
	{"callers without a reader", `func F(hc *http.Client, u string, rd io.Reader) error { for { r, err := send(hc, u, rd)` + tail + ` } }
func a(hc *http.Client, u string) error { return F(hc, u, nil) }`, ""},
	{"a recursion", `func F(hc *http.Client, req *http.Request, n int) error { r, err := hc.Do(req); if !again(r, err) || n == 0 { return err }; time.Sleep(1); return F(hc, req, n-1) }`, "any"},
	{"a recursion under another context", `func F(ctx context.Context, hc *http.Client, req *http.Request, n int) error { req = req.WithContext(ctx); r, err := hc.Do(req); if !again(r, err) || n == 0 { return err }; time.Sleep(1); return F(ctx, hc, req, n-1) }`, "any"},
	{"a recursion with another request", `func F(hc *http.Client, req *http.Request, u string, b []byte, n int) error { r, err := hc.Do(req); if !again(r, err) || n == 0 { return err }; time.Sleep(1); q, _ := put(u, b); return F(hc, q, u, b, n-1) }`, ""},
	{"a recursion that makes its request", `func F(hc *http.Client, u string, b []byte, n int) error { req, _ := put(u, b); r, err := hc.Do(req); if !again(r, err) || n == 0 { return err }; time.Sleep(1); return F(hc, u, b, n-1) }`, ""},
	{"a callback", `func F(f func() error) (err error) { for { if err = f(); err == nil { return }; time.Sleep(1) } }
func up(ctx context.Context, st bucket, rd io.Reader) error { return F(func() error { return st.Upload(ctx, "a", rd) }) }`, "reader"},
	{"a callback that seeks", `func F(f func() error) (err error) { for { if err = f(); err == nil { return }; time.Sleep(1) } }
func up(ctx context.Context, st bucket, rd io.ReadSeeker) error { return F(func() error { if _, err := rd.Seek(0, 0); err != nil { return err }; return st.Upload(ctx, "a", rd) }) }`, ""},
	{"a callback over bytes", `func F(f func() error) (err error) { for { if err = f(); err == nil { return }; time.Sleep(1) } }
func up(ctx context.Context, st bucket, b []byte) error { return F(func() error { return st.Upload(ctx, "a", bytes.NewReader(b)) }) }`, ""},
	{"a callback with a new reader in a variable", `func F(f func() error) (err error) { for { if err = f(); err == nil { return }; time.Sleep(1) } }
func up(ctx context.Context, st bucket, b []byte) error { var rd io.Reader; return F(func() error { rd = bytes.NewReader(b); return st.Upload(ctx, "a", rd) }) }`, ""},
}

func TestReplaysElsewhere(t *testing.T) {
	for _, c := range replayWholeCases {
		t.Run(c.name, func(t *testing.T) {
			as := attemptsOf(build(t, replayHead+c.src))["F"]
			if len(as) != 1 {
				t.Fatalf("%d attempts", len(as))
			}
			if got := replayText(as[0].Replays); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
