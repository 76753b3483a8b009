package reading

import (
	"golang.org/x/tools/go/ssa"

	"go/types"

	"github.com/retrylint/retrylint/internal/policy"
)

type innerKey struct {
	f    *frame
	l    *Loop
	v    ssa.Value
	path string
}

// innerState makes the state variable of a loop that is not the site's: one
// that computes a number inside an attempt, or an enclosing one.
func (r *Reader) innerState(f *frame, l *Loop, v ssa.Value, path string, t types.Type, edge func(i int) *policy.Expr) *policy.Expr {
	k, ok := kindOf(componentType(t, path))
	if !ok {
		return r.opaque(t, "inner state")
	}
	if f == r.root && r.cycle.Header != nil && l.Blocks[r.cycle.Header] {
		return r.outerState(l, t, edge)
	}
	s := r.B.State(r.fresh("i"), k)
	r.memo[memoKey{f, v, path}] = s
	lk := loopKey{f, l}
	r.pending[lk] = append(r.pending[lk], pendingState{s, t, edge})
	return s
}

// outerState reads a variable of a loop around the site's: its first value. What
// the outer loop makes of it, when the site has been left and is entered again,
// is not looked at.
func (r *Reader) outerState(l *Loop, t types.Type, edge func(i int) *policy.Expr) *policy.Expr {
	var init *policy.Expr
	for i, p := range l.Header.Preds {
		if l.Blocks[p] {
			continue
		}
		e := edge(i)
		if init != nil && init != e {
			return r.opaque(t, "several entries")
		}
		init = e
	}
	if init == nil {
		return r.opaque(t, "no entry")
	}
	return init
}

type pendingState struct {
	v    *policy.Expr
	t    types.Type
	edge func(i int) *policy.Expr
}

// bindInner gives the states of the inner loop lk their values.
func (r *Reader) bindInner(lk loopKey) {
	for len(r.pending[lk]) > 0 {
		p := r.pending[lk][0]
		r.pending[lk] = r.pending[lk][1:]
		var init, next *policy.Expr
		for i, b := range lk.l.Header.Preds {
			into := &init
			if lk.l.Blocks[b] {
				into = &next
			}
			if e := p.edge(i); *into == nil {
				*into = e
			} else if *into != e {
				*into = r.opaque(p.t, "several edges")
			}
		}
		if init == nil {
			init = r.opaque(p.t, "no entry")
		}
		if next == nil {
			next = p.v
		}
		r.loops[lk] = append(r.loops[lk], policy.State{Var: p.v, Init: init, Next: next})
	}
}

// leave reads v, defined in the loop l, as it is when l has been left.
//
//	// Have: for i := 0; i < n; i++ { d *= 2 }; time.Sleep(d)
func (r *Reader) leave(f *frame, l *Loop, v ssa.Value, path string) *policy.Expr {
	k := innerKey{f, l, v, path}
	if e, ok := r.inner[k]; ok {
		if e == nil {
			return r.opaque(componentType(v.Type(), path), "cycle through a loop exit")
		}
		return e
	}
	r.inner[k] = nil
	e := r.exit(f, l, v, path)
	r.inner[k] = e
	return e
}

func (r *Reader) exit(f *frame, l *Loop, v ssa.Value, path string) *policy.Expr {
	t := componentType(v.Type(), path)
	if f == r.root && r.cycle.Header != nil && l.Blocks[r.cycle.Header] {
		return r.opaque(t, "after the site's loop")
	}
	value := r.value(f, v, path)
	lk := loopKey{f, l}
	r.bindInner(lk)
	if !mentions(value, r.loops[lk]) {
		return value
	}
	again := r.stays(f, l, v)
	if again == nil || !decidable(again) {
		return r.opaque(t, "loop with an unknown end")
	}
	r.bindInner(lk) // the exit's condition may have met more states
	return r.B.Exit(&policy.InnerLoop{States: r.loops[lk], Again: again, Value: value})
}

// stays returns the condition under which the loop l goes round; nil if that
// cannot be told, or if v is not what it is at every exit. Each block that
// may leave is passed on every turn.
//
//	// Have: for d < max && n > 0 { d *= 2; n-- }
func (r *Reader) stays(f *frame, l *Loop, v ssa.Value) *policy.Expr {
	var again *policy.Expr
	exits := 0
	for _, b := range l.ordered() {
		last, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			if _, returns := b.Instrs[len(b.Instrs)-1].(*ssa.Return); returns {
				return nil
			}
			continue
		}
		in0, in1 := l.Blocks[b.Succs[0]], l.Blocks[b.Succs[1]]
		if in0 && in1 {
			continue
		}
		for _, p := range l.Back {
			if !b.Dominates(p) {
				return nil
			}
		}
		if exits++; exits > 1 && !v.(ssa.Instruction).Block().Dominates(l.Header) {
			return nil // computed between the exits
		}
		stay := r.cond(f, last.Cond)
		if !in0 {
			stay = r.B.Op(policy.OpNot, policy.Bool, stay)
		}
		if again == nil {
			again = stay
		} else {
			again = r.B.Choice(again, stay, r.B.Bool(false))
		}
	}
	return again
}

type loopKey struct {
	f *frame
	l *Loop
}

func mentions(e *policy.Expr, states []policy.State) bool {
	for _, s := range states {
		if e == s.Var {
			return true
		}
	}
	for _, a := range e.Args {
		if mentions(a, states) {
			return true
		}
	}
	return false
}
