package reading

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// Limited reports whether the guards read so far have a way out that may count
// the attempts or the time, and could not be read as numbers.
func (r *Reader) Limited() bool { return len(r.limits) > 0 }

// LimitedFirst reports whether such a way out stands before the wait.
//
//	// Have: if !policy.Again(n) { return err }; time.Sleep(d)
func (r *Reader) LimitedFirst() bool {
	return slices.ContainsFunc(r.limits, func(b *ssa.BasicBlock) bool { return !r.cycle.After[b] })
}

// Refuses reports whether the guards read so far have a way out that asks for
// the server's value.
func (r *Reader) Refuses() bool { return r.refuses }

// most returns the comparison c with the larger of two numbers in place of a
// limit that is the one or the other, by a condition that is not seen into.
//
//	// Have: tries := 1; if c.enabled { tries = 3 }; for n := 0; n < tries; n++ {
func (r *Reader) most(c *policy.Expr) *policy.Expr {
	switch c.Op {
	case policy.OpNot:
		return r.B.Op(policy.OpNot, policy.Bool, r.most(c.Args[0]))
	case policy.OpLt, policy.OpLe, policy.OpEq:
		x, y := c.Args[0], c.Args[1]
		if moves(x) && !moves(y) {
			return r.B.Op(c.Op, policy.Bool, x, r.larger(y))
		}
		if moves(y) && !moves(x) {
			return r.B.Op(c.Op, policy.Bool, r.larger(x), y)
		}
	}
	return c
}

func (r *Reader) larger(e *policy.Expr) *policy.Expr {
	if e.Op != policy.OpChoice && len(e.Args) == 0 || decidable(e) {
		return e
	}
	switch e.Op {
	case policy.OpChoice:
		if x, y := r.larger(e.Args[1]), r.larger(e.Args[2]); !decidable(e.Args[0]) {
			return r.B.Op(policy.OpMax, e.Kind, x, y)
		}
	case policy.OpConv, policy.OpAdd:
		args := make([]*policy.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = r.larger(a)
		}
		return r.B.Op(e.Op, e.Kind, args...)
	case policy.OpSub: // Have: if n == tries-1 { return err }
		return r.B.Op(e.Op, e.Kind, r.larger(e.Args[0]), e.Args[1])
	}
	return e
}

// refuses reports whether the condition v speaks of the server's value.
//
//	// Have: if wait > longest { return err }
func (w *walk) refuses(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.NOT && w.refuses(v.X)
	case *ssa.BinOp:
		if k, ok := kindOf(v.X.Type()); !ok || k == policy.Bool {
			return false
		}
		return given(w.r.value(w.f, v.X, "")) || given(w.r.value(w.f, v.Y, ""))
	}
	return false
}

// given reports whether e speaks of the server's value.
func given(e *policy.Expr) bool { return e.Op == policy.OpServer || slices.ContainsFunc(e.Args, given) }

// limits reports whether the condition v, which no numbers decide, may be a
// limit on the attempts or the time: it speaks of a clock, or of what changes
// from attempt to attempt.
//
//	// Have: if time.Now().After(deadline) { return err }
//	// Have: if time.Since(start) > within { return err }
//	// Have: if !policy.ShouldRetry(n, err) { return err }
func (w *walk) limits(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.NOT && w.limits(v.X)
	case *ssa.BinOp:
		return w.counts(v.X) || w.counts(v.Y)
	case *ssa.Extract:
		return w.limits(v.Tuple)
	case *ssa.Call:
		if strings.HasPrefix(calleeName(v.Common()), "(time.Time).") {
			return true
		}
		for _, a := range v.Common().Args {
			if w.counts(a) {
				return true
			}
		}
		e := w.r.cond(w.f, v)
		return moves(e) || passes(e)
	}
	return false
}

// counts reports whether v is a number that moves with the attempts or comes
// from a clock.
func (w *walk) counts(v ssa.Value) bool {
	if k, ok := kindOf(v.Type()); !ok || k == policy.Bool {
		return false
	}
	if c, ok := v.(*ssa.Call); ok && strings.HasPrefix(strings.TrimPrefix(calleeName(c.Common()), "("), "time.") {
		return true
	}
	e := w.r.value(w.f, v, "")
	return moves(e) || passes(e)
}

// passes reports whether e speaks of the time that has passed.
func passes(e *policy.Expr) bool {
	if e.Op == policy.OpElapsed {
		return true
	}
	for _, a := range e.Args {
		if passes(a) {
			return true
		}
	}
	return false
}
