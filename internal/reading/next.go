package reading

import "github.com/retrylint/retrylint/internal/policy"

// Next returns e, an expression over the states of one attempt, as it is on the
// attempt after it; nil for nil.
//
//	// Have: for i := 0; i < 5; i++ { attempt }   // i < 5 is asked before the attempt
func (r *Reader) Next(e *policy.Expr) *policy.Expr {
	if e == nil {
		return nil
	}
	f := folder{b: r.B, to: map[*policy.Expr]*policy.Expr{}, memo: map[*policy.Expr]*policy.Expr{}, seen: map[*policy.Expr]bool{}, flat: true}
	f.collect(e)
	for _, v := range f.states {
		if s, _ := f.b.Bound(v); f.to[v] == nil {
			f.to[v] = s.Next
		}
	}
	for _, n := range f.attempts {
		one := f.b.Int(n.Kind, 1)
		if n.Kind.IsFloat() {
			one = f.b.Float(n.Kind, 1)
		}
		f.to[n] = f.b.Op(policy.OpAdd, n.Kind, n, one)
	}
	return f.rebuild(e)
}
