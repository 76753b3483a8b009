package reading

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// Callee returns the function of the package that call calls: named, a closure,
// the one function a variable or a field ever holds, or the one implementation
// of an interface method; nil if it cannot be told.
func (p *Package) Callee(call ssa.CallInstruction) *ssa.Function {
	if p.namer == nil {
		p.namer = New(p, &Cycle{Fn: call.Parent()})
	}
	p.namer.fuel = fuelPerSite
	fn, _, _ := p.namer.callee(p.namer.static(call.Parent()), call.Common())
	return fn
}

// Origin returns the value that defines v, which is used in fn: through
// parameters of functions with one caller, captured variables, and variables
// and fields stored once; v where it cannot be followed.
func (p *Package) Origin(fn *ssa.Function, v ssa.Value) ssa.Value {
	r := New(p, &Cycle{Fn: fn})
	_, at := r.resolve(r.root, v, 0)
	return at
}

// Followed returns the functions that the reading went into.
func (r *Reader) Followed() map[*ssa.Function]bool {
	fns := map[*ssa.Function]bool{}
	for _, f := range r.frames {
		if f.caller != nil {
			fns[f.fn] = true
		}
	}
	return fns
}

// Complete reports whether every state that e depends on is bound, in e or by
// the inner loop it belongs to: otherwise e speaks of a loop it was not read in.
func (r *Reader) Complete(e *policy.Expr) bool {
	c := completer{r: r, seen: map[*policy.Expr]bool{}, bound: map[*policy.Expr]bool{}}
	return c.ok(e)
}

type completer struct {
	r     *Reader
	seen  map[*policy.Expr]bool
	bound map[*policy.Expr]bool // states of inner loops around e
}

func (c completer) ok(e *policy.Expr) bool {
	if e == nil || c.seen[e] {
		return true
	}
	if e.Op == policy.OpState && !c.bound[e] {
		c.seen[e] = true
		s, ok := c.r.B.Bound(e)
		return ok && c.ok(s.Init) && c.ok(s.Next)
	}
	if e.Loop != nil {
		for _, s := range e.Loop.States {
			c.bound[s.Var] = true
		}
		for _, s := range e.Loop.States {
			if !c.ok(s.Init) || !c.ok(s.Next) {
				return false
			}
		}
		if !c.ok(e.Loop.Again) || !c.ok(e.Loop.Value) {
			return false
		}
	}
	for _, a := range e.Args {
		if !c.ok(a) {
			return false
		}
	}
	c.seen[e] = true
	return true
}

// BindParams makes the parameters of the site's own function states: on the
// next attempt each is the argument that again, a call of the function in its
// own body, passes for it.
func (r *Reader) BindParams(again ssa.CallInstruction) {
	fn := r.root.fn
	r.root.params = map[*ssa.Parameter]*policy.Expr{}
	args := again.Common().Args
	if again.Common().IsInvoke() || len(args) != len(fn.Params) {
		return
	}
	vars := map[*ssa.Parameter]*policy.Expr{}
	for i, p := range fn.Params {
		k, ok := kindOf(p.Type())
		if !ok || k == policy.Bool || args[i] == p {
			continue
		}
		vars[p] = r.B.State(r.fresh(p.Name()), k)
		r.root.params[p] = vars[p]
	}
	for i, p := range fn.Params {
		if v := vars[p]; v != nil {
			delete(r.root.params, p)
			init := r.param(r.root, p, "")
			if counts(p, args[i]) && (init.Op == policy.OpUnknown || init.Op == policy.OpOpaque) {
				init = r.B.Op(policy.OpConv, v.Kind, r.B.Int(policy.Int64, 0))
			}
			r.root.params[p] = v
			r.B.Bind(v, init, r.operand(r.root, args[i], again.Block()))
		}
	}
	r.settle()
}

// counts reports whether p is a number to which its function adds a constant
// before it calls itself: a count of attempts, whose callers begin at nothing.
//
//	// Have: return fetch(ctx, attempt+1)
func counts(p *ssa.Parameter, arg ssa.Value) bool {
	sum, ok := arg.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD || sum.X != p {
		return false
	}
	c, ok := sum.Y.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && c.Value.ExactString() == "1"
}

// SetParam fixes what the parameter p of the site's own function is.
func (r *Reader) SetParam(p *ssa.Parameter, e *policy.Expr) {
	if r.root.params == nil {
		r.root.params = map[*ssa.Parameter]*policy.Expr{}
	}
	r.root.params[p] = e
}

// Returned reads the i'th result of the site's own function.
func (r *Reader) Returned(i int) *policy.Expr {
	fn := r.root.fn
	w := &walk{r: r, f: r.root, what: "result", busy: map[*ssa.BasicBlock]bool{}, ret: func(ret *ssa.Return) *policy.Expr {
		if i >= len(ret.Results) {
			return nil
		}
		return r.operand(r.root, ret.Results[i], ret.Block())
	}}
	e := w.from(fn.Blocks[0])
	r.settle()
	if e != nil {
		return e
	}
	return r.opaque(fn.Signature.Results().At(i).Type(), "no return")
}

// State returns a new state variable, 64 bits wide, that is bound by Bind.
func (r *Reader) State(name string, k policy.Kind) *policy.Expr { return r.B.State(r.fresh(name), k) }

// KindOf returns the arithmetic kind of a basic type; ok is false for others.
func KindOf(t types.Type) (k policy.Kind, ok bool) { return kindOf(t) }

// StoresField reports whether fn, or what it calls in the package, stores to a
// field, a global or a captured variable.
func (p *Package) StoresField(fn *ssa.Function) bool {
	for k := range p.storeSet(fn) {
		switch k := k.(type) {
		case *ssa.Alloc:
			if k.Parent() != fn {
				return true
			}
		default:
			return true
		}
	}
	return false
}
