package reading

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

var binops = map[token.Token]policy.Op{
	token.ADD: policy.OpAdd, token.SUB: policy.OpSub, token.MUL: policy.OpMul, token.QUO: policy.OpQuo,
	token.REM: policy.OpRem, token.AND: policy.OpAnd, token.OR: policy.OpOr, token.XOR: policy.OpXor,
	token.AND_NOT: policy.OpAndNot, token.SHL: policy.OpShl, token.SHR: policy.OpShr,
}

func (r *Reader) binop(f *frame, v *ssa.BinOp) *policy.Expr {
	switch v.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return r.cond(f, v)
	}
	k, ok := kindOf(v.Type())
	op, known := binops[v.Op]
	if !ok || !known || k == policy.Bool {
		return r.opaque(v.Type(), "operator "+v.Op.String())
	}
	x, y := r.operand(f, v.X, v.Block()), r.operand(f, v.Y, v.Block())
	if op == policy.OpMul {
		if isServerUnits(unwrap(x)) && y.Op != policy.OpConst || isServerUnits(unwrap(y)) && x.Op != policy.OpConst {
			return r.B.Server(k) // Have: time.Duration(value * float64(header.unit))
		}
		if e := r.scale(k, x, y); e != nil {
			return e
		}
		if e := r.scale(k, y, x); e != nil {
			return e
		}
	}
	return r.B.Op(op, k, x, y)
}

// scale multiplies a count of units with its unit.
//
//	// Have: time.Duration(seconds) * time.Second
//
// where seconds came from a server is the server's value, whatever the unit;
// where it is an unknown, or has one as a factor, that is an unknown duration.
func (r *Reader) scale(k policy.Kind, x, unit *policy.Expr) *policy.Expr {
	if unit.Op != policy.OpConst || !unit.Time {
		return nil
	}
	return r.inUnit(k, x, unit)
}

// inUnit returns x*unit if an unknown number, or the server's, is a factor of
// x; nil otherwise.
func (r *Reader) inUnit(k policy.Kind, x, unit *policy.Expr) *policy.Expr {
	switch u := unwrap(x); u.Op {
	case policy.OpUnknown:
		if u.Kind.IsInt() && u.Role != policy.RoleDuration && u.Role != policy.RoleCap {
			r.units[u.Name] = unit.Int
			return r.unknown(u.Name, k, policy.RoleDuration)
		}
	case policy.OpQuo:
		if isServerUnits(u) {
			return r.B.Server(k)
		}
		if d := unwrap(u.Args[0]); d.Op == policy.OpUnknown && isUnit(u.Args[1]) {
			return r.B.Op(policy.OpConv, k, d)
		}
	case policy.OpMul:
		if y := r.inUnit(k, u.Args[0], unit); y != nil {
			return r.B.Op(policy.OpMul, k, y, r.conv(k, u.Args[1]))
		}
		if y := r.inUnit(k, u.Args[1], unit); y != nil {
			return r.B.Op(policy.OpMul, k, r.conv(k, u.Args[0]), y)
		}
	case policy.OpShl:
		if y := r.inUnit(k, u.Args[0], unit); y != nil {
			return r.B.Op(policy.OpShl, k, y, u.Args[1])
		}
	}
	return nil
}

func (r *Reader) conv(k policy.Kind, e *policy.Expr) *policy.Expr {
	if e.Kind == k {
		return e
	}
	return r.B.Op(policy.OpConv, k, e)
}

func isUnit(e *policy.Expr) bool {
	return e.Op == policy.OpConst && (e.Int >= 1e3 || e.Float >= 1e3)
}

// unwrap strips conversions.
func unwrap(e *policy.Expr) *policy.Expr {
	for e.Op == policy.OpConv {
		e = e.Args[0]
	}
	return e
}

// serverUnits is the server's value as a bare number of its own unit, seconds
// if nothing says otherwise.
func (r *Reader) serverUnits(k policy.Kind) *policy.Expr {
	s := r.B.Server(policy.Int64)
	if k.IsFloat() {
		return r.B.Op(policy.OpQuo, k, r.B.Op(policy.OpConv, k, s), r.B.Float(k, 1e9))
	}
	e := r.B.Op(policy.OpQuo, policy.Int64, s, r.B.Int(policy.Int64, 1e9))
	if k != policy.Int64 {
		e = r.B.Op(policy.OpConv, k, e)
	}
	return e
}

func isServerUnits(e *policy.Expr) bool {
	return e.Op == policy.OpQuo && unwrap(e.Args[0]).Op == policy.OpServer && e.Args[1].Op == policy.OpConst &&
		(e.Args[1].Int == 1e9 || e.Args[1].Float == 1e9)
}

func (r *Reader) unop(f *frame, v *ssa.UnOp) *policy.Expr {
	switch v.Op {
	case token.MUL:
		return r.load(f, v, "")
	case token.NOT:
		return r.cond(f, v)
	}
	k, ok := kindOf(v.Type())
	if !ok {
		return r.opaque(v.Type(), "operator "+v.Op.String())
	}
	switch v.Op {
	case token.SUB:
		return r.B.Op(policy.OpNeg, k, r.operand(f, v.X, v.Block()))
	case token.XOR:
		return r.B.Op(policy.OpXor, k, r.operand(f, v.X, v.Block()), r.B.Int(k, -1))
	}
	return r.opaque(v.Type(), "operator "+v.Op.String())
}

func (r *Reader) convert(x *policy.Expr, t types.Type) *policy.Expr {
	k, ok := kindOf(t)
	if !ok {
		return x
	}
	if x.Kind == k || (x.Kind == policy.Bool) != (k == policy.Bool) {
		if x.Op == policy.OpConst && k == policy.Int64 && !x.Time {
			return r.integer(k, x.Int, t)
		}
		return x
	}
	return r.B.Op(policy.OpConv, k, x)
}

// unknown returns an unknown number in its role; a role found by an earlier
// reading of the same site wins, see Roles.
func (r *Reader) unknown(name string, k policy.Kind, role policy.Role) *policy.Expr {
	if x, ok := r.roles[name]; ok {
		role = x
	}
	if u := r.units[name]; u > 0 && role != policy.RoleDuration && role != policy.RoleCap {
		as := policy.RoleDuration
		if r.capped[name] {
			as = policy.RoleCap
		}
		d := r.unknown(name, policy.Int64, as)
		return r.conv(k, r.B.Op(policy.OpQuo, policy.Int64, d, r.B.Int(policy.Int64, u)))
	}
	return r.B.Unknown(name, k, role)
}
