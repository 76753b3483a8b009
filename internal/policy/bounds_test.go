package policy

import (
	"math"
	"testing"
	"time"
)

// parse returns the policy of a text that a test wrote.
func parse(t testing.TB, s string) *Policy {
	t.Helper()
	p, err := Parse(s)
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return p
}

// herd holds the policies of the herd at a recovering server.
var herd = []struct {
	name, text string
	growth     Growth
	half       float64
	first      [4][2]float64 // seconds
}{
	{"fixed", "5s", Constant, 0, [4][2]float64{{5, 5}, {5, 5}, {5, 5}, {5, 5}}},
	{"exponential", "min(60s, 1s * pow(2, n))", Exponential, 0, [4][2]float64{{2, 2}, {4, 4}, {8, 8}, {16, 16}}},
	{"exponential-cap300", "min(5m, 1s * pow(2, n))", Exponential, 0, [4][2]float64{{2, 2}, {4, 4}, {8, 8}, {16, 16}}},
	{"full", "r * min(60s, 1s * pow(2, n))", Exponential, 1, [4][2]float64{{0, 2}, {0, 4}, {0, 8}, {0, 16}}},
	{"equal", "min(60s, 1s * pow(2, n))/2 + r*min(60s, 1s * pow(2, n))/2", Exponential, 1. / 3, [4][2]float64{{1, 2}, {2, 4}, {4, 8}, {8, 16}}},
	{"decorrelated", "min(60s, 1s + r*(max(2s, 3*prev) - 1s)) prev=1s", Exponential, 59. / 61, [4][2]float64{{1, 3}, {1, 9}, {1, 27}, {1, 60}}},
	{"plusminus10", "min(60s, 1s * pow(2, n)) * (0.9 + 0.2*r)", Exponential, 0.1, [4][2]float64{{1.8, 2.2}, {3.6, 4.4}, {7.2, 8.8}, {14.4, 17.6}}},
	{"plusminus25", "min(60s, 1s * pow(2, n)) * (0.75 + 0.5*r)", Exponential, 0.25, [4][2]float64{{1.5, 2.5}, {3, 5}, {6, 10}, {12, 20}}},
	{"retry-after-exact", "ra", FromServer, 0, [4][2]float64{{30, 30}, {30, 30}, {30, 30}, {30, 30}}},
	{"retry-after-full", "r * ra", FromServer, 1, [4][2]float64{{0, 30}, {0, 30}, {0, 30}, {0, 30}}},
	{"retry-after-floor", "ra * (1 + r)", FromServer, 1. / 3, [4][2]float64{{30, 60}, {30, 60}, {30, 60}, {30, 60}}},
}

func TestHerdPolicies(t *testing.T) {
	for _, tt := range herd {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.text)
			if !p.Known() {
				t.Fatal("not known")
			}
			if g, _ := p.Growth(); g != tt.growth {
				t.Errorf("growth %d, want %d", g, tt.growth)
			}
			if w, ok := p.HalfWidth(); !ok || math.Abs(w-tt.half) > 1e-9 {
				t.Errorf("half-width %v %v, want %v", w, ok, tt.half)
			}
			lo, hi, ok := p.HalfWidths()
			if !ok || lo > hi || math.Abs(lo-tt.half) > 1e-9 {
				t.Errorf("half-widths %v..%v %v, want %v", lo, hi, ok, tt.half)
			}
			wantBounds(t, p, tt.first[:])
		})
	}
}

func wantBounds(t *testing.T, p *Policy, want [][2]float64) {
	t.Helper()
	bs := p.Bounds(len(want))
	if len(bs) != len(want) {
		t.Fatalf("%d bounds, want %d", len(bs), len(want))
	}
	for i, b := range bs {
		lo, hi := want[i][0]*1e9, want[i][1]*1e9
		if b.N != i+1 || math.Abs(b.LoF-lo) > 1 || math.Abs(b.HiF-hi) > 1 {
			t.Errorf("attempt %d: %v..%v, want %v..%v", b.N, b.LoF, b.HiF, lo, hi)
		}
	}
}

func TestCorrelation(t *testing.T) {
	for _, tt := range []struct {
		text string
		half float64
	}{
		{"1s/2 + r*1s/2", 1. / 3},
		{"1s - r*1s/4", 1. / 7},
		{"1s + r*1s - r*0.5s", 0.2},
		{"1s + r*1s - r2*1s", 1},
		{"r*(2s) + (1-r)*1s", 1. / 3},
		{"1s + r*r*1s", 1. / 3},
		{"1s + (r - r*r)*1s", 1. / 9},
		{"max(1s, min(2s, r*10s))", 1. / 3},
		{"1s + s where s = 0s -> min(1s, 1s*r) attempts=9", 1. / 3},
		{"if(r < 0.5, 1s, 2s)", 1. / 3},
		{"1s + expo*1s", 1},
		{"max(0s, 1s + normal*1s)", 1},
		{"s - 0.5*s where s = r*1s + 1s -> s", 1. / 3},
	} {
		p := parse(t, tt.text)
		lo, hi, ok := p.HalfWidths()
		if !ok || math.Abs(lo-tt.half) > 1e-3 || hi < tt.half-1e-9 || hi > tt.half+5e-3 || lo > hi+1e-12 {
			t.Errorf("%s: half-widths %v..%v %v, want %v", tt.text, lo, hi, ok, tt.half)
		}
	}
}

// shiftPolicy is d := base << n, as code writes it.
func shiftPolicy(after func(b *Builder, d *Expr) *Expr) *Policy {
	b := NewBuilder()
	i := b.State("i", Int64)
	b.Bind(i, b.Int(Int64, 0), b.Op(OpAdd, Int64, i, b.Int(Int64, 1)))
	d := b.Op(OpShl, Int64, b.Duration(int64(time.Second)), b.Op(OpConv, Uint64, i))
	return New(b, after(b, d), nil, nil)
}

func TestWrap(t *testing.T) {
	same := func(b *Builder, d *Expr) *Expr { return d }
	capAfter := func(b *Builder, d *Expr) *Expr {
		max := b.Duration(int64(time.Minute))
		return b.Choice(b.Op(OpLt, Bool, max, d), max, d)
	}
	for _, tt := range []struct {
		name  string
		after func(b *Builder, d *Expr) *Expr
		text  string
	}{
		{"bare", same, "1s * pow(2, n-1)"},
		{"cap after the wrap", capAfter, "min(60s, 1s * pow(2, n-1))"},
	} {
		p := shiftPolicy(tt.after)
		// 1e9 needs 30 bits: the first shift that leaves int64 is by 34.
		if n, ok := p.OverflowAt(); !ok || n != 35 {
			t.Errorf("%s: overflow at %d %v, want 35", tt.name, n, ok)
		}
		if g, f := p.Growth(); g != Exponential || f != 2 {
			t.Errorf("%s: growth %d %v", tt.name, g, f)
		}
		if s := p.String(); s != tt.text {
			t.Errorf("%s: text %q, want %q", tt.name, s, tt.text)
		}
		var base int64 = 1e9
		for _, b := range p.Bounds(maxSteps) {
			want := base << (b.N - 1)
			if want > int64(time.Minute) && tt.name != "bare" {
				want = int64(time.Minute)
			}
			if int64(b.Lo) != want || int64(b.Hi) != want {
				t.Errorf("%s: attempt %d: %d..%d, want %d", tt.name, b.N, b.Lo, b.Hi, want)
			}
		}
		p.Attempts = 35
	}
	p := shiftPolicy(same)
	p.Attempts = 35
	if n, ok := p.OverflowAt(); ok {
		t.Errorf("overflow at %d though attempt 35 is the last", n)
	}
}

func TestIntegerSemantics(t *testing.T) {
	for _, tt := range []struct {
		op    Op
		k     Kind
		a, b  int64
		v     int64
		marks uint8
	}{
		{OpAdd, Int64, math.MaxInt64, 1, math.MinInt64, wraps},
		{OpAdd, Int64, math.MinInt64, -1, math.MaxInt64, wraps},
		{OpSub, Int64, math.MinInt64, 1, math.MaxInt64, wraps},
		{OpSub, Uint64, 0, 1, -1, wraps},
		{OpMul, Int64, 1 << 62, 2, math.MinInt64, wraps},
		{OpMul, Int64, -1, math.MinInt64, math.MinInt64, wraps},
		{OpMul, Int32, 1 << 30, 4, 0, wraps},
		{OpMul, Uint64, 1 << 33, 1 << 31, 0, wraps},
		{OpQuo, Int64, -7, 2, -3, 0},
		{OpQuo, Int64, math.MinInt64, -1, math.MinInt64, wraps},
		{OpQuo, Int64, 1, 0, 0, panics},
		{OpRem, Int64, -7, 2, -1, 0},
		{OpShl, Int64, 1, 63, math.MinInt64, wraps},
		{OpShl, Int64, 1, 64, 0, wraps},
		{OpShl, Uint64, 1, 63, math.MinInt64, 0},
		{OpShl, Int64, 1, -1, 0, panics},
		{OpShr, Int64, -8, 70, -1, 0},
		{OpShr, Uint64, -1, 63, 1, 0},
		{OpAdd, Uint8, 255, 1, 0, wraps},
		{OpAdd, Int8, 127, 1, -128, wraps},
	} {
		v, marks := intOp(tt.op, tt.k, tt.a, tt.b)
		if v != tt.v || marks != tt.marks {
			t.Errorf("op %d kind %d: %d, %d = %d marks %d, want %d marks %d", tt.op, tt.k, tt.a, tt.b, v, marks, tt.v, tt.marks)
		}
	}
}

func TestGrowth(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Growth
	}{
		{"5s", Constant}, {"rand(5s)", Constant},
		{"1s*n", Linear}, {"1s + 2s*n", Linear}, {"min(10s, 1s*n)", Linear},
		{"s where s = 100ms -> s + 100ms", Linear},
		{"1s*n*n", Polynomial}, {"1s*n*n*n", Polynomial}, {"1s*pow(n, 1.5)", Polynomial}, {"min(10s, 1s*n*n)", Polynomial},
		{"1s*pow(2, n)", Exponential}, {"1s*pow(1.5, n)", Exponential}, {"1s*exp2(n)", Exponential}, {"1s*pow(1.1, n)", Exponential},
		{"(pow(2, n) - 1)*1s", Exponential}, {"1s*pow(10, n)", Exponential},
		{"min(3s, 1s*pow(2, n-1))", Exponential}, {"min(3s, 1s*pow(2, n-1)) attempts=3", Exponential},
		{"1s*pow(2, n) attempts=2", Constant},
		{"a where a = 1s -> b, b = 1s -> a + b", Exponential},
		{"s where s = 1s -> min(30s, s*2)", Exponential},
		{"[1s, 2s, 4s, 8s][n-1]", Exponential}, {"[1s, 5s, 30s][n-1]", Exponential},
		{"[1s, 2s, 5s, 10s, 30s, 60s][min(n-1, 5)]", Exponential},
		{"[1s, 2s, 3s, 4s][n-1]", Linear}, {"[1s, 5s][n-1]", GrowthUnknown},
		{"[5s, 5s, 5s][n-1]", Constant},
		{"ra", FromServer}, {"max(ra, 1s*pow(2,n))", FromServer},
		{"unknown*2", GrowthUnknown},
		{"min(?max, ?base*pow(2, n))", Exponential}, {"min(30s, ?base*pow(2, n))", Exponential},
		{"min(?max, 10s*pow(?f.factor, n))", Exponential},
		{"if(n*n*1s < 20s, n*n*1s, 20s)", Polynomial}, {"[1s, 3s, 6s][n-1]", GrowthUnknown},
		{"if(1s*pow(2,n) < 33s, 1s*pow(2,n), 33s)", Exponential}, {"if(33s < 1s*pow(2, n) || n > 60, 33s, 1s*pow(2, n))", Exponential},
		{"if(n < 11, 1s / (12 - n), 1s)", GrowthUnknown}, {"s where s = 1s -> s*n", Exponential},
		{"?base", Constant}, {"?base*n", Linear}, {"?x.none*n", GrowthUnknown},
		{"1s*pow(2, if(n > 3, 3, n))", Exponential},
		{"if(?c, 1s, 1s*pow(2, n))", GrowthUnknown},
	} {
		p := parse(t, tt.text)
		if g, _ := p.Growth(); g != tt.want {
			t.Errorf("%s: growth %d, want %d", tt.text, g, tt.want)
		}
	}
}
