package policy

// simplify returns the node that e is equal to, or nil where e itself is
// needed. It never changes a value, so it leaves alone what panics.
func (b *Builder) simplify(e *Expr) *Expr {
	switch e.Op {
	case OpChoice:
		return b.simplifyChoice(e)
	case OpNot:
		return b.simplifyNot(e.Args[0])
	case OpLt, OpLe, OpEq:
		return b.simplifyCompare(e)
	case OpConv:
		return b.simplifyConv(e)
	case OpNeg:
		if x := e.Args[0]; x.Op == OpConst && e.Kind.IsFloat() {
			return b.number(e.Kind, 0, -x.Float, x.Time)
		} else if x.Op == OpConst && e.Kind.IsInt() {
			return b.number(e.Kind, fit(e.Kind, -x.Int), 0, x.Time)
		}
	case OpMin, OpMax, OpAdd, OpSub, OpMul, OpQuo, OpRem, OpAnd, OpOr, OpXor, OpAndNot, OpShl, OpShr:
		return b.simplifyArith(e)
	case OpFunc:
		if n, ok := funcs[e.Name]; ok && n == len(e.Args) && allConst(e.Args) && e.Args[0].Kind.IsFloat() {
			y := 0.0
			if n == 2 {
				y = e.Args[1].Float
			}
			return b.number(Float64, 0, funcOp(e.Name, e.Args[0].Float, y), n == 1 && e.Args[0].Time && e.Name != "log" && e.Name != "log2")
		}
	}
	return nil
}

func allConst(args []*Expr) bool {
	for _, a := range args {
		if a.Op != OpConst {
			return false
		}
	}
	return true
}

// number returns a constant of kind k.
func (b *Builder) number(k Kind, i int64, f float64, isTime bool) *Expr {
	if f == 0 {
		f = 0 // no negative zero
	}
	return b.intern(Expr{Op: OpConst, Kind: k, Int: i, Float: f, Time: isTime})
}

func isInt(e *Expr, v int64) bool { return e.Op == OpConst && e.Kind.IsInt() && e.Int == v }

func isNum(e *Expr, v float64) bool {
	if e.Op != OpConst {
		return false
	}
	return e.Kind.IsFloat() && e.Float == v || e.Kind.IsInt() && intToFloat(e.Kind, e.Int) == v
}

func (b *Builder) simplifyArith(e *Expr) *Expr {
	if len(e.Args) != 2 {
		return nil
	}
	x, y := e.Args[0], e.Args[1]
	if x.Op == OpConst && y.Op == OpConst {
		return b.foldArith(e, x, y)
	}
	if x == y && (e.Op == OpMin || e.Op == OpMax) {
		return x
	}
	if (e.Op == OpMin || e.Op == OpMax) && y.Op == e.Op && y.Kind == e.Kind {
		if x == y.Args[0] || x == y.Args[1] { // min(a, min(a, b))
			return y
		}
		if x.Op == OpConst && y.Args[0].Op == OpConst {
			return b.Op(e.Op, e.Kind, b.Op(e.Op, e.Kind, x, y.Args[0]), y.Args[1])
		}
	}
	same := func(z *Expr) *Expr {
		if z.Kind == e.Kind {
			return z
		}
		return nil
	}
	switch e.Op {
	case OpAdd:
		if isNum(y, 0) {
			return same(x)
		}
		if isNum(x, 0) {
			return same(y)
		}
	case OpSub:
		if isNum(y, 0) {
			return same(x)
		}
	case OpShl, OpShr:
		if isInt(y, 0) {
			return same(x)
		}
	case OpMul:
		if isNum(x, 1) && !x.Time {
			return same(y)
		}
		fallthrough
	case OpQuo:
		if isNum(y, 1) && !y.Time {
			return same(x)
		}
	}
	return nil
}

// foldArith computes an operation on two constants.
func (b *Builder) foldArith(e, x, y *Expr) *Expr {
	t := x.Time || y.Time
	switch e.Op {
	case OpQuo:
		t = x.Time && !y.Time
	case OpRem, OpShl, OpShr, OpAnd:
		t = x.Time
	}
	if e.Kind.IsFloat() {
		return b.number(e.Kind, 0, floatOp(e.Op, e.Kind, x.Float, y.Float), t)
	}
	if !e.Kind.IsInt() || !x.Kind.IsInt() || !y.Kind.IsInt() {
		return nil
	}
	if e.Op == OpMin || e.Op == OpMax {
		if less(e.Kind, x.Int, y.Int) == (e.Op == OpMin) {
			return b.number(e.Kind, x.Int, 0, t)
		}
		return b.number(e.Kind, y.Int, 0, t)
	}
	c := y.Int
	if e.Op == OpShl || e.Op == OpShr {
		c = countOf(y.Kind, c)
	}
	v, marks := intOp(e.Op, e.Kind, x.Int, c)
	if marks != 0 { // keep the node: whoever evaluates it sees the wrap or the panic
		return nil
	}
	return b.number(e.Kind, v, 0, t)
}

func (b *Builder) simplifyConv(e *Expr) *Expr {
	x := e.Args[0]
	if x.Kind == e.Kind {
		return x
	}
	if x.Op != OpConst {
		return nil
	}
	switch {
	case e.Kind.IsInt() && x.Kind.IsInt():
		return b.number(e.Kind, fit(e.Kind, x.Int), 0, x.Time)
	case e.Kind.IsFloat() && x.Kind.IsInt():
		return b.number(e.Kind, 0, round32(e.Kind, intToFloat(x.Kind, x.Int)), x.Time)
	case e.Kind.IsFloat() && x.Kind.IsFloat():
		return b.number(e.Kind, 0, round32(e.Kind, x.Float), x.Time)
	case e.Kind.IsInt() && x.Kind.IsFloat():
		if v, marks := floatToInt(e.Kind, x.Float); marks == 0 {
			return b.number(e.Kind, v, 0, x.Time)
		}
	}
	return nil
}

func (b *Builder) simplifyNot(x *Expr) *Expr {
	switch {
	case x.Op == OpNot:
		return x.Args[0]
	case x.Op == OpConst:
		return b.Bool(x.Int == 0)
	case x.Op == OpLt && x.Args[0].Kind.IsInt():
		return b.Op(OpLe, Bool, x.Args[1], x.Args[0])
	case x.Op == OpLe && x.Args[0].Kind.IsInt():
		return b.Op(OpLt, Bool, x.Args[1], x.Args[0])
	}
	return nil
}

func (b *Builder) simplifyCompare(e *Expr) *Expr {
	x, y := e.Args[0], e.Args[1]
	if x == y && !x.Kind.IsFloat() {
		return b.Bool(e.Op != OpLt)
	}
	if x.Op != OpConst || y.Op != OpConst || x.Kind.IsFloat() != y.Kind.IsFloat() {
		return nil
	}
	lt, eq := less(x.Kind, x.Int, y.Int), x.Int == y.Int
	if x.Kind.IsFloat() {
		lt, eq = x.Float < y.Float, x.Float == y.Float
	}
	return b.Bool(lt && e.Op != OpEq || eq && e.Op != OpLt)
}

func (b *Builder) simplifyChoice(e *Expr) *Expr {
	cond, x, y := e.Args[0], e.Args[1], e.Args[2]
	if x == y {
		return x
	}
	if cond.Op == OpConst {
		if cond.Int != 0 {
			return x
		}
		return y
	}
	if cond.Op == OpNot {
		return b.Choice(cond.Args[0], y, x)
	}
	if e.Kind == Bool {
		if isTrue(x) && isFalse(y) {
			return cond
		}
		if isFalse(x) && isTrue(y) {
			return b.Op(OpNot, Bool, cond)
		}
		return nil
	}
	if cond.Op != OpLt && cond.Op != OpLe {
		return nil
	}
	// Have: if p < q { x } else { y }
	p, q := cond.Args[0], cond.Args[1]
	op := OpInvalid
	switch {
	case sameNumber(p, x) && sameNumber(q, y):
		op = OpMin
	case sameNumber(p, y) && sameNumber(q, x):
		op = OpMax
	default:
		op = offByOne(cond, p, q, x, y)
	}
	if op == OpInvalid || x.Kind != e.Kind || y.Kind != e.Kind {
		return nil
	}
	if x.Op == OpConst { // the reader expects min(cap, growth)
		return b.Op(op, e.Kind, x, y)
	}
	if y.Op == OpConst {
		return b.Op(op, e.Kind, y, x)
	}
	if op == OpMin {
		return b.Op(op, e.Kind, x, y)
	}
	return b.Op(op, e.Kind, y, x)
}

// offByOne sees min and max where an integer comparison uses the neighbour of
// the constant that the branch yields: Have: if d > 9 { d = 10 }.
func offByOne(cond, p, q, x, y *Expr) Op {
	if !p.Kind.IsInt() || p.Kind == Uint64 {
		return OpInvalid
	}
	near := func(c, v *Expr) bool { // c and v are constants that differ as cond allows
		if c.Op != OpConst || v.Op != OpConst || v.Kind != c.Kind {
			return false
		}
		d := v.Int - c.Int
		if cond.Op == OpLt {
			return c == q && d == -1 || c == p && d == 1
		}
		return c == q && d == 1 || c == p && d == -1
	}
	switch {
	case sameNumber(p, x) && near(q, y), near(p, x) && sameNumber(q, y):
		return OpMin
	case sameNumber(p, y) && near(q, x), near(p, y) && sameNumber(q, x):
		return OpMax
	}
	return OpInvalid
}

func isTrue(e *Expr) bool  { return e.Op == OpConst && e.Kind == Bool && e.Int != 0 }
func isFalse(e *Expr) bool { return e.Op == OpConst && e.Kind == Bool && e.Int == 0 }

// sameNumber reports whether x and y are one number. Constants are one number
// whether or not they are marked as times.
func sameNumber(x, y *Expr) bool {
	if x == y {
		return true
	}
	if x.Op == OpConst && y.Op == OpConst && x.Kind == y.Kind {
		return x.Int == y.Int && x.Float == y.Float
	}
	return false
}
