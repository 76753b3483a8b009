package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// deadLimit returns a comparison of the loop that would leave it, and cannot
// come true after a failure.
func (e *exitJudge) deadLimit() Counter {
	for _, b := range e.l.fn.Blocks {
		f, ok := last(b).(*ssa.If)
		if !ok || !e.l.blocks[b] || !e.a.path.failed.blocks[b] && b != e.l.header {
			continue
		}
		for i, s := range b.Succs {
			if e.l.blocks[s] {
				continue
			}
			if c := e.never(e.a.path.failed, f.Cond, i == 0); c.How != NoCounter && c.Name != "" {
				return c
			}
		}
	}
	return Counter{}
}

// never says why a comparison of numbers does not come true (or false, where
// side is false) from attempt to attempt, if it is certain.
func (e *exitJudge) never(t *trail, cond ssa.Value, side bool) Counter {
	for {
		u, ok := cond.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		cond, side = u.X, !side
	}
	c, ok := cond.(*ssa.BinOp)
	if !ok || !isInteger(c.X.Type()) {
		return Counter{}
	}
	op := c.Op
	if !side {
		op = negated(op)
	}
	x, y := c.X, c.Y
	if e.l.moving(x) == nil && e.l.moving(y) != nil {
		x, y, op = y, x, flipped(op)
	}
	if !e.l.fixed(y) {
		return Counter{}
	}
	found := Counter{Range: Range{c.Pos(), c.Pos() + token.Pos(len(c.Op.String()))}, Name: countedBy(c, x)}
	switch p := e.l.moving(x); {
	case p != nil:
		found.How = e.stuck(t, p, op)
	case !e.l.fixed(x):
	case computed(e.l, x):
		found.How = SetInLoop
	default:
		found.How = NeverMoves
	}
	return found
}

// computed reports whether a fixed number is made anew in each iteration:
// n := 0; ...; n++.
func computed(l *loop, v ssa.Value) bool {
	in, ok := v.(ssa.Instruction)
	return ok && l.contains(in)
}

// countedBy is the name of the variable that is compared, "" if it does not look
// like a counter: a constant of the source, the limit itself.
func countedBy(c *ssa.BinOp, v ssa.Value) string {
	if p, ok := v.(*ssa.Phi); ok {
		return p.Comment
	}
	name := ""
	for _, in := range c.Block().Instrs {
		d, ok := in.(*ssa.DebugRef)
		if !ok || d.X != v || d.IsAddr || d.Object() == nil || d.Pos() > c.Pos() && name != "" {
			continue
		}
		if _, isVar := d.Object().(*types.Var); isVar {
			name = d.Object().Name()
		}
	}
	if nameHas(name, "max", "limit", "cfg", "conf", "opt") {
		return ""
	}
	return name
}

// fixed reports whether a number is the same at each test: constant, or from
// outside the loop.
func (l *loop) fixed(v ssa.Value) bool { return l.invariant(v, 0) }

// moving returns the state of the loop that v is, or that a constant is added to.
func (l *loop) moving(v ssa.Value) *ssa.Phi {
	for range 4 {
		switch x := v.(type) {
		case *ssa.Phi:
			if x.Block() == l.header {
				return x
			}
			return nil
		case *ssa.Convert:
			v = x.X
		case *ssa.BinOp:
			if _, ok := x.Y.(*ssa.Const); !ok || x.Op != token.ADD && x.Op != token.SUB {
				return nil
			}
			v = x.X
		default:
			return nil
		}
	}
	return nil
}

// stuck says why the state, compared by op with what is fixed, does not come to
// the limit on the way of a failure.
func (e *exitJudge) stuck(t *trail, p *ssa.Phi, op token.Token) CounterHow {
	up, down, still, set := false, false, false, false
	s := &stepper{l: e.l, t: t, p: p, seen: map[ssa.Value]bool{}}
	for i, pred := range e.l.header.Preds {
		if !e.l.blocks[pred] || !t.edges[edge{pred, e.l.header}] {
			continue
		}
		if !s.from(p.Edges[i], 0) {
			return NoCounter
		}
	}
	for d := range s.deltas {
		up, down, still = up || d > 0, down || d < 0, still || d == 0
	}
	set = s.set
	unsigned := p.Type().Underlying().(*types.Basic).Info()&types.IsUnsigned != 0
	switch {
	case set && !up && !down && !still:
		return SetInLoop
	case set:
		return NoCounter
	case still && !up && !down:
		return NeverMoves
	case up && !down && !still && (op == token.LSS || op == token.LEQ):
		return WrongWay
	case down && !up && !still && (op == token.GTR || op == token.GEQ) && !unsigned:
		return WrongWay
	}
	return NoCounter
}

// A stepper collects by how much a state has moved when the header is reached
// again along a trail.
type stepper struct {
	l      *loop
	t      *trail
	p      *ssa.Phi
	deltas map[int64]bool
	set    bool // it is set to a constant on some path
	seen   map[ssa.Value]bool
}

// from adds the moves of v plus d; false: v is something else.
func (s *stepper) from(v ssa.Value, d int64) bool {
	if s.deltas == nil {
		s.deltas = map[int64]bool{}
	}
	if v == ssa.Value(s.p) {
		s.deltas[d] = true
		return true
	}
	switch x := v.(type) {
	case *ssa.Const:
		s.set = true
		return true
	case *ssa.BinOp:
		n, ok := smallInt(x.Y)
		switch {
		case ok && x.Op == token.ADD:
			return s.from(x.X, d+n)
		case ok && x.Op == token.SUB:
			return s.from(x.X, d-n)
		}
	case *ssa.Phi:
		if !s.l.blocks[x.Block()] || x.Block() == s.l.header || isHeader(x.Block()) || s.seen[x] {
			return false
		}
		s.seen[x] = true
		defer delete(s.seen, x)
		for i, pred := range x.Block().Preds {
			if s.t.edges[edge{pred, x.Block()}] && !s.from(x.Edges[i], d) {
				return false
			}
		}
		return true
	}
	return false
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func negated(op token.Token) token.Token {
	switch op {
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	case token.LSS:
		return token.GEQ
	case token.LEQ:
		return token.GTR
	case token.GTR:
		return token.LEQ
	case token.GEQ:
		return token.LSS
	}
	return op
}
