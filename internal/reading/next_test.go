package reading

import (
	"testing"

	"github.com/retrylint/retrylint/internal/policy"
)

func TestNext(t *testing.T) {
	b := policy.NewBuilder()
	r := &Reader{B: b}
	num := func(n int64) *policy.Expr { return b.Int(policy.Int64, n) }
	add := func(x, y *policy.Expr) *policy.Expr { return b.Op(policy.OpAdd, policy.Int64, x, y) }
	less := func(x, y *policy.Expr) *policy.Expr { return b.Op(policy.OpLt, policy.Bool, x, y) }
	i, x, y := b.State("i", policy.Int64), b.State("x", policy.Int64), b.State("y", policy.Int64)
	b.Bind(i, num(0), add(i, num(1)))
	b.Bind(x, num(1), y) // x, y = y, x+y
	b.Bind(y, num(1), add(x, y))
	n := b.Attempt(policy.Int64)
	tests := []struct {
		name       string
		have, want *policy.Expr
	}{
		{"nothing", nil, nil},
		{"a constant", num(5), num(5)},
		{"a counter", less(i, num(5)), less(add(i, num(1)), num(5))},
		{"the attempt number", add(n, num(3)), add(add(n, num(1)), num(3))},
		{"states at once", less(x, y), less(y, add(x, y))},
	}
	for _, tt := range tests {
		if got := r.Next(tt.have); got != tt.want {
			t.Errorf("%s: not the expression of the next attempt", tt.name)
		}
	}
}
