package policy

import (
	"math"
	"sync"
	"testing"
	"time"
)

func TestCapShare(t *testing.T) {
	for _, tt := range []struct {
		text   string
		lo, hi float64 // of the share
		at     int
	}{
		{"min(60s, 1s*pow(2, n) * (0.5 + r))", 1, 1, 6},            // 64s*(0.5+r) passes 60s for r > 0.4375
		{"min(60s, 1s*pow(2, n) * (0.5 + r)) attempts=6", 0, 0, 0}, // 32s*(0.5+r) does not reach it
		{"min(60s, 1s*pow(2, n) * (0.5 + r)) attempts=7", 0.5, 0.62, 6},
		{"min(60s, 1s*pow(2, n)) * (0.5 + r)", 0, 0.01, 0},
		{"min(60s, 1s + r*(max(2s, 3*prev) - 1s)) prev=1s", 0.3, 0.49, 0},
		{"min(60s, 1s + r*(1s*pow(2, n) - 1s))", 0.97, 1, 7},
		{"r*1s", 0, 0, 0},
		{"min(60s, 63s * (0.9 + 0.2*r))", 0.7, 0.8, 1},
		// All wait the same for lack of a range, not for a cap.
		{"min(60s, 1s + r*(1s*pow(2, n-1) - 1s)) attempts=3", 0, 0, 0},
		{"min(60s, 1s + r*(1s*pow(2, n-1) - 1s)) attempts=2", 0, 0, 0},
		// The first wait spreads the clients for good; nothing grows into a cap.
		{"if(n == 1, r*10s, 10s) attempts=12", 0, 0, 0},
		{"if(60s < 1s*pow(2, n), 60s, 1s*pow(2, n) * (0.5 + r))", 1, 1, 6},
		// The cap is reached late at some sensible numbers, and yet at all of them.
		{"min(?max.cap, ?base * pow(?f.factor, n) * (0.8 + 0.4*r))", 0.9, 1, 6},
	} {
		share, at, ok := parse(t, tt.text).CapShare()
		if !ok || share < tt.lo || share > tt.hi || at != tt.at {
			t.Errorf("%s: share %v at %d %v, want %v..%v at %d", tt.text, share, at, ok, tt.lo, tt.hi, tt.at)
		}
	}
}

func TestCapOutgrown(t *testing.T) {
	for text, want := range map[string]bool{
		"min(60s, 1s*pow(2, n) * (0.5 + r))":                      false, // 128s*0.5
		"min(60s, 1s*pow(2, n) + 1s*r)":                           false,
		"min(60s, 1s + r*(1s*pow(2, n) - 1s))":                    true,
		"min(20s, prev + r*2*prev) prev=500ms":                    false,
		"min(60s, s * 2 * (0.5+r)) where s = 1s -> s * 2*(0.5+r)": false,
	} {
		if got := parse(t, text).CapOutgrown(); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}

func TestUnknownNumbers(t *testing.T) {
	for _, tt := range []struct {
		text string
		w    float64
		ok   bool
	}{
		{"min(?max, ?base*pow(2, n)) * (0.9 + 0.2*r)", 0.1, true},
		{"?base*pow(2, n)/2 + r*?base*pow(2, n)/2", 1. / 3, true},
		{"5s * (1 + ?j.fraction*r)", 0, false},       // 0.05 to 0.33
		{"10s + r*?jitter", 0, false},                // from nearly nothing to most of it
		{"?d + r*?jitter", 0, false},                 // the two need not lie alike
		{"?d * (0.5 + 0.5*r) + 0*?x.none", 0, false}, // not seen into
	} {
		w, ok := parse(t, tt.text).HalfWidth()
		if ok != tt.ok || math.Abs(w-tt.w) > 1e-9 {
			t.Errorf("%s: half-width %v %v, want %v %v", tt.text, w, ok, tt.w, tt.ok)
		}
	}
	p := parse(t, "min(?max, ?base*pow(?f.factor, n))")
	want := []string{"max 60s", "base 1s", "f 2"}
	got := p.Assumed()
	if len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("assumed %q, want %q", got, want)
	}
}

func TestAlternatives(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"5s", []string{"5s"}},
		{"if(?given, ra, 1s * pow(2, n))", []string{"ra", "1s * pow(2, n)"}},
		{"if(ra > 0, ra, 1s * pow(2, n))", []string{"ra", "1s * pow(2, n)"}},
		{"min(60s, if(?a, 1s * n, if(?b, 2s, 3s * n)))", []string{"min(60s, 1s * n)", "2s", "min(60s, 3s * n)"}},
		{"if(n < 3, 1s, 2s)", []string{"if(n < 3, 1s, 2s)"}},
		{"if(r < 0.5, 1s, 2s)", []string{"if(r < 0.5, 1s, 2s)"}},
	} {
		var got []string
		for _, q := range parse(t, tt.text).Alternatives() {
			got = append(got, q.String())
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
			continue
		}
		for i := range got {
			if got[i] != tt.want[i] {
				t.Errorf("%s: %q, want %q", tt.text, got[i], tt.want[i])
			}
		}
	}
}

func TestRemedies(t *testing.T) {
	p := parse(t, "min(60s, 1s * pow(2, n)) * (0.9 + 0.2*r) attempts=8")
	for _, tt := range []struct {
		q    *Policy
		text string
		half float64
	}{
		{p.Full(), "r * min(60s, 1s * pow(2, n)) attempts=8", 1},
		{p.Equal(), "(0.5 + 0.5*r) * min(60s, 1s * pow(2, n)) attempts=8", 1. / 3},
		{p.HalfTo(0.25), "(0.75 + 0.5*r) * min(60s, 1s * pow(2, n)) attempts=8", 0.25},
		{parse(t, "ra").Floor(1), "(1 + r) * ra", 1. / 3},
	} {
		if got := tt.q.Text(); got != tt.text {
			t.Errorf("text %q, want %q", got, tt.text)
		}
		if w, ok := tt.q.HalfWidth(); !ok || math.Abs(w-tt.half) > 1e-9 {
			t.Errorf("%s: half-width %v %v, want %v", tt.text, w, ok, tt.half)
		}
	}
	q, ok := parse(t, "min(60s, 1s * pow(2, n) * (0.5 + r))").CapFirst()
	if want := "(0.5 + r) * min(60s, 1s * pow(2, n))"; !ok || q.String() != want {
		t.Errorf("cap first: %v %v, want %s", q, ok, want)
	}
	if q, ok := p.CapFirst(); ok {
		t.Errorf("cap first of a cap that is first: %s", q)
	}
	if lo, hi, ok := parse(t, "ra * (1 + 0.05*r)").Spread(); !ok || math.Abs(lo-0.05) > 1e-9 || math.Abs(hi-0.05) > 1e-9 {
		t.Errorf("spread %v..%v %v, want 0.05", lo, hi, ok)
	}
}

// TestGuards reads the limits out of the conditions of a loop.
func TestGuards(t *testing.T) {
	b := NewBuilder()
	c := code{b}
	i := c.counter(0)
	n := b.Unknown("max", Int64, RoleNone)
	d := c.bin(OpMul, c.ns(time.Second), c.bin(OpShl, b.Int(Int64, 1), i))
	for _, tt := range []struct {
		name        string
		wait, again *Expr
		attempts    int
		known       bool
		waits       int // up to attempt 30
	}{
		{"for {}", nil, nil, 0, true, 30},
		// for i := 0; i < 5; i++ { if err == nil { return }; sleep }
		{"sleeps after the last too", nil, c.lt(c.bin(OpAdd, i, b.Int(Int64, 1)), b.Int(Int64, 5)), 5, true, 5},
		{"no wait at first", c.lt(b.Int(Int64, 0), i), c.lt(c.bin(OpAdd, i, b.Int(Int64, 1)), b.Int(Int64, 5)), 5, true, 4},
		{"a coin may go on", nil, b.Choice(b.Coin("x"), c.lt(i, b.Int(Int64, 7)), b.Bool(false)), 8, true, 8},
		{"unknown limit", nil, c.lt(i, n), 11, false, 11},
		{"unseen limit", nil, c.lt(i, b.Opaque(Int64, "f()")), 0, false, 30},
		{"a far limit", nil, c.lt(i, b.Int(Int64, 999)), 1000, true, 30},
	} {
		p := New(b, d, tt.wait, tt.again)
		if n, known := p.MaxAttempts(); n != tt.attempts || known != tt.known {
			t.Errorf("%s: %d attempts %v, want %d %v", tt.name, n, known, tt.attempts, tt.known)
		}
		if got := len(p.Bounds(30)); got != tt.waits {
			t.Errorf("%s: %d waits, want %d", tt.name, got, tt.waits)
		}
	}
	if got := New(b, d, nil, c.lt(i, n)).Assumed(); len(got) != 1 || got[0] != "max 10" {
		t.Errorf("assumed %q, want max 10 assumed", got)
	}
	p := New(b, d, nil, nil)
	p.Attempts = 4
	if lo, hi, ok := p.TotalWait(); !ok || lo != 7*time.Second || hi != lo {
		t.Errorf("total wait %v..%v %v, want 7s", lo, hi, ok)
	}
	if d, ok := p.Nominal(); !ok || d != 7*time.Second {
		t.Errorf("nominal %v %v, want 7s", d, ok)
	}
	if d, at := p.Longest(); d != 4*time.Second || at != 3 {
		t.Errorf("longest %v at %d, want 4s at 3", d, at)
	}
	if d := p.First(); d != time.Second {
		t.Errorf("first %v, want 1s", d)
	}
	q := parse(t, "10s elapsed=35s")
	if n := len(q.Bounds(100)); n != 4 {
		t.Errorf("%d waits of 10s start within 35s, want 4", n)
	}
}

// TestInnerLoop runs a loop that multiplies attempt times:
// d := base; for j := 0; j < i; j++ { d *= 2 }
func TestInnerLoop(t *testing.T) {
	b := NewBuilder()
	c := code{b}
	i := c.counter(0)
	j, d := b.State("j", Int64), b.State("d", Int64)
	l := &InnerLoop{
		States: []State{
			{Var: j, Init: b.Int(Int64, 0), Next: c.bin(OpAdd, j, b.Int(Int64, 1))},
			{Var: d, Init: c.ns(time.Second), Next: c.bin(OpMul, d, b.Int(Int64, 2))},
		},
		Again: c.lt(j, i), Value: d,
	}
	p := New(b, c.bin(OpMin, c.ns(time.Minute), b.Exit(l)), nil, nil)
	if g, f := p.Growth(); g != Exponential || f != 2 {
		t.Errorf("growth %d %v", g, f)
	}
	wantBounds(t, p, [][2]float64{{1, 1}, {2, 2}, {4, 4}, {8, 8}, {16, 16}, {32, 32}, {60, 60}})
	s, err := p.Sampler()
	if err != nil {
		t.Fatal(err)
	}
	state := make([]uint64, s.StateLen())
	src := splitmix(1)
	s.Init(state, &src)
	for n, want := range []float64{1, 2, 4, 8, 16, 32, 60} {
		if d, _, _ := s.Next(state, n+1, 0, 0, 0, &src); d != want*1e9 {
			t.Errorf("sample %d: %v, want %vs", n+1, d, want)
		}
	}
}

// TestPoison holds that a thing not seen into silences every question about
// numbers.
func TestPoison(t *testing.T) {
	for _, text := range []string{"unknown", "min(60s, unknown)", "1s + 0*unknown", "s where s = 1s -> s*unknown"} {
		p := parse(t, text)
		if p.Known() {
			t.Errorf("%s: known", text)
		}
		if g, _ := p.Growth(); g != GrowthUnknown {
			t.Errorf("%s: growth %d", text, g)
		}
		if _, ok := p.HalfWidth(); ok {
			t.Errorf("%s: has a half-width", text)
		}
		if _, err := p.Sampler(); err == nil {
			t.Errorf("%s: has a sampler", text)
		}
		if _, _, ok := p.CapShare(); ok {
			t.Errorf("%s: has a share at the cap", text)
		}
	}
	if !parse(t, "if(n > 0, 1s, unknown)").Known() {
		t.Error("what is never chosen poisons")
	}
}

// TestConcurrent asks one policy from several goroutines, as rules do.
func TestConcurrent(t *testing.T) {
	p := parse(t, "min(60s, ?base*pow(2, n) * (0.5 + r))")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			p.HalfWidth()
			p.CapShare()
			p.Growth()
			p.MaxAttempts()
			p.Describe()
			p.Spread()
		})
	}
	wg.Wait()
}

// TestPanics sees draws from nothing.
func TestPanics(t *testing.T) {
	bs := parse(t, "1s + rand(1s*(n-3))").Bounds(5)
	for _, b := range bs {
		if b.Panics != (b.N <= 3) {
			t.Errorf("attempt %d: panics %v", b.N, b.Panics)
		}
	}
	if len(bs) != 5 {
		t.Errorf("%d bounds", len(bs))
	}
}

// TestAtOnce has no wait, and the limit that it was given.
func TestAtOnce(t *testing.T) {
	p := AtOnce(3)
	if longest, _ := p.Longest(); longest != 0 || !p.Known() {
		t.Errorf("waits %v, known %v", longest, p.Known())
	}
	if n, known := p.MaxAttempts(); n != 3 || !known {
		t.Errorf("%d attempts, known %v, want 3", n, known)
	}
	if n, _ := AtOnce(0).MaxAttempts(); n != 0 {
		t.Errorf("%d attempts where nothing limits them", n)
	}
}
