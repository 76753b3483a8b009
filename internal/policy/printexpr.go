package policy

import (
	"math"
	"strconv"
	"strings"
)

var binary = map[Op]struct {
	text string
	prec int
}{
	OpAdd: {"+", precAdd}, OpSub: {"-", precAdd}, OpOr: {"|", precAdd}, OpXor: {"^", precAdd},
	OpMul: {"*", precMul}, OpQuo: {"/", precMul}, OpRem: {"%", precMul}, OpAnd: {"&", precMul},
	OpAndNot: {"&^", precMul}, OpShl: {"<<", precMul}, OpShr: {">>", precMul},
	OpLt: {"<", precCompare}, OpLe: {"<=", precCompare}, OpEq: {"==", precCompare},
}

// expr writes e so that it can stand where prec is wanted. isTime says that a
// bare number there is a time; tight that products are written without spaces.
func (pr *printer) expr(e *Expr, prec int, isTime, tight bool) string {
	if pr.depth++; pr.depth > 300 {
		pr.depth--
		return "unknown"
	}
	defer func() { pr.depth-- }()
	if s, p, ok := pr.counter(e); ok {
		return paren(s, p, prec)
	}
	switch e.Op {
	case OpConst:
		return pr.constant(e, prec, isTime)
	case OpUnknown:
		return "?" + pr.name("?", e.Name) + roleSuffix(e.Role)
	case OpCoin:
		return "?" + pr.name("coin", e.Name)
	case OpServer:
		return "ra"
	case OpPrev:
		return "prev"
	case OpElapsed:
		return "elapsed"
	case OpState:
		return pr.stateExpr(e, prec, isTime, tight)
	case OpDraw:
		return pr.draw(e, drawName(e))
	case OpDrawN:
		base := "rand"
		if e.Client {
			base = "oncerand"
		}
		return pr.draw(e, base) + "(" + pr.expr(e.Args[0], precCond, isTime, false) + ")"
	case OpConv:
		x := e.Args[0]
		if e.Kind.IsInt() && x.Kind.IsFloat() && !isTime && !pr.isTime(e) && !whole(x) {
			return pr.call("trunc", false, x)
		}
		return pr.expr(x, prec, isTime, tight)
	case OpNeg:
		return paren("-"+pr.expr(e.Args[0], precUnary+1, isTime, true), precUnary, prec)
	case OpNot:
		return paren("!"+pr.expr(e.Args[0], precUnary+1, false, true), precUnary, prec)
	case OpMin:
		return pr.call("min", isTime || pr.isTime(e), e.Args...)
	case OpMax:
		return pr.call("max", isTime || pr.isTime(e), e.Args...)
	case OpFunc:
		return pr.call(e.Name, pr.isTime(e), e.Args...)
	case OpChoice:
		return pr.choice(e, prec, isTime)
	case OpTable:
		return pr.table(e, isTime)
	}
	if b, ok := binary[e.Op]; ok && len(e.Args) == 2 {
		return pr.binary(e, b.text, b.prec, prec, isTime, tight)
	}
	return "unknown"
}

func (pr *printer) table(e *Expr, isTime bool) string {
	var elems []string
	for _, a := range e.Args[1:] {
		elems = append(elems, pr.expr(a, precCond, isTime || pr.isTime(e), false))
	}
	return "[" + strings.Join(elems, ", ") + "][" + pr.expr(e.Args[0], precCond, false, false) + "]"
}

func paren(s string, have, want int) string {
	if have < want {
		return "(" + s + ")"
	}
	return s
}

func roleSuffix(r Role) string {
	for name, role := range roleNames {
		if role == r {
			return "." + name
		}
	}
	return ""
}

// roleNames are the roles as the text form writes them; a duration is bare.
var roleNames = map[string]Role{
	"none": RoleNone, "cap": RoleCap, "factor": RoleFactor, "count": RoleCount, "fraction": RoleFraction,
}

// drawNames are the draws of the text form.
var drawNames = map[string]Expr{
	"r":      {Dist: Uniform},
	"normal": {Dist: Normal},
	"expo":   {Dist: Exp},
	"once":   {Dist: Uniform, Client: true},
}

func drawName(e *Expr) string {
	switch {
	case e.Dist == Normal:
		return "normal"
	case e.Dist == Exp:
		return "expo"
	case e.Client:
		return "once"
	}
	return "r"
}

func (pr *printer) call(name string, isTime bool, args ...*Expr) string {
	var s []string
	for _, a := range args {
		s = append(s, pr.expr(a, precCond, isTime, false))
	}
	return name + "(" + strings.Join(s, ", ") + ")"
}

func (pr *printer) choice(e *Expr, prec int, isTime bool) string {
	c, x, y := e.Args[0], e.Args[1], e.Args[2]
	if e.Kind == Bool {
		return pr.logic(c, x, y, prec)
	}
	isTime = isTime || pr.isTime(e)
	if c := capChoice(e, pr.grows()); c != nil && sameValue(c.against, c.limit) {
		return pr.call("min", isTime, c.limit, c.inner)
	}
	return "if(" + pr.expr(c, precCond, false, false) + ", " + pr.expr(x, precCond, isTime, false) + ", " +
		pr.expr(y, precCond, isTime, false) + ")"
}

// sameValue reports whether x and y are one number but for conversions.
func sameValue(x, y *Expr) bool {
	x, y = unconv(x), unconv(y)
	return x == y || x.Op == OpConst && y.Op == OpConst && x.Kind != Bool && y.Kind != Bool && constFloat(x) == constFloat(y)
}

// logic writes a choice between conditions with &&, || and !.
func (pr *printer) logic(c, x, y *Expr, prec int) string {
	and := func(a, b string) string { return a + " && " + b }
	yes := func(p int) string { return pr.expr(c, p, false, false) }
	no := func() string { return "!" + pr.expr(c, precUnary+1, false, true) }
	switch {
	case isFalse(y):
		return paren(and(yes(precAnd), pr.expr(x, precAnd+1, false, false)), precAnd, prec)
	case isFalse(x):
		return paren(and(no(), pr.expr(y, precAnd+1, false, false)), precAnd, prec)
	case isTrue(x):
		return paren(yes(precOr)+" || "+pr.expr(y, precOr+1, false, false), precOr, prec)
	case isTrue(y):
		return paren(no()+" || "+pr.expr(x, precOr+1, false, false), precOr, prec)
	}
	return paren("if("+yes(precCond)+", "+pr.expr(x, precCond, false, false)+", "+pr.expr(y, precCond, false, false)+")", precAtom, prec)
}

func (pr *printer) binary(e *Expr, op string, have, prec int, isTime, tight bool) string {
	x, y := e.Args[0], e.Args[1]
	t := isTime || pr.isTime(e)
	switch e.Op {
	case OpAdd, OpSub:
		if y.Op == OpConst && constFloat(y) < 0 && e.Kind.IsFloat() {
			neg := *y
			neg.Float = -y.Float
			y = &neg
			op = map[Op]string{OpAdd: "-", OpSub: "+"}[e.Op]
		}
	case OpLt, OpLe, OpEq:
		t = pr.isTime(x) || pr.isTime(y)
	case OpMul, OpQuo:
		if t = pr.isTime(e); e.Op == OpQuo && e.Kind.IsInt() && !t && pr.isTime(x) && unit(y) {
			return "trunc(" + pr.expr(x, precMul, true, false) + " / " + pr.expr(y, precMul+1, true, false) + ")"
		}
		if e.Op == OpQuo && e.Kind.IsInt() && !t {
			return "trunc(" + pr.expr(x, precMul, false, false) + " / " + pr.expr(y, precMul+1, false, false) + ")"
		}
		t = false
	case OpShl:
		if x.Op == OpConst && y.Op == OpConst && y.Int >= 0 && y.Int < 1000 { // it wraps, else it were one number
			f := constFloat(x) * pow(2, float64(y.Int))
			return pr.constant(&Expr{Op: OpConst, Kind: Float64, Float: f, Time: x.Time}, prec, isTime)
		}
		if isNum(x, 1) && !x.Time {
			return pr.powerOfTwo(y)
		}
		return paren(pr.expr(x, precMul, isTime, tight)+spaced("*", tight)+pr.powerOfTwo(y), precMul, prec)
	case OpShr:
		if t {
			return paren(pr.expr(x, precMul, isTime, tight)+spaced("/", tight)+pr.powerOfTwo(y), precMul, prec)
		}
		t = false
	}
	inParens := have < prec
	if inParens {
		tight = false
	}
	inner := have == precAdd || have == precMul && tight
	s := pr.expr(x, have, t, inner) + spaced(op, have == precMul && tight) + pr.expr(y, have+1, t, inner)
	return paren(s, have, prec)
}

// powerOfTwo writes what a shift by y multiplies by.
func (pr *printer) powerOfTwo(y *Expr) string {
	if y.Op == OpConst && y.Int >= 0 && y.Int < 63 && y.Kind.IsInt() {
		return formatFloat(pow(2, float64(y.Int)))
	}
	return "pow(2, " + pr.expr(y, precCond, false, false) + ")"
}

func spaced(op string, tight bool) string {
	if tight {
		return op
	}
	return " " + op + " "
}

// whole reports whether a float expression is a whole number, taking powers
// with whole exponents for such: attempts are not negative.
func whole(e *Expr) bool {
	switch e.Op {
	case OpConv:
		return e.Args[0].Kind.IsInt() || whole(e.Args[0])
	case OpAttempt:
		return true
	case OpConst:
		f := constFloat(e)
		return f != f || f == math.Trunc(f)
	case OpOpaque:
		return true
	case OpAdd, OpSub, OpMul, OpMin, OpMax:
		return whole(e.Args[0]) && whole(e.Args[1])
	case OpFunc:
		if e.Name == "pow" {
			return whole(e.Args[0]) && whole(e.Args[1])
		}
		if e.Name == "exp2" {
			return whole(e.Args[0])
		}
		return e.Name == "floor" || e.Name == "ceil" || e.Name == "round" || e.Name == "trunc"
	}
	return e.Kind.IsInt()
}

// counter writes what is the attempt number and an offset.
func (pr *printer) counter(e *Expr) (s string, prec int, ok bool) {
	off, ok := pr.offset(e)
	switch {
	case !ok:
		return "", 0, false
	case off == 0:
		return "n", precAtom, true
	case off < 0:
		return "n" + strconv.FormatInt(off, 10), precAdd, true
	}
	return "n+" + strconv.FormatInt(off, 10), precAdd, true
}

// offset returns k where e is n+k.
func (pr *printer) offset(e *Expr) (int64, bool) {
	switch e.Op {
	case OpAttempt:
		return 0, true
	case OpConv:
		if e.Kind != Float32 && (!e.Kind.IsInt() || bitsOf(e.Kind) >= 32) {
			return pr.offset(e.Args[0])
		}
	case OpAdd, OpSub:
		x, y := e.Args[0], e.Args[1]
		if e.Op == OpAdd && x.Op == OpConst {
			x, y = y, x
		}
		if y.Op != OpConst || y.Time {
			return 0, false
		}
		k := constFloat(y)
		if e.Op == OpSub {
			k = -k
		}
		if off, ok := pr.offset(x); ok && k == float64(int64(k)) && k > -1e6 && k < 1e6 {
			return off + int64(k), true
		}
	case OpState:
		s, ok := pr.state(e)
		if !ok || s.Init.Op != OpConst || s.Init.Time || pr.busy[e] {
			return 0, false
		}
		next := s.Next
		if next.Op == OpAdd && (unconv(next.Args[0]) == e && isNum(next.Args[1], 1) || unconv(next.Args[1]) == e && isNum(next.Args[0], 1)) {
			if f := constFloat(s.Init); f == float64(int64(f)) {
				return int64(f) - 1, true
			}
		}
	}
	return 0, false
}
