package reading

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

type stepKey struct {
	f    *frame
	join *ssa.BasicBlock
	at   *ssa.BasicBlock
	what string
}

// join reads the value at a join by walking from the immediate dominator to
// it: each branch is a choice guarded by its condition. what names the value,
// for memoising.
func (r *Reader) join(f *frame, b *ssa.BasicBlock, what string, t types.Type, edge func(i int) *policy.Expr) *policy.Expr {
	idom := b.Idom()
	if idom == nil {
		return r.opaque(t, "join")
	}
	w := &walk{r: r, f: f, target: b, what: what, edge: edge, busy: map[*ssa.BasicBlock]bool{}}
	if e := w.from(idom); e != nil {
		return e
	}
	return r.opaque(t, "join")
}

// A walk computes the value at target, or at a function's returns, from the
// blocks above it.
type walk struct {
	r      *Reader
	f      *frame
	target *ssa.BasicBlock                    // nil: the returns of the function
	edge   func(i int) *policy.Expr           // value on the i'th edge into target
	ret    func(ret *ssa.Return) *policy.Expr // value at a return, if target is nil
	what   string
	busy   map[*ssa.BasicBlock]bool
	loose  bool // an undecided condition is "either", not a coin: for guards
}

// from returns the value if control has reached the end of b; nil if target
// cannot be reached from there.
func (w *walk) from(b *ssa.BasicBlock) *policy.Expr {
	if w.busy[b] {
		return nil
	}
	k := stepKey{w.f, w.target, b, w.what}
	if e, ok := w.r.stepsAt[k]; ok {
		return e
	}
	if !w.r.spend(2) {
		return nil
	}
	w.busy[b] = true
	e := w.leave(b)
	delete(w.busy, b)
	w.r.stepsAt[k] = e
	return e
}

func (w *walk) leave(b *ssa.BasicBlock) *policy.Expr {
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		if w.target == nil {
			return w.ret(last)
		}
	case *ssa.Jump:
		return w.step(b, 0)
	case *ssa.If:
		x, y := w.step(b, 0), w.step(b, 1)
		if w.loose {
			return w.guard(b, last, x, y)
		}
		switch {
		case x == nil:
			return y
		case y == nil || x == y:
			return x
		}
		if w.inLoop(b) {
			// Have: for n > 0 { d *= 2; if d > max { return max } }
			// The condition speaks of one time round of a loop that is left here.
			return w.r.B.Choice(w.r.coin(w.f, last.Cond), x, y)
		}
		return w.r.B.Choice(w.r.cond(w.f, last.Cond), x, y)
	}
	return nil
}

// inLoop reports whether b lies in a loop that is neither the site's nor
// around the walk's target.
func (w *walk) inLoop(b *ssa.BasicBlock) bool {
	l := w.r.pkg.Loops(w.f.fn).Innermost(b)
	for ; l != nil; l = l.Outer {
		if w.f == w.r.root && w.r.cycle.Header != nil && l.Blocks[w.r.cycle.Header] {
			return false
		}
		if w.target == nil || !l.Blocks[w.target] {
			return true
		}
	}
	return false
}

// guard joins the two ways out of b in a walk for a guard: only a condition
// decided by numbers can bar a way, and none that ends an inner loop.
func (w *walk) guard(b *ssa.BasicBlock, last *ssa.If, x, y *policy.Expr) *policy.Expr {
	if x == nil && y == nil {
		return nil
	}
	inner := b != w.r.cycle.Header && w.r.pkg.Loops(w.f.fn).Headed(b) != nil
	c := w.r.cond(w.f, last.Cond)
	if e := w.r.elapsed(w.f, last.Cond); e != nil {
		c = e
	} else if c = w.r.most(c); !decidable(c) {
		c = nil
	}
	if c != nil && numeric(last.Cond) && !inner {
		return w.r.B.Choice(c, w.orFalse(x), w.orFalse(y))
	}
	if x == nil || y == nil || x == y {
		if x != y && !inner {
			if w.limits(last.Cond) {
				w.r.limits = append(w.r.limits, b)
			}
			w.r.refuses = w.r.refuses || w.refuses(last.Cond)
		}
		if x == nil {
			return y
		}
		return x
	}
	return w.r.B.Choice(x, w.r.B.Bool(true), y)
}

// elapsed reads the comparison of the time since the first attempt with a
// number: a limit on the time. Nil for other conditions.
//
//	// Have: for time.Since(start) < 5*time.Minute {
func (r *Reader) elapsed(f *frame, v ssa.Value) *policy.Expr {
	b, ok := v.(*ssa.BinOp)
	if !ok || f != r.root || r.cycle.Header == nil {
		return nil
	}
	x, y := r.operand(f, b.X, b.Block()), r.operand(f, b.Y, b.Block())
	limit := y
	if y.Op == policy.OpElapsed {
		limit = x
	}
	if x.Op != policy.OpElapsed && y.Op != policy.OpElapsed || !decidable(limit) || !limit.Kind.IsInt() {
		return nil
	}
	return r.order(b.Op, x, y)
}

// numeric reports whether v compares numbers: only then a guard believes it.
// A test of an error or a pointer that is known in values may go either way.
func numeric(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.BinOp:
		k, ok := kindOf(v.X.Type())
		return ok && k != policy.Bool
	case *ssa.UnOp:
		return v.Op == token.NOT && numeric(v.X)
	}
	return false
}

func (w *walk) orFalse(e *policy.Expr) *policy.Expr {
	if e == nil {
		return w.r.B.Bool(false)
	}
	return e
}

// step follows the i'th edge out of b.
func (w *walk) step(b *ssa.BasicBlock, i int) *policy.Expr {
	s := b.Succs[i]
	if s == w.target {
		if w.edge == nil {
			return w.r.B.Bool(true)
		}
		// A block may reach the join by both of its edges; they carry one value.
		for j, p := range s.Preds {
			if p == b {
				if i > 0 && b.Succs[0] == s {
					i = 0
					continue
				}
				return w.edge(j)
			}
		}
		return nil
	}
	c := w.r.cycle
	if w.f == w.r.root && c.Header != nil && c.Loop[s] && (!c.On[s] || s == c.Header) {
		return nil
	}
	return w.from(s)
}

// decidable reports whether a condition is computed from numbers that are
// seen: no coin, nothing opaque, no draw.
func decidable(e *policy.Expr) bool {
	switch e.Op {
	case policy.OpCoin, policy.OpOpaque, policy.OpDraw, policy.OpDrawN, policy.OpElapsed, policy.OpServer:
		return false
	}
	for _, a := range e.Args {
		if !decidable(a) {
			return false
		}
	}
	return true
}

// Guard returns the condition under which control goes from the start of the
// cycle's header to block to, over the failing cycle alone. Conditions that
// are not decided by numbers count as possible.
func (r *Reader) Guard(to *ssa.BasicBlock) *policy.Expr {
	w := &walk{r: r, f: r.root, target: to, what: "guard", busy: map[*ssa.BasicBlock]bool{}, loose: true}
	start := r.cycle.Header
	var e *policy.Expr
	switch {
	case start == nil:
		e = w.orTrue(w.from(r.cycle.Fn.Blocks[0]))
	case to == start:
		e = w.orTrue(w.leave(start))
	default:
		e = w.orTrue(w.from(start))
	}
	r.settle()
	return e
}

// GuardIn returns the condition under which control goes from the start of the
// function of the frame at to block to, in the same way.
//
//	// Have: func pause(n int) { if n == 0 { return }; time.Sleep(d) }
func (r *Reader) GuardIn(at Frame, to *ssa.BasicBlock) *policy.Expr {
	w := &walk{r: r, f: at.f, target: to, what: "guard", busy: map[*ssa.BasicBlock]bool{}, loose: true}
	start := at.f.fn.Blocks[0]
	if start == to {
		return r.B.Bool(true)
	}
	before := r.refuses
	e := w.orTrue(w.from(start))
	r.settle()
	r.refuses = before // Have: if d > 0 { time.Sleep(d) }: nothing ends there
	return e
}

func (w *walk) orTrue(e *policy.Expr) *policy.Expr {
	if e == nil {
		return w.r.B.Bool(true)
	}
	return e
}
