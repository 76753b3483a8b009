package policy

import "math"

func boolBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// f returns the value of a slot of a float kind. The operations that most
// delays are made of are computed here.
func (f *frame) f(i int32) float64 {
	n := &f.s.nodes[i]
	if n.op == OpConst {
		return math.Float64frombits(n.bits)
	}
	if n.kind == Float64 && n.memo < 0 {
		switch n.op {
		case OpMul:
			return f.f(n.a) * f.f(n.b)
		case OpAdd:
			return f.f(n.a) + f.f(n.b)
		case OpSub:
			return f.f(n.a) - f.f(n.b)
		case OpQuo:
			return f.f(n.a) / f.f(n.b)
		case OpMin:
			return min(f.f(n.a), f.f(n.b))
		case OpMax:
			return max(f.f(n.a), f.f(n.b))
		case OpAttempt:
			return float64(f.n)
		case OpDraw:
			if n.dist == Uniform {
				return f.draw(n.aux)
			}
		case OpFunc:
			if n.pow {
				return pow(f.f(n.a), f.f(n.b))
			}
		}
	}
	return math.Float64frombits(f.eval(i))
}

// eval returns the value of a slot as bits: of a float64 for float kinds, of
// an int64 for the others. It computes only what is needed.
func (f *frame) eval(i int32) uint64 {
	n := &f.s.nodes[i]
	switch n.op {
	case OpConst, OpUnknown, OpCoin, OpOpaque:
		return n.bits
	case OpState:
		if n.aux >= 0 {
			return f.state[n.aux]
		}
		if n.memo < 0 {
			return 0 // a state without values
		}
		v, _ := f.get(n.memo)
		return v
	case OpAttempt:
		return f.of(n.kind, float64(f.n))
	case OpServer:
		return f.of(n.kind, f.ra)
	case OpPrev:
		return f.of(n.kind, f.prev)
	case OpElapsed:
		return f.of(n.kind, f.elapsed)
	}
	if n.memo < 0 {
		return f.compute(n)
	}
	if v, ok := f.get(n.memo); ok {
		return v
	}
	v := f.compute(n)
	f.set(n.memo, v)
	return v
}

// of returns a number in the bits of kind k.
func (f *frame) of(k Kind, x float64) uint64 {
	if k.IsFloat() {
		return math.Float64bits(x)
	}
	return uint64(int64(x))
}

func (f *frame) compute(n *snode) uint64 {
	if n.kind.IsFloat() {
		return math.Float64bits(f.computeFloat(n))
	}
	switch n.op {
	case OpChoice:
		if f.eval(n.a) != 0 {
			return f.eval(n.b)
		}
		return f.eval(n.c)
	case OpLt, OpLe, OpEq:
		return boolBits(f.compare(n))
	case OpNot:
		return 1 - f.eval(n.a)
	case OpConv:
		if n.ka.IsFloat() {
			v, _ := floatToInt(n.kind, f.f(n.a))
			return uint64(v)
		}
		return uint64(fit(n.kind, int64(f.eval(n.a))))
	case OpNeg:
		return uint64(fit(n.kind, -int64(f.eval(n.a))))
	case OpMin, OpMax:
		x, y := int64(f.eval(n.a)), int64(f.eval(n.b))
		if less(n.kind, x, y) == (n.op == OpMin) {
			return uint64(x)
		}
		return uint64(y)
	case OpDrawN:
		limit := int64(f.eval(n.a))
		if !less(n.kind, 0, limit) {
			return 0 // the code panics
		}
		return uint64(part(n.kind, f.draw(n.aux), limit))
	case OpTable, OpExit:
		return f.rare(n)
	}
	if len(n.args) != 2 {
		return 0
	}
	y := int64(f.eval(n.b))
	if n.op == OpShl || n.op == OpShr {
		y = countOf(f.s.nodes[n.b].kind, y)
	}
	v, _ := intOp(n.op, n.kind, int64(f.eval(n.a)), y)
	return uint64(v)
}

func (f *frame) computeFloat(n *snode) float64 {
	switch n.op {
	case OpChoice:
		if f.eval(n.a) != 0 {
			return f.f(n.b)
		}
		return f.f(n.c)
	case OpConv:
		if n.ka.IsFloat() {
			return round32(n.kind, f.f(n.a))
		}
		return round32(n.kind, intToFloat(n.ka, int64(f.eval(n.a))))
	case OpNeg:
		return -f.f(n.a)
	case OpFunc:
		x, y := f.f(n.a), 0.0
		if len(n.args) > 1 {
			y = f.f(n.b)
		}
		return funcOp(n.name, x, y)
	case OpDraw:
		u := f.draw(n.aux)
		switch n.dist {
		case Normal:
			return normalQuantile(u)
		case Exp:
			return -math.Log1p(-u)
		}
		return u
	case OpDrawN:
		return f.draw(n.aux) * f.f(n.a)
	case OpTable, OpExit:
		return math.Float64frombits(f.rare(n))
	}
	if len(n.args) != 2 {
		return 0
	}
	return floatOp(n.op, n.kind, f.f(n.a), f.f(n.b))
}

func (f *frame) compare(n *snode) bool {
	if n.ka.IsFloat() {
		x, y := f.f(n.a), f.f(n.b)
		switch n.op {
		case OpLt:
			return x < y
		case OpLe:
			return x <= y
		}
		return x == y
	}
	x, y := int64(f.eval(n.a)), int64(f.eval(n.b))
	switch n.op {
	case OpLt:
		return less(n.ka, x, y)
	case OpLe:
		return !less(n.ka, y, x)
	}
	return x == y
}

// draw returns the number of one identity: drawn at its first use in an
// attempt, or kept from Init for the draws of a client.
func (f *frame) draw(d int32) float64 {
	if f.s.p.draws[d].client {
		for j, c := range f.s.client {
			if c == d {
				return math.Float64frombits(f.state[f.s.words+j])
			}
		}
	}
	v, ok := f.get(d)
	if !ok {
		v = math.Float64bits(f.src.Float64())
		f.set(d, v)
	}
	return math.Float64frombits(v)
}

// rare evaluates tables and inner loops.
func (f *frame) rare(n *snode) uint64 {
	if n.op == OpTable {
		i := int64(f.eval(n.a))
		if i < 0 || i >= int64(len(n.args)-1) {
			f.end = true
			return 0
		}
		return f.eval(n.args[1+i])
	}
	l := &f.s.p.loops[n.aux]
	for _, s := range l.states {
		f.set(f.s.nodes[s.slot].memo, f.eval(s.init))
	}
	next := make([]uint64, len(l.states))
	for range 300 {
		for _, i := range l.body {
			d := &f.s.nodes[i]
			f.forget(d.memo)
			if d.op == OpDraw || d.op == OpDrawN {
				f.forget(d.aux)
			}
		}
		if f.eval(l.again) == 0 {
			break
		}
		for j, s := range l.states {
			next[j] = f.eval(s.next)
		}
		for j, s := range l.states {
			f.set(f.s.nodes[s.slot].memo, next[j])
		}
	}
	return f.eval(l.value)
}
