package retrysite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// calleeDepth bounds how deep predicates and wait helpers are looked into.
const calleeDepth = 3

// call returns what is known of the results of a call on the path of e.
func (w *walk) call(c *ssa.Call, e *env, depth int) []abs {
	n := c.Call.Signature().Results().Len()
	name, pkg := calleeName(c), calleePkg(c)
	args := callArgs(c)
	if r, ok := w.contextCall(c, name); ok {
		return r
	}
	if r, ok := w.errorCall(c, name, pkg, args, e); ok {
		return r
	}
	if r, ok := w.answerErr(c, args, e); ok {
		return r
	}
	if r, ok := w.says(c, args, e); ok {
		return r
	}
	if r, ok := w.viaCall(c, e, depth); ok {
		return r
	}
	told, ctx := w.interesting(c, args, e)
	fn := w.sc.body(c)
	if fn != nil {
		w.forget(c, e)
		if (told || w.decided(args, e)) && depth < calleeDepth {
			return w.interpret(fn, c, e, depth)
		}
		if w.out.over() && w.sc.observes(fn, calleeDepth) {
			w.t.observed = true
		}
		switch {
		case told:
			return same(n, abs{kind: aOpaque})
		case ctx && w.out.over() && w.sc.passesContext(fn, calleeDepth):
			return w.ended(c)
		}
		return same(n, abs{})
	}
	if w.out.over() && mayPause(c, name, pkg) {
		w.t.tainted = true
	}
	switch {
	case told, n == 1 && isBool(c.Type()) && w.decided(args, e):
		return same(n, abs{kind: aOpaque})
	case ctx && !takesFromContext(name, pkg) && w.out.over():
		return w.ended(c)
	case w.out.over() && mayHoldContext(c, pkg, n):
		return same(n, abs{kind: aOpaque})
	case pkg == "errors" || pkg == "fmt" && name == "Errorf":
		return same(n, abs{kind: aSet})
	}
	return same(n, abs{})
}

// ended is what a call not seen into returns under a context that has ended.
func (w *walk) ended(c *ssa.Call) []abs {
	res := c.Call.Signature().Results()
	r := same(res.Len(), abs{kind: aOpaque})
	for i := range r {
		if isError(res.At(i).Type()) {
			r[i] = abs{kind: aFailure}
		}
	}
	return r
}

func same(n int, a abs) []abs {
	r := make([]abs, n)
	for i := range r {
		r[i] = a
	}
	return r
}

// interesting reports whether a call is given the failure, and whether a context.
func (w *walk) interesting(c *ssa.Call, args []ssa.Value, e *env) (told, ctx bool) {
	for _, a := range append(variadic(args), c.Call.Value) {
		x := w.eval(a, e, 0)
		if x.tells() || x.kind == aAnswer {
			told = true
		}
		if w.out.kind == answered && isError(a.Type()) && x.kind != aNil && !known.IsStd(calleePkg(c)) {
			told = true // an error made of the answer
		}
		if isContext(a.Type()) || x.kind == aDone {
			ctx = true
		}
	}
	if mc, ok := strip(c.Call.Value).(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			if x, ok := e.m[cellKey(b)]; ok && (x.tells() || x.kind == aAnswer) {
				told = true
			}
		}
	}
	return told, ctx
}

// decided reports whether a call is given an error that is known to be nil.
func (w *walk) decided(args []ssa.Value, e *env) bool {
	for _, a := range args {
		if isError(a.Type()) && w.eval(a, e, 0).kind == aNil {
			return true
		}
	}
	return false
}

// variadic adds the elements of slices made for a call to its arguments.
func variadic(args []ssa.Value) []ssa.Value {
	out := append([]ssa.Value(nil), args...)
	for _, a := range args {
		s, ok := a.(*ssa.Slice)
		if !ok {
			continue
		}
		arr, ok := s.X.(*ssa.Alloc)
		if !ok || arr.Referrers() == nil {
			continue
		}
		for _, r := range *arr.Referrers() {
			ia, ok := r.(*ssa.IndexAddr)
			if !ok || ia.Referrers() == nil {
				continue
			}
			for _, q := range *ia.Referrers() {
				if st, ok := q.(*ssa.Store); ok && st.Addr == ia {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

// forget drops what was known of variables that a closure given to c may change.
func (w *walk) forget(c *ssa.Call, e *env) {
	for _, a := range append(callArgs(c), c.Call.Value) {
		mc, ok := strip(a).(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := mc.Fn.(*ssa.Function)
		for i, b := range mc.Bindings {
			if i < len(fn.FreeVars) && stores(fn, fn.FreeVars[i]) {
				k := cellKey(b)
				if e.m[k].tells() {
					e.set(&w.ids, k, abs{kind: aOpaque})
				} else {
					e.set(&w.ids, k, abs{})
				}
			}
		}
	}
}

// interpret runs a callee on what is known of its arguments.
func (w *walk) interpret(fn *ssa.Function, c *ssa.Call, e *env, depth int) []abs {
	in := newEnv()
	args := callArgs(c)
	for i, p := range fn.Params {
		if i < len(args) {
			in.set(&w.ids, key{p, self}, w.eval(args[i], e, 0))
		}
	}
	if mc, ok := strip(c.Call.Value).(*ssa.MakeClosure); ok {
		for i, b := range mc.Bindings {
			if i < len(fn.FreeVars) {
				in.set(&w.ids, key{fn.FreeVars[i], self}, abs{kind: aSet})
				in.set(&w.ids, cellKey(fn.FreeVars[i]), e.m[cellKey(b)])
			}
		}
	}
	outer := w.unsure
	w.unsure = false
	r := w.run(&state{b: fn.Blocks[0], env: in}, false, depth+1)
	w.unsure = outer
	if len(r) != c.Call.Signature().Results().Len() {
		return same(c.Call.Signature().Results().Len(), abs{kind: aOpaque})
	}
	return r
}

// contextCall answers Err, Done and Cause of a context.
func (w *walk) contextCall(c *ssa.Call, name string) ([]abs, bool) {
	switch {
	case isDoneCall(c):
		return []abs{{kind: aDone}}, true
	case name == "Err" && isContextErr(c), name == "Cause" && calleePkg(c) == "context":
		if w.out.over() {
			w.t.observed = true
			return []abs{{kind: aFailure}}, true
		}
		return []abs{{kind: aNil}}, true
	case name == "Deadline" && len(callArgs(c)) > 0 && isContextLike(callArgs(c)[0].Type()):
		w.t.tainted = w.t.tainted || w.out.over()
		return same(2, abs{}), true
	}
	return nil, false
}

// isContextLike reports whether t is a context or holds one: it has Done and Err.
func isContextLike(t types.Type) bool {
	if isContext(t) {
		return true
	}
	done, _, _ := types.LookupFieldOrMethod(t, true, nil, "Done")
	err, _, _ := types.LookupFieldOrMethod(t, true, nil, "Err")
	d, ok1 := done.(*types.Func)
	_, ok2 := err.(*types.Func)
	return ok1 && ok2 && givesSignal(d.Signature())
}

// givesSignal reports whether the function is shaped like Context.Done.
func givesSignal(s *types.Signature) bool {
	if s.Params().Len() != 0 || s.Results().Len() != 1 {
		return false
	}
	ch, ok := s.Results().At(0).Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

func isDoneCall(v ssa.Value) bool {
	c, ok := strip(v).(*ssa.Call)
	if !ok || calleeName(c) != "Done" {
		return false
	}
	a := callArgs(c)
	return len(a) == 1 && givesSignal(c.Call.Signature()) && isContextLike(a[0].Type())
}

func isContextErr(c ssa.CallInstruction) bool {
	a := callArgs(c)
	return len(a) == 1 && isContextLike(a[0].Type())
}

// takesFromContext reports whether a function only reads a value kept in its
// context, makes another one, or builds something that carries it.
func takesFromContext(name, pkg string) bool {
	if pkg == "context" || pkg == "net/http" && strings.HasPrefix(name, "NewRequest") {
		return true
	}
	return strings.HasPrefix(name, "Get") && nameHas(name, "ctx", "context") || strings.Contains(name, "From") || strings.HasPrefix(name, "Logger")
}

// mayPause reports whether a call that is not seen into may be a wait that
// something can end: sleep(ctx, d), b.Wait().
func mayPause(c *ssa.Call, name, pkg string) bool {
	if known.IsStd(pkg) || !nameHas(name, "sleep", "wait", "pause", "backoff", "delay") {
		return false
	}
	for _, a := range callArgs(c) {
		if isNamed(a.Type(), "github.com/benbjohnson/clock", "Clock") {
			return false
		}
	}
	for i := range c.Call.Signature().Results().Len() {
		t := c.Call.Signature().Results().At(i).Type()
		if isDuration(t) {
			return false // it computes a delay
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && !isError(t) && strings.HasSuffix(n.Obj().Name(), "Option") {
			return false // Have: client.Echo(ctx, q, grpc.WaitForReady(true))
		}
	}
	// Have: clock.Sleep(d)
	p := c.Call.Signature().Params()
	return !(p.Len() == 1 && isDuration(p.At(0).Type()) && c.Call.Signature().Results().Len() == 0)
}

// mayHoldContext reports whether the object that a call is made on may have
// been given the context: for b.Ongoing() { ... }.
func mayHoldContext(c *ssa.Call, pkg string, results int) bool {
	if known.IsStd(pkg) || results == 0 || len(callArgs(c)) == 0 && calleeFunc(c) != nil {
		return false
	}
	t := c.Call.Signature().Results().At(results - 1).Type()
	f := calleeFunc(c)
	if f == nil {
		return isError(t) || isBool(t)
	}
	return f.Signature().Recv() != nil && (isError(t) || isBool(t))
}
