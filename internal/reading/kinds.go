package reading

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

func (r *Reader) constant(c *ssa.Const, path string) *policy.Expr {
	t := componentType(c.Type(), path)
	k, ok := kindOf(t)
	if !ok {
		return r.opaque(t, "constant")
	}
	if c.Value == nil || path != "" {
		return r.zero(k)
	}
	switch {
	case k == policy.Bool:
		return r.B.Bool(constant.BoolVal(c.Value))
	case k.IsFloat():
		x, _ := constant.Float64Val(constant.ToFloat(c.Value))
		return r.B.Float(k, x)
	default:
		i := constant.ToInt(c.Value)
		if x, exact := constant.Int64Val(i); exact {
			return r.integer(k, x, t)
		}
		if x, exact := constant.Uint64Val(i); exact {
			return r.B.Int(k, int64(x))
		}
	}
	return r.opaque(t, "constant")
}

// integer returns a constant, marked as a duration where its type is
// time.Duration and its size is not that of a bare count.
func (r *Reader) integer(k policy.Kind, x int64, t types.Type) *policy.Expr {
	if isDuration(t) && (x >= 1000 || x <= -1000) {
		return r.B.Duration(x)
	}
	return r.B.Int(k, x)
}

func (r *Reader) zero(k policy.Kind) *policy.Expr {
	switch {
	case k == policy.Bool:
		return r.B.Bool(false)
	case k.IsFloat():
		return r.B.Float(k, 0)
	}
	return r.B.Int(k, 0)
}

func (r *Reader) opaque(t types.Type, why string) *policy.Expr {
	k, ok := kindOf(t)
	if !ok {
		k = policy.Int64
	}
	return r.B.Opaque(k, why)
}

// kindOf returns the arithmetic kind of t. A type parameter is taken by its
// core type, int64 where it has none.
func kindOf(t types.Type) (policy.Kind, bool) {
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		t = coreOf(tp)
	}
	if isTime(t) {
		return policy.Int64, true // ns from now, see clock.go
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return 0, false
	}
	switch b.Kind() {
	case types.Bool, types.UntypedBool:
		return policy.Bool, true
	case types.Int8:
		return policy.Int8, true
	case types.Int16:
		return policy.Int16, true
	case types.Int32, types.UntypedRune:
		return policy.Int32, true
	case types.Int, types.Int64, types.UntypedInt:
		return policy.Int64, true
	case types.Uint8:
		return policy.Uint8, true
	case types.Uint16:
		return policy.Uint16, true
	case types.Uint32:
		return policy.Uint32, true
	case types.Uint, types.Uint64, types.Uintptr:
		return policy.Uint64, true
	case types.Float32:
		return policy.Float32, true
	case types.Float64, types.UntypedFloat:
		return policy.Float64, true
	}
	return 0, false
}

func coreOf(tp *types.TypeParam) types.Type {
	if i, ok := tp.Constraint().Underlying().(*types.Interface); ok {
		for e := range i.EmbeddedTypes() {
			if u, ok := types.Unalias(e).(*types.Union); ok && u.Len() > 0 {
				return u.Term(0).Type()
			}
			if _, ok := e.Underlying().(*types.Basic); ok {
				return e
			}
		}
	}
	return types.Typ[types.Int64]
}

// isDuration reports whether t is time.Duration, or a type of that name made
// from an int64, as configurations have for their texts.
func isDuration(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Name() != "Duration" || n.Obj().Pkg() == nil {
		return false
	}
	b, ok := n.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Int64
}
