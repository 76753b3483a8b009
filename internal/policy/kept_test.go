package policy

import (
	"bytes"
	"encoding/gob"
	"testing"
)

// TestKept takes policies to another builder, with numbers for the parameters.
func TestKept(t *testing.T) {
	b := NewBuilder()
	base := b.Unknown(Param(0), Int64, RoleDuration)
	tries := b.Unknown(Param(1), Int64, RoleNone)
	i, d := b.State("i", Int64), b.State("d", Int64)
	b.Bind(i, b.Int(Int64, 1), b.Op(OpAdd, Int64, i, b.Int(Int64, 1)))
	b.Bind(d, base, b.Op(OpMul, Int64, d, b.Int(Int64, 2)))
	p := New(b, d, nil, b.Op(OpLt, Bool, i, tries))
	p.Seed = "rand.NewSource(1)"

	k := Keep(p)
	if k == nil || !k.Params() {
		t.Fatalf("%v, want a policy of parameters", k)
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(k); err != nil {
		t.Fatal(err)
	}
	var back Kept
	if err := gob.NewDecoder(&buf).Decode(&back); err != nil {
		t.Fatal(err)
	}
	c := NewBuilder()
	got := back.In(c, func(i int, n Node) *Expr { return []*Expr{c.Duration(1e9), c.Int(Int64, 4)}[i] })
	if text, want := got.Text(), "1s * pow(2, n-1) attempts=4"; text != want || got.Seed != p.Seed {
		t.Errorf("%s seed=%s, want %s seed=%s", text, got.Seed, want, p.Seed)
	}

	long := base
	for range maxFormula {
		long = b.Op(OpSub, Int64, tries, b.Op(OpXor, Int64, long, base))
	}
	if k := Keep(New(b, long, nil, nil)); k != nil {
		t.Errorf("a policy of %d nodes, want none", len(k.Nodes))
	}
}
