package retrysite

import (
	"fmt"
	"strings"
	"testing"
)

// What one attempt opens and what is still open at the next.
var leakCases = []struct{ name, src, want string }{
	{"a status goes round", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return r.Body.Close() }; time.Sleep(1)`, "response of hc.Do"},
	{"deferred in the loop", `r, err := hc.Do(req); if err != nil { return err }; defer r.Body.Close(); if r.StatusCode < 500 { return nil }; time.Sleep(1)`, "response of hc.Do deferred"},
	{"deferred in a literal", `r, err := hc.Do(req); if err != nil { return err }; defer func() { r.Body.Close() }(); if r.StatusCode < 500 { return nil }; time.Sleep(1)`, "response of hc.Do deferred"},
	{"one of two statuses", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode == 429 { time.Sleep(1); continue }; r.Body.Close(); if r.StatusCode < 500 { return nil }; time.Sleep(1)`, "response of hc.Do"},
	{"logged", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return r.Body.Close() }; fmt.Println(r.Status); time.Sleep(1)`, "response of hc.Do"},
	{"a helper that looks at it", `r, err := hc.Do(req); if err != nil { return err }; if good(r) { return r.Body.Close() }; time.Sleep(1)`, "response of hc.Do"},
	{"from a helper", `r, err := send(hc, req); if err != nil { return err }; if r.StatusCode < 500 { return r.Body.Close() }; time.Sleep(1)`, "response of send"},
	{"decoded", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return r.Body.Close() }; var v int; json.NewDecoder(r.Body).Decode(&v); time.Sleep(1)`, "response of hc.Do"},
	{"no response where the request failed", `r, err := hc.Do(req); if err == nil { return r.Body.Close() }; time.Sleep(1)`, ""},
	{"closed", `r, err := hc.Do(req); if err != nil { return err }; r.Body.Close(); if r.StatusCode < 500 { return nil }; time.Sleep(1)`, ""},
	{"closed if there is one", `r, err := hc.Do(req); if err != nil || r.StatusCode >= 500 { if r != nil { r.Body.Close() }; time.Sleep(1); continue }; return r.Body.Close()`, ""},
	{"deferred and closed", `r, err := hc.Do(req); if err != nil { return err }; defer r.Body.Close(); if r.StatusCode < 500 { return nil }; r.Body.Close(); time.Sleep(1)`, ""},
	{"deferred where it leaves", `r, err := hc.Do(req); if err != nil { time.Sleep(1); continue }; defer r.Body.Close(); return nil`, ""},
	{"a helper drains it", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return r.Body.Close() }; drain(r); time.Sleep(1)`, ""},
	{"a helper is given the body", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return r.Body.Close() }; drainBody(r.Body); time.Sleep(1)`, ""},
	{"a literal per attempt", `var code int; err := func() error { r, err := hc.Do(req); if err != nil { return err }; defer r.Body.Close(); code = r.StatusCode; return nil }(); if err == nil && code < 500 { return nil }; time.Sleep(1)`, ""},
	{"a literal closes it", `r, err := hc.Do(req); if err != nil { return err }; done := func() { r.Body.Close() }; if r.StatusCode < 500 { done(); return nil }; done(); time.Sleep(1)`, ""},
	{"read to the end", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return r.Body.Close() }; io.Copy(io.Discard, r.Body); time.Sleep(1)`, ""},
	{"stored", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return r.Body.Close() }; kept.last = r; time.Sleep(1)`, ""},
	{"given away", `r, err := hc.Do(req); if err != nil { return err }; if use(r) { return r.Body.Close() }; time.Sleep(1)`, ""},
	{"in a goroutine", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return nil }; go r.Body.Close(); time.Sleep(1)`, ""},
	{"from a helper that closes it", `r, err := sendClosed(hc, req); if err != nil { return err }; if r.StatusCode < 500 { return nil }; time.Sleep(1)`, ""},

	{"cancel deferred", `c, cancel := context.WithTimeout(ctx, 1); defer cancel(); if _, err := st.Get(c, "k"); err == nil { return nil }; time.Sleep(1)`, "cancel of context.WithTimeout deferred"},
	{"no cancel on one way", `c, cancel := context.WithTimeout(ctx, 1); if _, err := st.Get(c, "k"); err == nil { cancel(); return nil }; time.Sleep(1)`, "cancel of context.WithTimeout"},
	{"canceled", `c, cancel := context.WithTimeout(ctx, 1); _, err := st.Get(c, "k"); cancel(); if err == nil { return nil }; time.Sleep(1)`, ""},
	{"cancel kept", `c, cancel := context.WithTimeout(ctx, 1); kept.cancel = cancel; if _, err := st.Get(c, "k"); err == nil { return nil }; time.Sleep(1)`, ""},
	{"cancel if there is one", `var cancel context.CancelFunc; c := ctx; if kept.n > 0 { c, cancel = context.WithTimeout(ctx, 1) }; _, err := st.Get(c, "k"); if cancel != nil { cancel() }; if err == nil { return nil }; time.Sleep(1)`, ""},
	{"cancel by default nothing", `c, cancel := ctx, func() {}; if kept.n > 0 { c, cancel = context.WithTimeout(ctx, 1) }; _, err := st.Get(c, "k"); cancel(); if err == nil { return nil }; time.Sleep(1)`, ""},
	{"cancel under the same condition", `c, cancel := ctx, func() {}; if kept.n > 0 { c, cancel = context.WithTimeout(ctx, 1) }; _, err := st.Get(c, "k"); if kept.n > 0 { cancel() }; if err == nil { return nil }; time.Sleep(1)`, ""},
	{"a flag says that it is open", `open := false; r, err := hc.Do(req); if err == nil { if r.StatusCode < 500 { return nil }; open = true }; if open && r.Body != nil { r.Body.Close() }; time.Sleep(1)`, ""},
	{"kept on the last attempt", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return nil }; if n < 8 { r.Body.Close(); time.Sleep(1) }`, ""},
	{"closed where a predicate says so, and left where it does not", `r, err := hc.Do(req); again := use2(err); if r != nil && again { r.Body.Close() }; if !again { return nil }; time.Sleep(1)`, ""},
	{"closed on the last attempt alone", `r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode < 500 { return nil }; if n == 8 { r.Body.Close() }; time.Sleep(1)`, "response of hc.Do"},

	{"timer deferred", `t := time.NewTimer(9); defer t.Stop(); if _, err := st.Get(ctx, "k"); err == nil { return nil }; time.Sleep(1)`, "timer of time.NewTimer deferred"},
	{"timer fired", `if _, err := st.Get(ctx, "k"); err == nil { return nil }; t := time.NewTimer(1); defer t.Stop(); select { case <-t.C: case <-ctx.Done(): return nil }`, ""},
	{"rows", `rows, err := db.Query("q"); if err != nil { time.Sleep(1); continue }; if kept.n > 0 { time.Sleep(2); continue }; return rows.Close()`, "rows of db.Query"},
	{"rows to the end", `rows, err := db.Query("q"); if err != nil { time.Sleep(1); continue }; for rows.Next() { }; if rows.Err() == nil { return nil }; time.Sleep(1)`, ""},
	{"connection", `c, err := net.Dial("tcp", "a"); if err != nil { time.Sleep(1); continue }; if _, err = c.Write(nil); err != nil { time.Sleep(2); continue }; return c.Close()`, "connection of net.Dial"},
	{"connection closed", `c, err := net.Dial("tcp", "a"); if err != nil { time.Sleep(1); continue }; if _, err = c.Write(nil); err != nil { c.Close(); time.Sleep(2); continue }; return c.Close()`, ""},
	{"connection handed on", `c, err := net.Dial("tcp", "a"); if err != nil { time.Sleep(1); continue }; if err := serve(c); err != nil { time.Sleep(2); continue }; return nil`, ""},
}

const leakHead = head + `
type keeper struct { last *http.Response; cancel func(); n int }
func good(r *http.Response) bool { return r.StatusCode < 500 && r.Header.Get("X") == "" }
func drain(r *http.Response) { drainBody(r.Body) }
func drainBody(b io.ReadCloser) { defer b.Close(); b.Read(nil) }
func send(hc *http.Client, req *http.Request) (*http.Response, error) { req.Header.Set("A", "b"); return hc.Do(req) }
func sendClosed(hc *http.Client, req *http.Request) (*http.Response, error) { r, err := hc.Do(req); if err != nil { return nil, err }; defer r.Body.Close(); return r, nil }
`

func leakText(ls []Leak) string {
	var out []string
	for _, l := range ls {
		s := [...]string{"response", "cancel", "timer", "rows", "connection"}[l.What] + " of " + l.Opener
		if l.Deferred {
			s += " deferred"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestLeaks(t *testing.T) {
	for _, c := range leakCases {
		t.Run(c.name, func(t *testing.T) {
			src := leakHead + `func F(ctx context.Context, hc *http.Client, req *http.Request, st store, db *sql.DB, kept *keeper, use func(*http.Response) bool, serve func(net.Conn) error, use2 func(error) bool) error { for n := 0; n < 9; n++ { ` +
				c.src + " }\nreturn nil }"
			as := attemptsOf(build(t, src))["F"]
			if len(as) == 0 {
				t.Fatal("no attempt")
			}
			if got := leakText(as[0].Leaks); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Functions that are called once per attempt, and functions that call themselves.
var leakWholeCases = []struct{ name, src, want string }{
	{"a callback that leaves it in a captured variable", `var r *http.Response; err := retry(func() (err error) { if r, err = hc.Do(req); err != nil { return err }; if r.StatusCode >= 500 { return errGone }; return nil }); _ = r; return err`,
		"response of hc.Do"},
	{"a callback that closes what was left", `var r *http.Response; err := retry(func() (err error) { if r != nil { r.Body.Close() }; if r, err = hc.Do(req); err != nil { return err }; if r.StatusCode >= 500 { return errGone }; return nil }); _ = r; return err`, ""},
	{"a callback that defers", `return retry(func() error { r, err := hc.Do(req); if err != nil { return err }; defer r.Body.Close(); if r.StatusCode >= 500 { return errGone }; return nil })`, ""},
	{"a callback that fails before it defers", `return retry(func() error { r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode >= 500 { return fmt.Errorf("status %d", r.StatusCode) }; defer r.Body.Close(); return nil })`, "response of hc.Do"},
	{"a callback that hands it on with the error", `return retry(func() error { r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode >= 500 { return &answerError{r} }; return r.Body.Close() })`, ""},
	{"a callback that forbids another attempt", `return retry(func() error { r, err := hc.Do(req); if err != nil { return err }; if r.StatusCode >= 500 { return permanent(errGone) }; return r.Body.Close() })`, ""},
}

func TestOperationLeaks(t *testing.T) {
	for _, c := range leakWholeCases {
		t.Run(c.name, func(t *testing.T) {
			src := leakHead + `type answerError struct { r *http.Response }
func (answerError) Error() string { return "" }
func permanent(err error) error { return err }
func retry(f func() error) (err error) { for range 3 { if err = f(); err == nil { return nil }; time.Sleep(1) }; return err }
func F(hc *http.Client, req *http.Request) error { ` + c.src + ` }`
			as := attemptsOf(build(t, src))["retry"]
			if len(as) != 1 {
				t.Fatalf("%d attempts", len(as))
			}
			if got := leakText(as[0].Leaks); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestRecursionLeaks(t *testing.T) {
	for defers, want := range map[bool]string{true: "response of http.Get deferred", false: ""} {
		src := head + fmt.Sprintf(`func F(u string, n int) error { r, err := http.Get(u); if err != nil { return err }; if %t { defer r.Body.Close() } else { r.Body.Close() }
if r.StatusCode == 502 && n > 0 { return F(u, n-1) }; return nil }`, defers)
		if !defers {
			src = strings.Replace(src, "defer r.Body.Close()", "", 1)
		}
		as := attemptsOf(build(t, src))["F"]
		if len(as) != 1 || leakText(as[0].Leaks) != want {
			t.Errorf("deferred %t: %d attempts, got %v, want %q", defers, len(as), as, want)
		}
	}
}

// Sites of which nothing is known but what an attempt leaves for the next.
func TestLeaksOfOtherSites(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"other credentials", `func F(hc *http.Client, req *http.Request, refresh func() error) (r *http.Response, err error) { for range 3 { if r, err = hc.Do(req); err != nil { return nil, err }; if r.StatusCode != 401 { return r, nil }; if err = refresh(); err != nil { return nil, err } }; return nil, errGone }`,
			"response of hc.Do"},
		{"other credentials, closed", `func F(hc *http.Client, req *http.Request, refresh func() error) (r *http.Response, err error) { for range 3 { if r, err = hc.Do(req); err != nil { return nil, err }; if r.StatusCode != 401 { return r, nil }; r.Body.Close(); if err = refresh(); err != nil { return nil, err } }; return nil, errGone }`, ""},
		{"other credentials on a copy", `func F(hc *http.Client, req *http.Request, refresh func() error) (*http.Response, error) { var r *http.Response; for range 3 { var err error; r, err = hc.Do(req); if err != nil { return nil, err }; if r.StatusCode != 401 || r.Header.Get("A") == "" { return r, nil }; h := r.Header.Get("B"); if h != "" { q := req.Clone(req.Context()); if req.GetBody != nil { q.Body, err = req.GetBody(); if err != nil { return nil, err } }; req = q; continue }; if err = refresh(); err != nil { return nil, err } }; return nil, errGone }`,
			"response of hc.Do"},
		{"what is left of a list", `type backoff struct{ n int }
func (b *backoff) pause() time.Duration { b.n++; return time.Second << b.n }
func F(ctx context.Context, st store, ks []string, left func(error, []string) []string) { b := &backoff{}; for { c, cancel := context.WithTimeout(ctx, 1); defer cancel(); _, err := st.Get(c, ks[0]); ks = left(err, ks); if len(ks) == 0 { return }; time.Sleep(b.pause()) } }`,
			"cancel of context.WithTimeout deferred"},
		{"a poll", `func F(ctx context.Context, st store, ks []string, left func(error, []string) []string) { for { c, cancel := context.WithTimeout(ctx, 1); defer cancel(); _, err := st.Get(c, ks[0]); ks = left(err, ks); if len(ks) == 0 { return }; time.Sleep(time.Minute) } }`, ""},
		{"pages", `func F(hc *http.Client, req *http.Request) (n int, err error) { for { r, err := hc.Do(req); if err != nil { return n, err }; n++; if r.StatusCode == 204 { return n, nil } } }`, ""},
		{"through a helper", `func F(hc *http.Client, req *http.Request, n int) error { r, err := hc.Do(req); if err != nil { return err }; defer r.Body.Close(); if r.StatusCode == 503 && n > 0 { return retry(hc, req, n) }; return nil }
func retry(hc *http.Client, req *http.Request, n int) error { time.Sleep(1); return F(hc, req, n-1) }`, "response of hc.Do deferred"},
		{"through a helper, in a wrapper", `func wrap(b io.ReadCloser) io.ReadCloser { return b }
func F(hc *http.Client, req *http.Request, n int) error { r, err := hc.Do(req); if err != nil { return err }; r.Body = wrap(r.Body); defer r.Body.Close(); if r.StatusCode == 503 && n > 0 { return retry(hc, req, n) }; return nil }
func retry(hc *http.Client, req *http.Request, n int) error { time.Sleep(1); return F(hc, req, n-1) }`, "response of hc.Do deferred"},
		{"through a helper, closed", `func F(hc *http.Client, req *http.Request, n int) error { r, err := hc.Do(req); if err != nil { return err }; r.Body.Close(); if r.StatusCode == 503 && n > 0 { return retry(hc, req, n) }; return nil }
func retry(hc *http.Client, req *http.Request, n int) error { time.Sleep(1); return F(hc, req, n-1) }`, ""},
	}
	for _, tt := range tests {
		got := ""
		for _, s := range scanPackage(passOf(t, "p.go", []byte(leakHead+tt.src))).Sites {
			got += leakText(s.Attempt.Leaks)
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
