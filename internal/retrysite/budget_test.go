package retrysite

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestBudget reads a function that a generator might write: thousands of
// branches and waits in one loop.
func TestBudget(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p\nimport \"time\"\ntype c interface { Do(n int) (bool, error) }\n")
	b.WriteString("func F(x c) error { d := time.Second; n := 0; var t <-chan time.Time; for { ok, err := x.Do(n); if err == nil { return nil }\n")
	for i := range 1500 {
		fmt.Fprintf(&b, "if ok, err = x.Do(%d); err != nil { d *= 2; n++; t = time.After(d) } else if ok { d = %d }\n", i, i)
	}
	b.WriteString("<-t; time.Sleep(d) } }\n")
	sc := build(t, b.String())
	start := time.Now()
	for _, fn := range sc.funcs {
		for _, l := range testLoops(fn) {
			findAttempt(sc, l, testWaits(sc, l))
		}
	}
	t.Logf("%d steps, %v", sc.spent, time.Since(start))
	if limit := loopFuel + walkFuel; sc.spent > limit {
		t.Errorf("%d steps in one loop, want at most %d", sc.spent, limit)
	}
}
