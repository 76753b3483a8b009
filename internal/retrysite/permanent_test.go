package retrysite

import (
	"fmt"
	"testing"
)

// After which permanent failures the attempt is certainly made again.
func TestPermanent(t *testing.T) {
	const once = `func once(c *http.Client, u string) (int, []byte, error) { r, err := c.Get(u); if err != nil { return 0, nil, err }; defer r.Body.Close(); b, err := io.ReadAll(r.Body); return r.StatusCode, b, err }
`
	for _, c := range []struct{ name, src, want string }{
		{"all that is not 200", `func F(u string) { for { r, err := http.Get(u); if err == nil && r.StatusCode == 200 { return }; time.Sleep(1) } }`, "[400 401 403 404 405 410 422] [] []"},
		{"from 500 on", `func F(u string) { for { r, err := http.Get(u); if err == nil && r.StatusCode < 500 { return }; time.Sleep(1) } }`, "[] [] []"},
		{"nothing is asked for", `func F(u string) { for { r, err := http.Get(u); if err == nil { r.Body.Close(); return }; time.Sleep(1) } }`, "[] [] []"},
		{"the body decides", `func F(u string) { for { r, err := http.Get(u); if err != nil { continue }; if _, err = io.ReadAll(r.Body); err == nil { return }; time.Sleep(1) } }`, "[] [] []"},
		{"the body judges", `type cause struct { again bool }
func parse(b []byte) (*cause, bool) { return &cause{len(b) > 3}, len(b) > 2 }
func F(u string) { for { r, err := http.Get(u); if err != nil { return }; if r.StatusCode == 200 { return }; b, err := io.ReadAll(r.Body); if err != nil { return }; if _, ok := parse(b); !ok { return }; time.Sleep(1) } }`, "[] [] []"},
		{"the body judges, and the failure before it", `type cause struct { code int; again bool }
func parse(b []byte, last int) *cause { return &cause{last, len(b) > 2} }
func F(u string) { last := 0; for { r, err := http.Get(u); if err != nil { return }; if r.StatusCode == 200 { return }; b, err := io.ReadAll(r.Body); if err != nil { return }; c := parse(b, last); if !c.again { return }; last = c.code; time.Sleep(1) } }`, "[] [] []"},
		{"the body is read", `func F(u string) { for { r, err := http.Get(u); if err != nil { return }; b, err := io.ReadAll(r.Body); if err != nil { return }; if r.StatusCode == 200 { println(b); return }; time.Sleep(1) } }`,
			"[400 401 403 404 405 410 422] [] []"},
		{"one alone", `func F(u string) { for { r, err := http.Get(u); if err == nil && r.StatusCode != 404 { return }; time.Sleep(1) } }`, "[] [] []"},
		{"a status that is a result", once + `func F(c *http.Client, u string) { for { s, _, err := once(c, u); if err == nil && s < 404 { return }; time.Sleep(1) } }`, "[404 405 410 422] [] []"},
		{"an error of the status", `func once(c *http.Client, u string) error { r, err := c.Get(u); if err != nil { return err }; defer r.Body.Close(); if r.StatusCode > 403 { return fmt.Errorf("%d", r.StatusCode) }; return nil }
func F(c *http.Client, u string) { for { if once(c, u) == nil { return }; time.Sleep(1) } }`, "[404 405 410 422] [] []"},
		{"an error that may be the one asked for", `func once(c *http.Client, u string) error { r, err := c.Get(u); if err != nil { return err }; if r.StatusCode > 403 { return errGone }; return nil }
func F(c *http.Client, u string) { for { if err := once(c, u); err == nil || errors.Is(err, errGone) { return }; time.Sleep(1) } }`, "[] [] []"},
		{"a status in an error", `type se struct { StatusCode int }
func (e se) Error() string { return "" }
func F(op func() error) { for { err := op(); if err == nil { return }; if e, ok := err.(se); ok && e.StatusCode < 405 { return }; time.Sleep(1) } }`, "[405 410 422] [] []"},
		{"no status in an error", `type se struct { Size int }
func (e se) Error() string { return "" }
func F(op func() error) { for { err := op(); if err == nil { return }; if e, ok := err.(se); ok && e.Size < 405 { return }; time.Sleep(1) } }`, "[] [] []"},
		{"a name beside another", `func F(op func() error) { for { err := op(); if !errors.Is(err, sql.ErrNoRows) && !errors.Is(err, errGone) { return }; time.Sleep(1) } }`, "[] [] [sql.ErrNoRows]"},
		{"a name alone", `func F(op func() error) { for { err := op(); if !errors.Is(err, sql.ErrNoRows) { return }; time.Sleep(1) } }`, "[] [] []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			as := attemptsOf(build(t, head+c.src))["F"]
			if len(as) != 1 {
				t.Fatalf("%d sites", len(as))
			}
			p := as[0].failure.Permanent
			if got := fmt.Sprint(p.Statuses, p.Codes, p.Names); got != c.want {
				t.Errorf("have %s, want %s", got, c.want)
			}
		})
	}
}
