package policy

import "math"

// A runner evaluates a program by intervals under one assignment: every
// unknown and coin has a value, only draws are intervals.
type runner struct {
	p      *program
	v      []val
	draws  []span // of the unit draw, per identity
	n      int64
	prev   val // of kind Float64
	past   val // time since the first attempt, Float64 ns
	server float64
	left   *int // node evaluations left for the question
	loose  bool // some interval may be wider than the truth
}

// A span is a piece of [0,1]; whole says that it is all of it.
type span struct{ lo, hi float64 }

var wholeSpan = span{0, 1}

// A stepVal is what one attempt gives.
type stepVal struct {
	delay       val // of kind Float64, ns
	wait, again val
}

func (p *program) runner(a *assignment, left *int) *runner {
	r := &runner{p: p, v: make([]val, len(p.nodes)), draws: make([]span, len(p.draws)), server: a.server, left: left}
	r.setDraws(wholeSpan)
	for i, n := range p.nodes {
		if n.op == OpState {
			r.v[i] = wholeKind(n.kind, opaque)
		}
	}
	for _, i := range p.leaves {
		r.v[i] = a.leaf(p.nodes[i].e)
	}
	return r
}

func (r *runner) setDraws(s span) {
	for i := range r.draws {
		r.draws[i] = s
	}
}

// start computes the initial values of the states.
func (r *runner) start() {
	r.n = 1
	r.prev, r.past = val{}, val{}
	r.run(r.p.start)
	for _, s := range r.p.states {
		if s.init >= 0 {
			r.v[s.slot] = r.v[s.init]
		}
	}
	if r.p.prev0 >= 0 {
		r.prev = r.float(r.p.prev0)
	}
}

// float returns the value of a slot as a Float64 interval.
func (r *runner) float(i int32) val {
	v := r.v[i]
	lo, hi := v.asFloats(r.p.nodes[i].kind)
	return val{flo: lo, fhi: hi, marks: v.marks}
}

func (r *runner) run(list []int32) {
	*r.left -= len(list)
	for _, i := range list {
		r.v[i] = r.eval(&r.p.nodes[i])
	}
}

func (r *runner) eval(n *node) val {
	switch n.op {
	case OpAttempt:
		return number(n.kind, float64(r.n), float64(r.n))
	case OpServer:
		return number(n.kind, r.server, r.server)
	case OpPrev:
		return r.outer(n.kind, r.prev)
	case OpElapsed:
		return r.outer(n.kind, r.past)
	case OpDraw:
		return r.draw(n)
	case OpDrawN:
		return r.drawN(n)
	case OpNeg:
		a := r.v[n.args[0]]
		if n.kind.IsFloat() {
			return val{flo: -a.fhi, fhi: -a.flo, marks: a.marks}
		}
		return arith(OpSub, n.kind, val{}, a)
	case OpConv:
		return convert(n.kind, r.p.nodes[n.args[0]].kind, r.v[n.args[0]])
	case OpFunc:
		b := val{}
		if len(n.args) > 1 {
			b = r.v[n.args[1]]
		}
		return function(n.e.Name, r.v[n.args[0]], b)
	case OpLt, OpLe, OpEq:
		return compare(n.op, r.p.nodes[n.args[0]].kind, r.v[n.args[0]], r.v[n.args[1]])
	case OpNot:
		a := r.v[n.args[0]]
		return val{ilo: 1 - a.ihi, ihi: 1 - a.ilo, marks: a.marks}
	case OpChoice:
		return r.choice(n)
	case OpTable:
		return r.table(n)
	case OpExit:
		return r.exit(&r.p.loops[n.aux])
	}
	if len(n.args) != 2 {
		return wholeKind(n.kind, opaque)
	}
	switch n.op {
	case OpRem, OpAnd, OpOr, OpXor, OpAndNot:
		r.loose = true
	}
	y := r.v[n.args[1]]
	if k := r.p.nodes[n.args[1]].kind; n.op == OpShl || n.op == OpShr {
		y.ilo, y.ihi = countOf(k, y.ilo), countOf(k, y.ihi)
		y.ilo, y.ihi = min(y.ilo, y.ihi), max(y.ilo, y.ihi)
	}
	return arith(n.op, n.kind, r.v[n.args[0]], y)
}

// number is a float as a value of any kind.
func number(k Kind, lo, hi float64) val {
	if k.IsFloat() {
		return val{flo: lo, fhi: hi}
	}
	return ints(int64(lo), int64(hi))
}

// outer converts a Float64 interval to kind k.
func (r *runner) outer(k Kind, v val) val { return convert(k, Float64, v) }

func (r *runner) draw(n *node) val {
	s := r.draws[n.aux]
	switch n.e.Dist {
	case Normal:
		if s != wholeSpan {
			return val{flo: normalQuantile(s.lo), fhi: normalQuantile(s.hi)}
		}
		return val{flo: math.Inf(-1), fhi: math.Inf(1)}
	case Exp:
		return val{flo: -math.Log1p(-s.lo), fhi: -math.Log1p(-s.hi)}
	}
	return val{flo: s.lo, fhi: s.hi}
}

// normalQuantile is the inverse of the standard normal distribution.
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

func (r *runner) drawN(n *node) val {
	s, a := r.draws[n.aux], r.v[n.args[0]]
	if n.kind.IsFloat() {
		return arith(OpMul, n.kind, a, val{flo: s.lo, fhi: s.hi})
	}
	if !less(n.kind, 0, a.ilo) {
		v := wholeKind(n.kind, a.marks|panics|empty)
		if less(n.kind, 0, a.ihi) {
			v = ints(0, a.ihi-1)
			v.marks = a.marks | panics
		}
		return v
	}
	return val{ilo: part(n.kind, s.lo, a.ilo), ihi: part(n.kind, s.hi, a.ihi), marks: a.marks}
}

// part returns the integer that the unit draw u picks from [0, limit).
func part(k Kind, u float64, limit int64) int64 {
	if u >= 1 {
		return limit - 1
	}
	v := int64(u * intToFloat(k, limit))
	if !less(k, v, limit) {
		v = limit - 1
	}
	return v
}

func (r *runner) choice(n *node) val {
	c, x, y := r.v[n.args[0]], r.v[n.args[1]], r.v[n.args[2]]
	switch {
	case c.marks&opaque != 0:
		v := join(n.kind, x, y)
		v.marks |= c.marks
		return v
	case c.ilo == 1:
		x.marks |= c.marks &^ wraps
		return x
	case c.ihi == 0:
		y.marks |= c.marks &^ wraps
		return y
	}
	r.loose = true
	v := join(n.kind, x, y)
	v.marks |= c.marks &^ wraps
	return v
}

func (r *runner) table(n *node) val {
	x, k := r.v[n.args[0]], r.p.nodes[n.args[0]].kind
	if k.IsFloat() || x.marks&opaque != 0 {
		return wholeKind(n.kind, opaque)
	}
	lo, hi := max(x.ilo, 0), min(x.ihi, int64(len(n.args)-2))
	if lo > hi {
		return wholeKind(n.kind, x.marks|endRun)
	}
	v := r.v[n.args[1+lo]]
	for i := lo + 1; i <= hi; i++ {
		v = join(n.kind, v, r.v[n.args[1+i]])
	}
	v.marks |= x.marks
	return v
}

// exit runs an inner loop, at most 300 rounds.
func (r *runner) exit(l *loopSlots) val {
	for _, s := range l.states {
		r.v[s.slot] = r.v[s.init]
	}
	k := r.p.nodes[l.value].kind
	var out val
	some := false
	next := make([]val, len(l.states))
	for range 300 {
		r.run(l.body)
		again := r.v[l.again]
		if again.marks&opaque != 0 || *r.left < 0 {
			break
		}
		if again.ilo == 0 { // it may leave here
			if some {
				out = join(k, out, r.v[l.value])
			} else {
				out, some = r.v[l.value], true
			}
		}
		if again.ihi == 0 {
			return out
		}
		for i, s := range l.states {
			next[i] = r.v[s.next]
		}
		for i, s := range l.states {
			r.v[s.slot] = next[i]
		}
	}
	return wholeKind(k, opaque)
}
