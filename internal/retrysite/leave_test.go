package retrysite

import (
	"slices"
	"strings"
	"testing"
)

// What decides that a loop is left after a failure.
var exitCases = []struct{ name, src, want string }{
	{"a counter in the header", `func F(op func() error) (err error) { for i := 0; i < 5; i++ { if err = op(); err == nil { return nil }; time.Sleep(time.Second) }; return err }`,
		"attempts"},
	{"a counter in the body, with the failure", `func F(op func() error, max int) error { n := 0; for { err := op(); if err == nil { return nil }; if n++; n > max || errors.Is(err, errGone) { return err }; time.Sleep(time.Second) } }`,
		"attempts"},
	{"a counter of a recursion", `func F(op func() error, left int) error { err := op(); if err == nil || left == 0 { return err }; time.Sleep(time.Second); return F(op, left-1) }`,
		"attempts"},
	{"a counter in a field", `type s struct{ n int }
func (s *s) F(op func() error) error { for { err := op(); if err == nil { return nil }; s.n++; if s.n == 3 { return err }; time.Sleep(time.Second) } }`,
		"attempts"},
	{"a delay that has grown", `func F(op func() error) error { d := time.Second; for { err := op(); if err == nil { return nil }; time.Sleep(d); if d *= 2; d > time.Hour { return err } } }`,
		"attempts"},
	{"a deadline", `func F(op func() error) error { end := time.Now().Add(time.Minute); for { err := op(); if err == nil { return nil }; if time.Now().After(end) { return err }; time.Sleep(time.Second) } }`,
		"time"},
	{"a clock in the condition", `func F(op func() error) (err error) { for t := time.Now(); time.Since(t) < time.Minute; { if err = op(); err == nil { return nil }; time.Sleep(time.Second) }; return err }`,
		"time"},
	{"a context in the wait", `func F(ctx context.Context, op func() error) error { for { err := op(); if err == nil { return nil }; select { case <-ctx.Done(): return err; case <-time.After(time.Second): } } }`,
		"context"},
	{"a context in a helper", `func F(ctx context.Context, op func() error) error { for { err := op(); if err == nil { return nil }; if sleepCtx(ctx, time.Second) != nil { return err } } }`,
		"context"},
	{"a stop channel", `func F(stop chan int, op func() error) { for { err := op(); if err == nil { return }; select { case <-stop: return; case <-time.After(time.Second): } } }`,
		"stop"},
	{"a flag", `type s struct{ closed bool }
func (s *s) F(op func() error) { for { err := op(); if err == nil || s.closed { return }; time.Sleep(time.Second) } }`,
		"stop"},
	{"what the failure is", `func F(op func() error) error { for { err := op(); if err == nil { return nil }; if errors.Is(err, errGone) { return err }; time.Sleep(time.Second) } }`,
		"outcome"},
	{"what the failure is, in a variable", `func F(op func() error) (err error) { defer func() { println(err) }(); for { err = op(); if err == nil { return nil }; if errors.Is(err, errGone) { return err }; time.Sleep(time.Second) } }`,
		"outcome"},
	{"nothing", `func F(op func() error) { for { if op() == nil { return }; time.Sleep(time.Second) } }`, ""},
}

func TestExits(t *testing.T) {
	names := []string{"unknown", "outcome", "stop", "attempts", "time", "context"}
	for _, c := range exitCases {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, a := range attemptsOf(build(t, head+c.src))["F"] {
				for _, e := range a.failure.Exits {
					got = append(got, names[e.By])
					if !e.IsValid() {
						t.Errorf("the exit has no place")
					}
				}
			}
			if s := strings.Join(slices.Compact(got), " "); s != c.want {
				t.Errorf("have %q, want %q", s, c.want)
			}
		})
	}
}
