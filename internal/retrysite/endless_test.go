package retrysite

import (
	"fmt"
	"strings"
	"testing"
)

// Which loops are certain not to end.
var endlessCases = []struct{ name, src, want string }{
	{"nothing", `func F(op func() error) { for { if op() == nil { return }; time.Sleep(time.Second) } }`, "endless"},
	{"a limit", `func F(op func() error) (err error) { for range 5 { if err = op(); err == nil { return nil }; time.Sleep(time.Second) }; return err }`, ""},
	{"a counter behind an unknown limit", `func F(op func() error, max int) error { for n := 0; ; n++ { err := op(); if err == nil { return nil }; if max > 0 && n >= max { return err }; time.Sleep(time.Second) } }`, ""},
	{"a kind of failure", `func F(op func() error) error { for { err := op(); if err == nil { return nil }; if errors.Is(err, errGone) { return err }; time.Sleep(time.Second) } }`, ""},
	{"a kind of success", `func F(op func() error) error { for { err := op(); if err == nil || errors.Is(err, errGone) { return nil }; time.Sleep(time.Second) } }`, "endless"},
	{"an answer that is final", `func F(u string) (*http.Response, error) { for { r, err := http.Get(u); if err == nil && r.StatusCode == 404 { return nil, errGone }; if err == nil && r.StatusCode == 200 { return r, nil }; time.Sleep(time.Second) } }`, ""},
	{"all answers are taken", `func F(u string) *http.Response { for { r, err := http.Get(u); if err == nil { return r }; time.Sleep(time.Second) } }`, "endless"},
	{"an unseen predicate", `func F(op func() error, again func(error) bool) error { for { err := op(); if err == nil || !again(err) { return err }; time.Sleep(time.Second) } }`, ""},
	{"a helper that may end the program", `func die(err error) { if err == errGone { panic(err) } }
func F(op func() error) { for { err := op(); if err == nil { return }; die(err); time.Sleep(time.Second) } }`, ""},
	{"a flag of the caller", `func F(op func() error, must bool) error { for { err := op(); if err == nil { return nil }; if must { return err }; time.Sleep(time.Second) } }`, "endless unless must"},
	{"a field that somebody sets", `type s struct { must bool }
func (s *s) Set() { s.must = true }
func (s *s) F(op func() error) error { for { err := op(); if err == nil { return nil }; if s.must { return err }; time.Sleep(time.Second) } }`, ""},
	{"a counter that stays", `func F(op func() error) error { n := 5; for { err := op(); if err == nil { return nil }; if n <= 0 { return err }; time.Sleep(time.Second) } }`, "endless n stays"},
	{"a counter that goes the wrong way", `func F(op func() error) (err error) { for n := 5; n > 0; n++ { if err = op(); err == nil { return nil }; time.Sleep(time.Second) }; return err }`, "endless n away"},
	{"a counter that goes the right way", `func F(op func() error) (err error) { for n := 5; n > 0; n-- { if err = op(); err == nil { return nil }; time.Sleep(time.Second) }; return err }`, ""},
	{"a counter that wraps", `func F(op func() error) (err error) { for n := uint8(5); n < 200; n-- { if err = op(); err == nil { return nil }; time.Sleep(time.Second) }; return err }`, ""},
	{"a counter set in the loop", `func F(op func() error, max int) error { for { n := 0; err := op(); if err == nil { return nil }; if n++; n > max { return err }; time.Sleep(time.Second) } }`, "endless n anew"},
	{"a counter reset on some failures", `func F(op func() error, max int) error { n := 0; for { err := op(); if err == nil { return nil }; if n++; n > max { return err }; if errors.Is(err, io.EOF) { n = 0 }; time.Sleep(time.Second) } }`, ""},
	{"a file", `func F() error { for { b, err := bufio.NewReader(nil).ReadString(0); if err == nil { println(b); return nil }; time.Sleep(time.Second) } }`, ""},
}

func TestEndless(t *testing.T) {
	for _, c := range endlessCases {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, a := range attemptsOf(build(t, head+c.src))["F"] {
				e := a.failure.Endless
				if !e.Is {
					continue
				}
				s := "endless"
				if e.Unless != "" {
					s += " unless " + e.Unless
				}
				if e.Counter.How != NoCounter {
					s += fmt.Sprintf(" %s %s", e.Counter.Name, [...]string{"", "stays", "away", "anew"}[e.Counter.How])
				}
				got = append(got, s)
			}
			if s := strings.Join(got, "; "); s != c.want {
				t.Errorf("have %q, want %q", s, c.want)
			}
		})
	}
}
