package policy

import (
	"strings"
	"testing"
	"time"
)

// code builds a policy as the reader of Go code does: integers and
// conversions.
type code struct{ *Builder }

func (c code) ns(d time.Duration) *Expr { return c.Duration(int64(d)) }
func (c code) f(e *Expr) *Expr          { return c.Op(OpConv, Float64, e) }
func (c code) i(e *Expr) *Expr          { return c.Op(OpConv, Int64, e) }
func (c code) counter(from int64) *Expr {
	i := c.State("i", Int64)
	c.Bind(i, c.Int(Int64, from), c.Op(OpAdd, Int64, i, c.Int(Int64, 1)))
	return i
}
func (c code) bin(op Op, x, y *Expr) *Expr { return c.Op(op, x.Kind, x, y) }
func (c code) lt(x, y *Expr) *Expr         { return c.Op(OpLt, Bool, x, y) }

func TestTextOfCode(t *testing.T) {
	for _, tt := range []struct {
		want  string
		delay func(c code) *Expr
	}{
		// d *= 2; if d > max { d = max }
		{"min(30s, 100ms * pow(2, n-1))", func(c code) *Expr {
			d := c.State("d", Int64)
			max := c.ns(30 * time.Second)
			twice := c.bin(OpMul, d, c.Int(Int64, 2))
			c.Bind(d, c.ns(100*time.Millisecond), c.Choice(c.lt(max, twice), max, twice))
			return d
		}},
		// f := base * math.Pow(2, n); if f > float64(max) { return max }; return time.Duration(f)
		{"min(60s, 1s * pow(2, n-1))", func(c code) *Expr {
			f := c.bin(OpMul, c.f(c.ns(time.Second)), c.Func("pow", c.Float(Float64, 2), c.f(c.counter(0))))
			max := c.ns(time.Minute)
			return c.Choice(c.lt(c.f(max), f), max, c.i(f))
		}},
		// d := base << i; if d > max || d <= 0 { d = max }
		{"min(60s, 1s * pow(2, n-1))", func(c code) *Expr {
			d := c.bin(OpShl, c.ns(time.Second), c.counter(0))
			max := c.ns(time.Minute)
			or := c.Choice(c.lt(max, d), c.Bool(true), c.Op(OpLe, Bool, d, c.ns(0)))
			return c.Choice(or, max, d)
		}},
		// time.Duration(math.Pow(2, float64(i))) * time.Second
		{"pow(2, n-1) * 1s", func(c code) *Expr {
			return c.bin(OpMul, c.i(c.Func("pow", c.Float(Float64, 2), c.f(c.counter(0)))), c.ns(time.Second))
		}},
		// base << i, capped
		{"min(60s, 1s * pow(2, n))", func(c code) *Expr {
			d := c.bin(OpShl, c.ns(time.Second), c.counter(1))
			max := c.ns(time.Minute)
			return c.Choice(c.lt(max, d), max, d)
		}},
		// d/2 + rand.N(d/2)
		{"1s*pow(2, n-1)/2 + rand(1s * pow(2, n-1) / 2)", func(c code) *Expr {
			d := c.State("d", Int64)
			c.Bind(d, c.ns(time.Second), c.bin(OpAdd, d, d))
			h := c.bin(OpQuo, d, c.Int(Int64, 2))
			return c.bin(OpAdd, h, c.DrawN("x", h, false))
		}},
		// time.Duration(float64(d) * (0.9 + 0.2*rand.Float64()))
		{"5s * (0.9 + 0.2*r)", func(c code) *Expr {
			j := c.bin(OpAdd, c.Float(Float64, 0.9), c.bin(OpMul, c.Float(Float64, 0.2), c.Draw(Float64, "f.go:3", Uniform, false)))
			return c.i(c.bin(OpMul, c.f(c.ns(5*time.Second)), j))
		}},
		// time.Duration(i*i) * time.Second
		{"n * n * 1s", func(c code) *Expr {
			i := c.counter(1)
			return c.bin(OpMul, c.bin(OpMul, i, i), c.ns(time.Second))
		}},
		{"1s * n", func(c code) *Expr {
			d := c.State("d", Int64)
			c.Bind(d, c.ns(time.Second), c.bin(OpAdd, d, c.ns(time.Second)))
			return d
		}},
		{"[1s, 5s, 30s][n-1]", func(c code) *Expr {
			return c.Table(c.counter(0), []*Expr{c.ns(time.Second), c.ns(5 * time.Second), c.ns(30 * time.Second)})
		}},
		{"trunc((n-1) / 2) * 1s", func(c code) *Expr {
			return c.bin(OpMul, c.bin(OpQuo, c.counter(0), c.Int(Int64, 2)), c.ns(time.Second))
		}},
		{"if(?retryAfter, ra, 1s * n)", func(c code) *Expr {
			return c.Choice(c.Coin("retryAfter"), c.Server(Int64), c.bin(OpMul, c.ns(time.Second), c.counter(1)))
		}},
		{"min(?c_max, ?c_base * pow(2, n-1))", func(c code) *Expr {
			d := c.bin(OpShl, c.Unknown("c.base", Int64, RoleDuration), c.counter(0))
			return c.bin(OpMin, c.Unknown("c.max", Int64, RoleDuration), d)
		}},
	} {
		b := NewBuilder()
		p := New(b, tt.delay(code{b}), nil, nil)
		if got := p.String(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
		q := parse(t, p.String())
		if got := q.String(); got != tt.want {
			t.Errorf("read back as %s\nwant %s", got, tt.want)
		}
		for i, x := range p.Bounds(20) {
			if x.Wrapped {
				break
			}
			y := q.Bounds(20)[i]
			if d := y.Lo - x.Lo; d > 1 || d < -1 || y.Hi-x.Hi > 1 || x.Hi-y.Hi > 1 {
				t.Errorf("%s: attempt %d: %v..%v read back as %v..%v", tt.want, x.N, x.Lo, x.Hi, y.Lo, y.Hi)
			}
		}
	}
}

// TestTextStays holds that printing and reading changes nothing.
func TestTextStays(t *testing.T) {
	texts := append([]string(nil), many...)
	for _, h := range herd {
		texts = append(texts, h.text)
	}
	texts = append(texts, "-1s + 2s*n", "if(if(n < 3, r < 0.5, r < 0.25), 1s, 2s)", "(1s + 2s) * (n - 1)", "1s - (2s - r*1s)", "1s / (2 / n)",
		"1s * -(1 - n)", "?c ? 1s : ?d && n < 3 ? 2s : 3s", "if(!(n == 2) || r < 0.5, 1s, 2s)", "(n & 3) * 1s + (n >> 1)*1s", "1h30m", "1.5ns * n", "90s", "0s + n*250us")
	for _, text := range texts {
		once := parse(t, text).Text()
		q, err := Parse(once)
		if err != nil {
			t.Errorf("%s: printed as %s, which does not read: %v", text, once, err)
			continue
		}
		if twice := q.Text(); twice != once {
			t.Errorf("%s: printed as %s, then as %s", text, once, twice)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "policy: column 1: a number or a name is wanted, not the end"},
		{"1s +", "policy: column 5: a number or a name is wanted, not the end"},
		{"1s budget=0%", `policy: column 11: budget= takes a share of the requests, such as 10%`},
		{"1s budget=2", `policy: column 11: budget= takes a share of the requests, such as 10%`},
		{"1s breaker=3", `policy: column 13: / is wanted, not the end`},
		{"1s breaker=3/0s", `policy: column 14: breaker= takes failures and a time, such as 3/30s`},
		{"1s * x", `policy: column 6: unknown name "x": n, r, prev, ra and elapsed are known`},
		{"min(1s", "policy: column 7: , is wanted, not the end"},
		{"pow(2)", "policy: column 1: pow takes 2, not 1"},
		{"1q", `policy: column 2: "q" is not a unit of time`},
		{"1m30", `policy: column 1: a unit is missing in "1m30"`},
		{"1s $", `policy: column 4: unexpected "$"`},
		{"1s < 2s", "policy: column 1: a number is wanted, not a condition"},
		{"1s attempts=2.5", "policy: column 13: attempts= takes a whole number from 1"},
		{"1s 2s", `policy: column 4: unexpected "2s" after the delay`},
		{"s where s = 1s", "policy: column 15: -> is wanted, not the end"},
		{"?x.foo", `policy: column 4: "foo" is not a role: cap, factor, count, fraction or none`},
		{strings.Repeat("(", 500), "policy: column 101: nested deeper than 100"},
	} {
		_, err := Parse(tt.text)
		if err == nil || err.Error() != tt.want {
			t.Errorf("Parse(%.20q): %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestModifiers(t *testing.T) {
	const text = "5s attempts=8 budget=12.5% breaker=3/30s"
	p := parse(t, text)
	if p.Budget != 0.125 || p.Breaker != (Breaker{3, 30e9}) || p.Text() != text {
		t.Errorf("budget %v, breaker %v, text %q, want %q", p.Budget, p.Breaker, p.Text(), text)
	}
	if q := p.Full(); q == nil || q.Budget != p.Budget || q.Breaker != p.Breaker {
		t.Error("a remedy loses budget and breaker")
	}
}

func TestDescribe(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"min(60s, 1s * pow(2, n-1)) attempts=8", "1s x2 up to 60s, half-width 0, 8 attempts"},
		{"5s", "5s constant, half-width 0"},
		{"1s budget=10% breaker=3/30s", "1s constant, half-width 0"},
		{"1s attempts=2 budget=0.125", "1s constant, half-width 0, 2 attempts"},
		{"s * (0.9 + 0.2*r) where s = 500ms -> s*1.5 elapsed=15m", "500ms x1.5, half-width 0.1, for 15m"},
		{"ra", "the server's value, half-width 0"},
	} {
		if got := parse(t, tt.text).Describe(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range many {
		f.Add(s)
	}
	f.Add("?a ? 1s : ?b.factor * [1s, 2s][n-1] where s = 1s -> s attempts=3 elapsed=1s prev=2s")
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 300 {
			return
		}
		p, err := Parse(s)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("error of two lines: %q", err)
			}
			return
		}
		once := p.String()
		q, err := Parse(once)
		if err != nil {
			t.Fatalf("%q printed as %q: %v", s, once, err)
		}
		if twice := q.String(); twice != once {
			t.Fatalf("%q printed as %q, then %q", s, once, twice)
		}
		p.HalfWidth()
		p.Growth()
		p.Text()
	})
}

// TestShiftFromBelow is 1 << uint(i-1) with i = 0: everything is shifted out,
// nothing panics.
func TestShiftFromBelow(t *testing.T) {
	b := NewBuilder()
	c := code{b}
	k := b.Op(OpConv, Uint64, c.bin(OpSub, c.counter(0), b.Int(Int64, 1)))
	d := c.bin(OpMul, b.Op(OpShl, Int64, b.Int(Int64, 1), k), c.ns(500*time.Millisecond))
	p := New(b, c.bin(OpMin, d, c.ns(10*time.Second)), nil, nil)
	p.Attempts = 6
	bs := p.Bounds(10)
	if len(bs) != 4 || bs[0].N != 2 || bs[0].Lo != 500*time.Millisecond || bs[0].Panics {
		t.Errorf("bounds %+v, want four from 500ms at attempt 2", bs)
	}
	if g, f := p.Growth(); g != Exponential || f != 2 {
		t.Errorf("growth %d %v, want exponential 2", g, f)
	}
}
