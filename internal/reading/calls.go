package reading

import (
	"fmt"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// calleeName returns the full name of what c calls: "math.Pow",
// "(time.Duration).Seconds", "builtin min"; "" if it is not known by name.
func calleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.FullName()
	}
	switch v := c.Value.(type) {
	case *ssa.Builtin:
		return "builtin " + v.Name()
	case *ssa.Function:
		if o := v.Origin(); o != nil {
			v = o
		}
		if fn, ok := v.Object().(*types.Func); ok {
			return fn.FullName()
		}
	}
	return ""
}

// pathOf returns the path of the package whose function c calls.
func pathOf(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		if c.Method.Pkg() != nil {
			return c.Method.Pkg().Path()
		}
		return ""
	}
	if fn := c.StaticCallee(); fn != nil {
		if o := fn.Object(); o != nil && o.Pkg() != nil {
			return o.Pkg().Path()
		}
	}
	return ""
}

// callee returns the function that c calls, as far as its body is in the
// package, with the closure it is bound by.
func (r *Reader) callee(f *frame, c *ssa.CallCommon) (*ssa.Function, *ssa.MakeClosure, *frame) {
	if c.IsInvoke() {
		if _, v := r.resolve(f, c.Value, 0); !types.IsInterface(v.Type()) {
			return r.pkg.methodOf(v.Type(), c.Method), nil, nil
		}
		return r.pkg.method(c), nil, nil
	}
	g, v := r.resolve(f, c.Value, 0)
	switch v := v.(type) {
	case *ssa.Function:
		if v.Blocks != nil {
			return v, r.pkg.maker[v], nil
		}
	case *ssa.MakeClosure:
		if fn, ok := v.Fn.(*ssa.Function); ok && fn.Blocks != nil {
			return fn, v, g
		}
	}
	return nil, nil, nil
}

// call reads the i'th result of a call, or the part of it at path.
func (r *Reader) call(f *frame, v *ssa.Call, i int, path string) *policy.Expr {
	t := v.Type()
	if tuple, ok := t.(*types.Tuple); ok {
		t = tuple.At(i).Type()
	}
	t = componentType(t, path)
	c := v.Common()
	name := calleeName(c)
	if path == "" {
		if h := builtins[name]; h != nil {
			if e := h(r, f, v, t); e != nil {
				return e
			}
		}
		if e := r.draw(f, v, name, t); e != nil {
			return e
		}
		if e := r.serverCall(f, v, name, t); e != nil {
			return e
		}
		if e, ok := r.atomicLoad(f, v); ok {
			return e
		}
	}
	fn, mc, made := r.callee(f, c)
	if fn == nil {
		if path == "" {
			if e := r.given(f, v, i); e != nil {
				return e
			}
		}
		if m := method(c); m != "" && path == "" && counter.MatchString(m) {
			if k, ok := kindOf(t); ok && k.IsInt() {
				return r.unknownOf(m, t) // Have: query.Attempts()
			}
		}
		return r.opaque(t, "call of "+nameOr(name, "a function value"))
	}
	g := r.enter(f, v, fn, mc, made)
	if g == nil {
		return r.opaque(t, "call too deep or recursive")
	}
	w := &walk{r: r, f: g, what: fmt.Sprintf("ret %d%s", i, path), busy: map[*ssa.BasicBlock]bool{}, ret: func(ret *ssa.Return) *policy.Expr {
		if i >= len(ret.Results) {
			return nil
		}
		return r.operandPath(g, ret.Results[i], path, ret.Block())
	}}
	if e := w.from(fn.Blocks[0]); e != nil {
		return e
	}
	return r.opaque(t, "no return")
}

// counter matches methods that tell how often something was attempted.
var counter = regexp.MustCompile(`(?i)^(get)?(num)?(attempts?|retr(y|ies)|retry_?count|tries|failures)$`)

// method returns the name of the method that c calls without arguments.
func method(c *ssa.CallCommon) string {
	if c.IsInvoke() && len(c.Args) == 0 {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Args) == 1 {
		return fn.Name()
	}
	return ""
}

func nameOr(name, other string) string {
	if name == "" {
		return other
	}
	return name
}

// args reads the arguments of a call.
func (r *Reader) args(f *frame, v *ssa.Call) []*policy.Expr {
	var es []*policy.Expr
	for _, a := range v.Common().Args {
		es = append(es, r.operand(f, a, v.Block()))
	}
	return es
}

type handler func(r *Reader, f *frame, v *ssa.Call, t types.Type) *policy.Expr

var builtins map[string]handler

func init() {
	builtins = map[string]handler{
		"builtin min": minmax(policy.OpMin), "builtin max": minmax(policy.OpMax),
		"math.Min": minmax(policy.OpMin), "math.Max": minmax(policy.OpMax),
		"math.Ldexp":                   ldexp,
		"builtin len":                  length,
		"(time.Duration).Seconds":      inUnits(1e9),
		"(time.Duration).Minutes":      inUnits(60e9),
		"(time.Duration).Hours":        inUnits(3600e9),
		"(time.Duration).Round":        first,
		"(time.Duration).Truncate":     first,
		"(time.Duration).Abs":          first,
		"(time.Duration).Nanoseconds":  first,
		"(time.Duration).Milliseconds": wholeUnits(1e6),
		"(time.Duration).Microseconds": wholeUnits(1e3),
		"time.Since":                   since,
		"time.Now":                     now,
		"time.Until":                   first,
		"(time.Time).Add":              plus(policy.OpAdd),
		"(time.Time).Sub":              plus(policy.OpSub),
		"(time.Time).UTC":              first,
		"(time.Time).Local":            first,
		"(time.Time).Round":            first,
		"(time.Time).Truncate":         first,
	}
	for name, fn := range map[string]string{
		"Pow": "pow", "Exp": "exp", "Exp2": "exp2", "Log": "log", "Log2": "log2", "Floor": "floor",
		"Ceil": "ceil", "Round": "round", "Trunc": "trunc", "Abs": "abs", "Sqrt": "sqrt",
	} {
		builtins["math."+name] = func(r *Reader, f *frame, v *ssa.Call, _ types.Type) *policy.Expr {
			return r.B.Func(fn, r.args(f, v)...)
		}
	}
	builtins["math.Pow10"] = func(r *Reader, f *frame, v *ssa.Call, _ types.Type) *policy.Expr {
		x := r.args(f, v)[0]
		return r.B.Func("pow", r.B.Float(policy.Float64, 10), r.B.Op(policy.OpConv, policy.Float64, x))
	}
}

func minmax(op policy.Op) handler {
	return func(r *Reader, f *frame, v *ssa.Call, t types.Type) *policy.Expr {
		k, ok := kindOf(t)
		if !ok {
			return nil
		}
		var e *policy.Expr
		for _, x := range r.args(f, v) {
			if e == nil {
				e = x
			} else {
				e = r.B.Op(op, k, e, x)
			}
		}
		return e
	}
}

func ldexp(r *Reader, f *frame, v *ssa.Call, _ types.Type) *policy.Expr {
	a := r.args(f, v)
	p := r.B.Func("pow", r.B.Float(policy.Float64, 2), r.B.Op(policy.OpConv, policy.Float64, a[1]))
	return r.B.Op(policy.OpMul, policy.Float64, a[0], p)
}

func first(r *Reader, f *frame, v *ssa.Call, _ types.Type) *policy.Expr { return r.args(f, v)[0] }

func inUnits(ns float64) handler {
	return func(r *Reader, f *frame, v *ssa.Call, _ types.Type) *policy.Expr {
		d := r.B.Op(policy.OpConv, policy.Float64, r.args(f, v)[0])
		return r.B.Op(policy.OpQuo, policy.Float64, d, r.B.Float(policy.Float64, ns))
	}
}

func wholeUnits(ns int64) handler {
	return func(r *Reader, f *frame, v *ssa.Call, _ types.Type) *policy.Expr {
		return r.B.Op(policy.OpQuo, policy.Int64, r.args(f, v)[0], r.B.Int(policy.Int64, ns))
	}
}

// since reads time.Since(start): the time since the first attempt, if start
// was taken before the site's loop.
func since(r *Reader, f *frame, v *ssa.Call, t types.Type) *policy.Expr {
	g, start := r.resolve(f, v.Common().Args[0], 0)
	c, ok := start.(*ssa.Call)
	if !ok || calleeName(c.Common()) != "time.Now" || r.cycle.Header == nil || g != r.root || r.cycle.Loop[c.Block()] {
		return r.opaque(t, "time since something")
	}
	return r.B.Elapsed()
}

// A resolveKey is a value in an activation of its function.
type resolveKey struct {
	f *frame
	v ssa.Value
}

func (r *Reader) resolveOnce(f *frame, v ssa.Value, depth int) (*frame, ssa.Value) {
	switch v := v.(type) {
	case *ssa.Parameter:
		if a := f.arg(v); a != nil {
			return r.resolve(f.caller, a, depth+1)
		}
		if f.caller == nil {
			if call := r.onlyCaller(f.fn); call != nil {
				g := &frame{fn: f.fn, caller: r.static(call.Parent()), call: call}
				if a := g.arg(v); a != nil {
					return r.resolve(g.caller, a, depth+1)
				}
			}
		}
	case *ssa.FreeVar:
		if g, b := f.binding(v); g != nil {
			return r.resolve(g, b, depth+1)
		}
	case *ssa.MakeInterface:
		return r.resolve(f, v.X, depth+1)
	case *ssa.ChangeInterface:
		return r.resolve(f, v.X, depth+1)
	case *ssa.ChangeType:
		switch v.Type().Underlying().(type) {
		case *types.Signature, *types.Slice:
			return r.resolve(f, v.X, depth+1)
		}
		// A struct under another name has other methods.
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return r.resolve(f, v.X, depth+1)
		}
	case *ssa.Phi:
		return r.resolvePhi(f, v, depth)
	case *ssa.Call:
		return r.resolveCall(f, v, v, 0, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return r.resolveCall(f, v, c, v.Index, depth)
		}
	case *ssa.UnOp:
		if st, g := r.soleStore(f, v); st != nil {
			return r.resolve(g, st.Val, depth+1)
		}
	}
	return f, v
}
