package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A reach is a context from outside the loop that reaches the operation.
type reach struct {
	name    string
	derived bool       // the operation gets one derived from it inside the loop
	field   *types.Var // that it is kept in, nil: none
}

// contextOf says what the site knows of the context of its attempt.
func (sc *scope) contextOf(l *loop, a *attempt) Context {
	r := sc.reaching(l, a.call)
	if r == nil {
		return Context{Abort: sc.untestedAbort(l, a)}
	}
	ctx := Context{Reaches: true, Name: r.name}
	canceledWay := sc.way(l, a, canceled)
	expiredWay := sc.way(l, a, expired)
	ctx.Observed = sc.observed(l, a, canceledWay, expiredWay)
	if !r.derived {
		ctx.Retried = sc.retried(l, a, canceledWay, expiredWay)
	}
	if !ctx.Retried.IsValid() && ctx.Observed != IsObserved {
		ctx.Abort = sc.untestedAbort(l, a)
	}
	return ctx
}

// observed says whether the ways after the end of the context look at it.
func (sc *scope) observed(l *loop, a *attempt, ways ...*trail) Observed {
	out := NotObserved
	for _, t := range ways {
		switch {
		case t.observed || t.asked || !t.round:
			return IsObserved
		case t.tainted:
			out = ObservedUnknown
		}
	}
	if fn := sc.body(a.call); fn != nil && sc.observes(fn, bodyDepth) {
		return IsObserved
	}
	for _, v := range callArgs(a.call) {
		if fn := closureOf(strip(v)); fn != nil && len(fn.Blocks) > 0 && sc.observes(fn, bodyDepth) {
			return IsObserved
		}
	}
	if out == NotObserved && (l.briefly() || sc.watched(l.fn) || wrapsWithContext(a.call) || l.passesOther(a.call)) {
		return ObservedUnknown
	}
	return out
}

// watched reports whether a closure written in the function watches a context:
// `go func() { <-ctx.Done(); conn.Close() }()`.
func (sc *scope) watched(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return
		}
		if fullName(c) == "context.AfterFunc" || isDoneValue(c) && in.Parent() != fn {
			found = true
		}
	})
	return found
}

func isDoneValue(c ssa.CallInstruction) bool {
	v := c.Value()
	return v != nil && isDoneCall(v)
}

// wrapsWithContext reports whether an unseen function is given both a context and
// the operation: it may look at the context itself.
func wrapsWithContext(c ssa.CallInstruction) bool {
	fn := c.Common().StaticCallee()
	if fn != nil && len(fn.Blocks) > 0 || !takesContext(c.Common().Signature()) {
		return false
	}
	for _, v := range callArgs(c) {
		if closureOf(strip(v)) != nil {
			return true
		}
	}
	return false
}

// passesOther reports whether the loop hands a stop channel to the attempt.
func (l *loop) passesOther(c ssa.CallInstruction) bool {
	for _, v := range callArgs(c) {
		if ch, ok := v.Type().Underlying().(*types.Chan); ok {
			if st, ok := ch.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
				return true
			}
		}
	}
	return false
}

// retried returns the place where an error of the context is named as one to
// be retried: other errors leave where it goes round.
func (sc *scope) retried(l *loop, a *attempt, ways ...*trail) Range {
	plain := sc.way(l, a, failed)
	for i, t := range ways {
		other := ways[(i+1)%len(ways)]
		if len(t.named) == 0 || t.observed || other.observed || t.tainted || !t.round || len(other.named) > 0 && !other.round {
			continue
		}
		for e := range plain.exits {
			if !t.exits[e] {
				return sc.rangeAt(t.named[0])
			}
		}
	}
	return Range{}
}

func (sc *scope) rangeAt(pos token.Pos) Range {
	if x := sc.exprs[pos]; x != nil {
		return Range{x.Pos(), x.End()}
	}
	return Range{pos, pos}
}

// untestedAbort returns a word for "nobody waits any more" that the operation
// is seen to return and the loop never tests.
func (sc *scope) untestedAbort(l *loop, a *attempt) string {
	fn := sc.body(a.call)
	if fn == nil || a.path.failed.tainted {
		return ""
	}
	for _, g := range returned(fn) {
		if g.Pkg == nil || !nameHas(g.Name(), "abort", "cancel", "permanent") || sc.asks(l.fn, g, fn, 2) {
			continue
		}
		if p := g.Pkg.Pkg; p != sc.pkg.Pkg {
			if p.Path() == "net/http" {
				return "http." + g.Name()
			}
			continue
		}
		return g.Name()
	}
	return ""
}

// returned are the package variables that fn returns as its error.
func returned(fn *ssa.Function) []*ssa.Global {
	var out []*ssa.Global
	for _, b := range fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok || len(r.Results) == 0 {
			continue
		}
		vals := []ssa.Value{r.Results[len(r.Results)-1]}
		if p, ok := vals[0].(*ssa.Phi); ok {
			vals = p.Edges
		}
		for _, v := range vals {
			if g := sentinel(v); g != nil {
				out = append(out, g)
			}
		}
	}
	return out
}

// asks reports whether the loop's function, or what it calls in the package
// apart from the attempt, looks at the variable.
func (sc *scope) asks(fn *ssa.Function, g *ssa.Global, attempt *ssa.Function, left int) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			found = found || *op == ssa.Value(g)
		}
		if c, ok := in.(ssa.CallInstruction); ok && left > 0 && !found {
			if callee := sc.body(c); callee != nil && callee != attempt && callee != fn {
				found = sc.asks(callee, g, attempt, left-1)
			}
		}
	})
	return found
}
