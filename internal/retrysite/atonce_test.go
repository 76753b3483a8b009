package retrysite

import "testing"

// How many attempts certainly follow a failure at once.
func TestAtOnce(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      int
	}{
		{"counted", `func F(ctx context.Context, st store) (err error) { for i := 0; i < 5; i++ { if _, err = st.Get(ctx, ""); err == nil { return nil } }; return err }`, 4},
		{"counted down", `func F(ctx context.Context, st store) (err error) { for i := 5; i > 0; i-- { if _, err = st.Get(ctx, ""); err == nil { return nil } }; return err }`, 4},
		{"counted behind a limit", `func F(ctx context.Context, st store, n int) (err error) { for i := 0; i < n; i++ { if _, err = st.Get(ctx, ""); err == nil { return nil } }; return err }`, MaxAtOnce},
		{"counted beside an inner loop", `func F(ctx context.Context, st store, x []int) (err error) { for i := 0; i < 3; i++ { for j := 0; j < len(x); j++ { x[j]++ }; if _, err = st.Get(ctx, ""); err == nil { return nil } }; return err }`, 2},
		{"for ever", `func F(ctx context.Context, st store) { for { if _, err := st.Get(ctx, ""); err == nil { return } } }`, MaxAtOnce},
		{"once", `func F(ctx context.Context, st store) (err error) { again := true; for { if _, err = st.Get(ctx, ""); err == nil || !again { return }; again = false } }`, 1},
		{"then it waits", `func F(ctx context.Context, st store) (err error) { for n := 0; ; n++ { if _, err = st.Get(ctx, ""); err == nil { return }; if n > 2 { time.Sleep(time.Second) } } }`, 3},
		{"it waits", `func F(ctx context.Context, st store) (err error) { for { if _, err = st.Get(ctx, ""); err == nil { return }; time.Sleep(time.Second) } }`, 0},
		{"it waits on some way", `func F(ctx context.Context, st store, fast bool) (err error) { for { if _, err = st.Get(ctx, ""); err == nil { return }; if !fast { time.Sleep(time.Second) } } }`, 0},
		{"an implementation waits", `type other struct{}
func (other) Get(ctx context.Context, k string) (string, error) { time.Sleep(time.Second); return "", nil }
func (other) Ping() error { return nil }
func F(ctx context.Context, st store) (err error) { for { if _, err = st.Get(ctx, ""); err == nil { return } } }`, 0},
		{"a kind of failure", `func F(ctx context.Context, st store) (err error) { for { if _, err = st.Get(ctx, ""); !errors.Is(err, errGone) { return } } }`, 0},
		{"a deferred close in the operation", `func op() error { c, err := net.Dial("", ""); if err != nil { return err }; defer c.Close(); for { if _, err = c.Read(nil); err != nil { return err } } }
func F() { for { if err := op(); err != nil { println(err) } } }`, MaxAtOnce},
	} {
		t.Run(c.name, func(t *testing.T) {
			as := attemptsOf(build(t, head+c.src))["F"]
			if len(as) != 1 {
				t.Fatalf("%d sites", len(as))
			}
			if got := as[0].failure.AtOnce; got != c.want {
				t.Errorf("have %d, want %d", got, c.want)
			}
		})
	}
}
