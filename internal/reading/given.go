package reading

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// given reads the i'th result of a call of another package's function, where
// that package has told what it is; nil where it has not.
//
//	// Have: time.Sleep(wait.Jitter(d, 0.1))
func (r *Reader) given(f *frame, v *ssa.Call, i int) *policy.Expr {
	if r.pkg.Given == nil {
		return nil
	}
	fn := r.named(f, v)
	if fn == nil {
		return nil
	}
	return r.formula(f, v, r.pkg.Given(fn, i))
}

// named returns the function or method of another package that v calls, nil if
// it cannot be told.
func (r *Reader) named(f *frame, v *ssa.Call) *types.Func {
	c := v.Common()
	callee := c.StaticCallee()
	if callee == nil && !c.IsInvoke() {
		if _, w := r.resolve(f, c.Value, 0); w != nil {
			callee, _ = w.(*ssa.Function)
		}
	}
	if callee == nil || callee.Blocks != nil {
		return nil
	}
	if o := callee.Origin(); o != nil {
		callee = o
	}
	fn, _ := callee.Object().(*types.Func)
	return fn
}

// formula reads x, a formula of the parameters of what v calls, nil if it is none.
func (r *Reader) formula(f *frame, v *ssa.Call, x policy.Formula) *policy.Expr {
	args := v.Common().Args
	return x.In(r.B, drawID(f, v)+"/", func(i int, n policy.Node) *policy.Expr {
		if i >= len(args) {
			return r.B.Opaque(n.Kind, "no argument")
		}
		e := r.operand(f, args[i], v.Block())
		if e.Kind != n.Kind {
			return r.B.Opaque(n.Kind, "argument of another kind")
		}
		return e
	})
}

// FormulaIn reads x, a formula of the parameters of what the call v in at
// calls; ok is false where x is none.
func (r *Reader) FormulaIn(at Frame, v *ssa.Call, x policy.Formula) (e *policy.Expr, ok bool) {
	e = r.formula(at.f, v, x)
	r.settle()
	return e, e != nil
}

// Formula returns e, read in the site's own function, as a formula of the
// parameters; nil if it is none.
func (r *Reader) Formula(e *policy.Expr) policy.Formula {
	if e.Op == policy.OpOpaque {
		return nil
	}
	return policy.Take(r.Fold(e)[0])
}

// NumberParams makes each parameter of the site's own function that is a
// number or a condition one of a formula.
func (r *Reader) NumberParams() {
	for i, p := range r.root.fn.Params {
		k, ok := kindOf(p.Type())
		switch {
		case !ok:
		case k == policy.Bool:
			r.SetParam(p, r.B.Coin(policy.Param(i)))
		case isDuration(p.Type()):
			r.SetParam(p, r.B.Unknown(policy.Param(i), k, policy.RoleDuration))
		default:
			r.SetParam(p, r.B.Unknown(policy.Param(i), k, policy.RoleNone))
		}
	}
}

// TellParams makes each parameter of the site's own function that is a number
// one of a formula, with the role that its name tells.
func (r *Reader) TellParams() {
	for i, p := range r.root.fn.Params {
		if k, ok := kindOf(p.Type()); ok && k != policy.Bool {
			r.SetParam(p, r.B.Unknown(policy.Param(i), k, roleOf(p.Name(), k, p.Type())))
		}
	}
}

// KeptIn reads k, a policy of the parameters of what the call v in the site's
// own function calls: arguments that are constants are what they are, others
// unknown under the names of the parameters. Given says whether there was one
// of the first kind that the policy speaks of.
func (r *Reader) KeptIn(v *ssa.Call, k *policy.Kept, names []string) (p *policy.Policy, given bool) {
	args := v.Common().Args
	p = k.In(r.B, func(i int, n policy.Node) *policy.Expr {
		if i < len(args) {
			if e := r.operand(r.root, args[i], v.Block()); e.Kind == n.Kind && r.Fold(e)[0].Op == policy.OpConst {
				given = true
				return r.Fold(e)[0]
			}
		}
		if i < len(names) && n.Op != policy.OpCoin {
			return r.B.Unknown(names[i], n.Kind, n.Role)
		}
		return nil
	})
	r.settle()
	return p, given
}
