package reading

import (
	"go/types"
	"slices"
	"strings"

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
		e := r.argument(f, v, args[i], n)
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
	r.parts = func(_ string, k policy.Kind, t types.Type) policy.Role {
		if isDuration(t) {
			return policy.RoleDuration
		}
		return policy.RoleNone
	}
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
	r.parts = roleOf
	for i, p := range r.root.fn.Params {
		if k, ok := kindOf(p.Type()); ok && k != policy.Bool {
			r.SetParam(p, r.B.Unknown(policy.Param(i), k, roleOf(p.Name(), k, p.Type())))
		}
	}
}

// part returns the unknown that stands for the part at path of the parameter v
// of the site's own function, nil where parameters are not told of or it is no number.
func (r *Reader) part(f *frame, v *ssa.Parameter, path string) *policy.Expr {
	if r.parts == nil || f != r.root || strings.Trim(path, ".0123456789") != "" {
		return nil
	}
	t := Deref(v.Type())
	field, _ := fieldAt(t, path).(*types.Var)
	k, ok := kindOf(componentType(t, path))
	i := slices.Index(f.fn.Params, v)
	if field == nil || !field.Exported() || !ok || k == policy.Bool || i < 0 {
		return nil // others set no other
	}
	if t != v.Type() {
		path = "*" + path
	}
	return r.B.Unknown(policy.ParamPart(i, path, field.Name()), k, r.parts(field.Name(), k, field.Type()))
}

// argument reads what n stands for, a parameter of what v calls or a part of it,
// in the argument a.
func (r *Reader) argument(f *frame, v *ssa.Call, a ssa.Value, n policy.Node) *policy.Expr {
	_, path, _, _ := policy.ParamOf(n.Name)
	path, behind := strings.CutPrefix(path, "*")
	if !behind {
		return r.operandPath(f, a, path, v.Block())
	}
	c := r.at(f, a, 0)
	c.last, c.typ = fieldAt(c.typ, path), componentType(c.typ, path)
	c.path += path
	return r.before(f, c, v.Block(), indexOf(v))
}

// KeptIn reads k, a policy of the parameters of what the call v in the site's
// own function calls: arguments that are constants are what they are, others
// unknown under the names of the parameters. Given says whether there was one
// of the first kind that the policy speaks of.
func (r *Reader) KeptIn(v *ssa.Call, k *policy.Kept, names []string) (p *policy.Policy, given bool) {
	args := v.Common().Args
	p = k.In(r.B, func(i int, n policy.Node) *policy.Expr {
		if i < len(args) {
			if e := r.argument(r.root, v, args[i], n); e.Kind == n.Kind && r.Fold(e)[0].Op == policy.OpConst {
				given = true
				return r.Fold(e)[0]
			}
		}
		if i < len(names) && n.Op != policy.OpCoin {
			return r.B.Unknown(n.Called(names[i]), n.Kind, n.Role)
		}
		return nil
	})
	r.settle()
	return p, given
}
