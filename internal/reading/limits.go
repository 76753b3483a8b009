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
