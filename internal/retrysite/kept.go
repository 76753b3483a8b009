package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A keeper finds out whether what grows with the failures of a loop outlives a
// success: nothing in the loop, nor in the package where it is a field, sets it
// back to something that does not come of itself.
type keeper struct {
	sc *scope
	l  *loop
	at *attempt
}

// goesOn reports whether the loop goes round after a success as it does after a
// failure: it reconnects, or takes the next message.
func (k *keeper) goesOn() bool {
	p := k.at.path
	if p.kind == leaves || !p.ok.round || p.ok.tainted || p.failed.inner {
		return false
	}
	fn := k.sc.body(k.at.call)
	return fn == nil || !neverSucceeds(fn)
}

// delayKept returns the name of what the delay of w grows by and no success
// sets back; "" if there is none or that cannot be told.
func (k *keeper) delayKept(w wait) string {
	if !k.goesOn() {
		return ""
	}
	v := w.delay
	if v == nil || w.given != nil {
		c, ok := w.last.(ssa.Value)
		if !ok {
			return ""
		}
		v = c
	}
	return k.judge(k.roots(v, w.via))
}

// limitKept returns the name of a counter that ends the loop after so many
// failures, and that no success sets back.
//
//	// Have: if fails++; fails > 5 { return err }
func (k *keeper) limitKept() string {
	if !k.goesOn() {
		return ""
	}
	for _, x := range k.at.leaves {
		if x.by != ExitAttempts || k.at.path.ok.exits[x.edge] || len(x.guards) == 0 {
			continue
		}
		rs := k.roots(x.guards[0].Cond, nil)
		if name := k.judge(rs); name != "" && k.stillOnSuccess(rs) {
			return name
		}
	}
	return ""
}

// judge returns the name of a root that moves with the failures, if none of
// them all is ever set back.
func (k *keeper) judge(rs []root) string {
	name := ""
	for _, r := range rs {
		if k.testedOnSuccess(r) {
			return ""
		}
		switch k.moves(r) {
		case setBack:
			return ""
		case grows:
			if name == "" {
				name = r.name
			}
		}
	}
	return name
}

// A move is what happens to a value from one iteration to the next.
type move uint8

const (
	still   move = iota // it stays
	grows               // it comes of itself, larger
	setBack             // it is something else, or that cannot be told
)

func (k *keeper) moves(r root) move {
	switch v := r.v.(type) {
	case *ssa.Phi:
		m := still
		for i, e := range v.Edges {
			switch {
			case !k.l.blocks[v.Block().Preds[i]]:
			case k.clamps(v, i, r):
				m = max(m, grows)
			default:
				m = max(m, k.grown(e, r, map[ssa.Value]bool{}))
			}
		}
		return m
	case *ssa.FieldAddr:
		return k.fieldMoves(v, r)
	case *ssa.Alloc:
		return k.localMoves(v, r)
	}
	return setBack
}

// grown says what v is, beside the root.
func (k *keeper) grown(v ssa.Value, r root, seen map[ssa.Value]bool) move {
	if v == r.v || seen[v] {
		return still
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Phi:
		m := still
		for i, e := range x.Edges {
			if k.clamps(x, i, r) {
				m = max(m, grows)
				continue
			}
			m = max(m, k.grown(e, r, seen))
		}
		return m
	case *ssa.UnOp:
		if x.Op == token.MUL && k.isCell(x.X, r) {
			return still
		}
	case *ssa.Convert:
		return k.grown(x.X, r, seen)
	case *ssa.ChangeType:
		return k.grown(x.X, r, seen)
	case *ssa.Extract:
		return k.grown(x.Tuple, r, seen)
	case *ssa.BinOp:
		switch x.Op {
		case token.ADD, token.MUL, token.SHL:
			if k.comesOf(x.X, r) || k.comesOf(x.Y, r) {
				return grows
			}
		}
	case *ssa.Call:
		// Have: d = min(2*d, limit); d = next(d)
		for _, a := range callArgs(x) {
			if isNumber(a.Type()) && k.comesOf(a, r) {
				return grows
			}
		}
	}
	return setBack
}

// comesOf reports whether v is the root, or the root grown.
func (k *keeper) comesOf(v ssa.Value, r root) bool {
	return k.grown(v, r, map[ssa.Value]bool{}) != setBack
}

// clamps reports whether the i-th edge of a phi bounds the root by what it was
// just compared with.
//
//	// Have: if d *= 2; d > limit { d = limit }
func (k *keeper) clamps(p *ssa.Phi, i int, r root) bool {
	bound := p.Edges[i]
	for b := p.Block().Preds[i]; b != nil; b = sole(b) {
		f, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		c, ok := f.Cond.(*ssa.BinOp)
		if ok && (sameValue(c.Y, bound) && k.comesOf(c.X, r) || sameValue(c.X, bound) && k.comesOf(c.Y, r)) {
			return true
		}
		return false
	}
	return false
}

// sole returns the only block before b, nil if there are others.
func sole(b *ssa.BasicBlock) *ssa.BasicBlock {
	if len(b.Preds) == 1 {
		return b.Preds[0]
	}
	return nil
}

// sameValue reports whether two values are read from the same constant or place.
func sameValue(a, b ssa.Value) bool {
	a, b = strip(a), strip(b)
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *ssa.Const:
		y, ok := b.(*ssa.Const)
		return ok && x.Value != nil && y.Value != nil && x.Value.ExactString() == y.Value.ExactString()
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == token.MUL && y.Op == token.MUL && cellKey(x.X) == cellKey(y.X)
	}
	return false
}

// isCell reports whether the address is that of the root's cell.
func (k *keeper) isCell(addr ssa.Value, r root) bool {
	switch c := r.v.(type) {
	case *ssa.FieldAddr:
		f, ok := addr.(*ssa.FieldAddr)
		return ok && fieldVar(f) != nil && fieldVar(f) == fieldVar(c)
	case *ssa.Alloc:
		return addr == ssa.Value(c)
	}
	return false
}

// fieldMoves says what the package does to a field, apart from making it.
func (k *keeper) fieldMoves(f *ssa.FieldAddr, r root) move {
	v := fieldVar(f)
	if v == nil || k.sc.overwritten(v) || k.sc.lent(v) {
		return setBack
	}
	m := still
	for _, s := range k.sc.storesOf(v) {
		a := s.Addr.(*ssa.FieldAddr)
		if base, ok := strip(a.X).(*ssa.Alloc); ok && !k.l.contains(s) && base.Heap {
			continue // Have: &client{delay: base}
		}
		m = max(m, k.grown(s.Val, r, map[ssa.Value]bool{}))
	}
	return m
}

// localMoves says what is done to a local that closures share.
func (k *keeper) localMoves(a *ssa.Alloc, r root) move {
	m := still
	for _, u := range *a.Referrers() {
		switch u := u.(type) {
		case *ssa.Store:
			switch {
			case u.Addr != ssa.Value(a):
				return setBack
			case k.l.contains(u):
				m = max(m, k.grown(u.Val, r, map[ssa.Value]bool{}))
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return setBack
		}
	}
	return m
}

// testedOnSuccess reports whether the loop ends by the root after a success
// too: then it counts the rounds.
//
//	// Have: for n := 0; n < 10; n++ { ... }
func (k *keeper) testedOnSuccess(r root) bool {
	for _, x := range k.at.leaves {
		if !k.at.path.ok.exits[x.edge] {
			continue
		}
		for _, g := range x.guards {
			for _, q := range k.roots(g.Cond, nil) {
				if q.v == r.v {
					return true
				}
			}
		}
	}
	return false
}

// stillOnSuccess reports whether the roots are phis that a success leaves as
// they are: they count failures, and not rounds.
func (k *keeper) stillOnSuccess(rs []root) bool {
	for _, r := range rs {
		p, ok := r.v.(*ssa.Phi)
		if !ok {
			return false
		}
		for i, e := range p.Edges {
			if k.at.path.ok.edges[edge{p.Block().Preds[i], p.Block()}] && !k.left(e, p, map[ssa.Value]bool{}) {
				return false
			}
		}
	}
	return true
}

// left reports whether v is p on the ways of a success.
func (k *keeper) left(v ssa.Value, p *ssa.Phi, seen map[ssa.Value]bool) bool {
	if v == ssa.Value(p) || seen[v] {
		return true
	}
	seen[v] = true
	q, ok := v.(*ssa.Phi)
	if !ok {
		return false
	}
	for i, e := range q.Edges {
		if k.at.path.ok.edges[edge{q.Block().Preds[i], q.Block()}] && !k.left(e, p, seen) {
			return false
		}
	}
	return true
}
