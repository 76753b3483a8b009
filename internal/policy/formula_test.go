package policy

import "testing"

// TestFormula takes expressions out of one builder and reads them in another,
// with arguments in place of the parameters.
func TestFormula(t *testing.T) {
	b := NewBuilder()
	p0 := b.Unknown(Param(0), Int64, RoleDuration)
	p1 := b.Unknown(Param(1), Int64, RoleNone)
	float := func(e *Expr) *Expr { return b.Op(OpConv, Float64, e) }
	i, d := b.State("i", Int64), b.State("d", Int64)
	doubled := b.Exit(&InnerLoop{
		States: []State{{i, b.Int(Int64, 0), b.Op(OpAdd, Int64, i, b.Int(Int64, 1))}, {d, p0, b.Op(OpMul, Int64, d, b.Int(Int64, 2))}},
		Again:  b.Op(OpLt, Bool, i, p1), Value: d,
	})
	tests := []struct {
		name string
		e    *Expr
		text string
		at   float64 // with p0 = 1s and p1 = 3, draws being 0
	}{
		{"shift", b.Op(OpShl, Int64, p0, p1), "?p0 * pow(2, ?p1.none)", 8e9},
		{"power", b.Op(OpMul, Float64, float(p0), b.Func("pow", b.Float(Float64, 2), float(p1))), "?p0 * pow(2, ?p1.none)", 8e9},
		{"draw", b.Op(OpAdd, Int64, p0, b.DrawN("7.t3", p0, false)), "?p0 + rand(?p0)", 1e9},
		{"table", b.Table(p1, []*Expr{p0, p0, p0, b.Duration(5e9)}), "[?p0, ?p0, ?p0, 5s][?p1.none]", 5e9},
		{"loop", doubled, "unknown", 8e9},
		{"choice", b.Choice(b.Op(OpLt, Bool, p1, b.Int(Int64, 2)), p0, b.Duration(7e9)), "if(?p1.none < 2, ?p0, 7s)", 7e9},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := Take(test.e)
			if got := f.String(); got != test.text {
				t.Errorf("formula %s, want %s", got, test.text)
			}
			c := NewBuilder()
			e := f.In(c, "1/", func(i int, n Node) *Expr {
				return []*Expr{c.Duration(1e9), c.Int(Int64, 3)}[i]
			})
			lo := New(c, e, nil, nil).Bounds(1)[0].LoF
			if lo != test.at {
				t.Errorf("with 1s and 3: %v, want %v", lo, test.at)
			}
		})
	}
	if f := Take(d); f != nil {
		t.Errorf("a state without its loop: %v, want none", f)
	}
	long := p0
	for range maxFormula {
		long = b.Op(OpSub, Int64, p1, b.Op(OpXor, Int64, long, p0))
	}
	if f := Take(long); f != nil {
		t.Errorf("a formula of %d nodes, want none", len(f))
	}
}

// TestFormulaDraws tells the draws of two uses of one formula apart.
func TestFormulaDraws(t *testing.T) {
	b := NewBuilder()
	f := Take(b.Draw(Float64, "7.t3", Uniform, false))
	x, y := f.In(b, "1/", nil), f.In(b, "2/", nil)
	if x == y {
		t.Error("two uses draw one number")
	}
	if x != f.In(b, "1/", nil) {
		t.Error("one use draws two numbers")
	}
}
