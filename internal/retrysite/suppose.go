package retrysite

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A walk that carries something keeps to what a path has found out by its
// branches, so that it does not close a thing where a flag was set and then go
// on as if it had not been.
type supposed struct {
	keys  map[key]bool
	conds []*ssa.BinOp // one of each kind of comparison
}

// decidedBefore is what the path has found out of a condition that nothing else decides.
//
//	// Have: if limit > 0 { ctx, cancel = context.WithTimeout(ctx, limit) }; …; if limit > 0 { cancel() }
func (w *walk) decidedBefore(cond ssa.Value, e *env) abs {
	if w.carry == nil {
		return abs{}
	}
	return e.m[key{w.same(cond), self}]
}

// suppose notes what holds on the i-th way out of b.
func (w *walk) suppose(b *ssa.BasicBlock, i int, e *env) {
	if w.carry == nil {
		return
	}
	if b.Succs[i].Dominates(b) {
		w.unsuppose(e)
		return
	}
	f, ok := last(b).(*ssa.If)
	if !ok {
		return
	}
	w.note(key{w.same(f.Cond), self}, truth(i == 0), e)
	c, ok := f.Cond.(*ssa.BinOp)
	if !ok || c.Op != token.EQL && c.Op != token.NEQ {
		return
	}
	for _, p := range [][2]ssa.Value{{c.X, c.Y}, {c.Y, c.X}} {
		k, isConst := p[1].(*ssa.Const)
		if !isConst || !k.IsNil() || w.eval(p[0], e, 0).kind != aFree {
			continue
		}
		a := abs{kind: aSet}
		if (c.Op == token.EQL) == (i == 0) {
			a = abs{kind: aNil}
		}
		w.note(key{p[0], self}, a, e)
		if u, ok := p[0].(*ssa.UnOp); ok && isVariable(u.X) {
			w.note(cellKey(u.X), a, e)
		}
	}
}

// supposeEntry notes what has to hold for the attempt to be reached.
func (w *walk) supposeEntry(e *env) {
	if w.carry == nil {
		return
	}
	for b := w.att.Block(); b != w.l.header && w.l.blocks[b] && b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		if f, ok := last(d).(*ssa.If); ok && w.l.blocks[d] && len(b.Preds) == 1 && w.eval(f.Cond, e, 0).kind == aFree {
			for i, s := range d.Succs {
				if s == b {
					w.suppose(d, i, e)
				}
			}
		}
	}
}

func (w *walk) note(k key, a abs, e *env) {
	if e.m[k].kind != aFree {
		return
	}
	if w.sup.keys == nil {
		w.sup.keys = map[key]bool{}
	}
	w.sup.keys[k] = true
	e.set(&w.ids, k, a)
}

// unsuppose forgets what the branches of the iteration have told, since the
// next one computes it anew.
func (w *walk) unsuppose(e *env) {
	for k := range w.sup.keys {
		if k.i != cell {
			e.set(&w.ids, k, abs{})
		}
	}
}

// same returns the first comparison met that is the same as cond.
func (w *walk) same(cond ssa.Value) ssa.Value {
	c, ok := cond.(*ssa.BinOp)
	if !ok {
		return cond
	}
	for _, d := range w.sup.conds {
		if d == c || d.Op == c.Op && alikeValues(d.X, c.X) && alikeValues(d.Y, c.Y) {
			return d
		}
	}
	w.sup.conds = append(w.sup.conds, c)
	return c
}

// alikeValues reports whether two values are the same, or loads of the same place.
func alikeValues(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.Const:
		b, ok := b.(*ssa.Const)
		return ok && (a.Value == nil) == (b.Value == nil) && (a.Value == nil || a.Value.Kind() == b.Value.Kind() && constant.Compare(a.Value, token.EQL, b.Value))
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		if !ok || a.Op != b.Op || a.Op != token.MUL {
			return false
		}
		_, isField := a.X.(*ssa.FieldAddr)
		return (isField || isVariable(a.X)) && cellKey(a.X) == cellKey(b.X)
	case *ssa.Call:
		b, ok := b.(*ssa.Call)
		if !ok || a.Call.Value != b.Call.Value || len(a.Call.Args) != len(b.Call.Args) || len(a.Call.Args) == 0 {
			return false
		}
		if _, builtin := a.Call.Value.(*ssa.Builtin); !builtin {
			return false
		}
		return alikeValues(a.Call.Args[0], b.Call.Args[0]) // len(codes)
	}
	return false
}

// lastRound reports whether the i-th way out of b is taken in the last round
// alone: a counter of the loop has come to the limit that the loop has.
//
//	// Have: for n := 0; n <= max; n++ { …; if n < max { resp.Body.Close() } }
func (w *walk) lastRound(b *ssa.BasicBlock, i int) bool {
	f, ok := last(b).(*ssa.If)
	if !ok || w.carry == nil {
		return false
	}
	c, ok := f.Cond.(*ssa.BinOp)
	if !ok || !w.l.isCounter(c.X) {
		return false
	}
	switch c.Op {
	case token.LSS, token.LEQ, token.NEQ:
		ok = i == 1
	case token.EQL, token.GTR, token.GEQ:
		ok = i == 0
	default:
		ok = false
	}
	return ok && w.l.limits(c)
}

// isCounter reports whether v is a counter of the loop, give or take a constant.
func (l *loop) isCounter(v ssa.Value) bool {
	if b, ok := v.(*ssa.BinOp); ok {
		if _, ok := b.Y.(*ssa.Const); ok {
			v = b.X
		}
	}
	p, ok := v.(*ssa.Phi)
	return ok && p.Block() == l.header && isNumber(p.Type())
}

// limits reports whether c compares with what another branch, one that leaves
// the loop, compares a counter with.
func (l *loop) limits(c *ssa.BinOp) bool {
	for b := range l.blocks {
		f, ok := last(b).(*ssa.If)
		if !ok || f.Cond == ssa.Value(c) || l.blocks[b.Succs[0]] && l.blocks[b.Succs[1]] {
			continue
		}
		d, ok := f.Cond.(*ssa.BinOp)
		if ok && l.isCounter(d.X) && nearly(c.Y, d.Y) {
			return true
		}
	}
	return false
}

// nearly reports whether two limits are the same, give or take one.
func nearly(a, b ssa.Value) bool {
	base := func(v ssa.Value) ssa.Value {
		if x, ok := v.(*ssa.BinOp); ok && (x.Op == token.ADD || x.Op == token.SUB) {
			if n, ok := smallInt(x.Y); ok && n == 1 {
				return x.X
			}
		}
		return v
	}
	m, ok1 := smallInt(a)
	n, ok2 := smallInt(b)
	if ok1 && ok2 {
		return m-n <= 1 && n-m <= 1
	}
	return alikeValues(base(a), base(b))
}
