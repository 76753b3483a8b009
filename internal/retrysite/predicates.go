package retrysite

import (
	"go/constant"
	"go/token"
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
		if told || ctx && n > 0 && w.out.over() && w.sc.passesContext(fn, calleeDepth) {
			return same(n, abs{kind: aOpaque})
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
		return same(n, abs{kind: aOpaque})
	case w.out.over() && mayHoldContext(c, pkg, n):
		return same(n, abs{kind: aOpaque})
	case pkg == "errors" || pkg == "fmt" && name == "Errorf":
		return same(n, abs{kind: aSet})
	}
	return same(n, abs{})
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
		if isContext(a.Type()) || x.kind == aDone {
			ctx = true
		}
	}
	if mc, ok := strip(c.Call.Value).(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			if x, ok := e.m[cellKey(b)]; ok && x.tells() {
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
	r := w.run(&state{fn.Blocks[0], 0, in}, false, depth+1)
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

// errorCall answers the calls that wrap, compare and take apart errors.
func (w *walk) errorCall(c *ssa.Call, name, pkg string, args []ssa.Value, e *env) ([]abs, bool) {
	if w.out.kind == timedOut && len(args) > 0 {
		if r, ok := w.timeoutCall(c, name, args, e); ok {
			return r, ok
		}
	}
	inErrors := pkg == "errors" || strings.HasSuffix(pkg, "/errors") || strings.HasSuffix(pkg, "/xerrors") || strings.HasSuffix(pkg, "/multierr")
	n := c.Call.Signature().Results().Len()
	switch {
	case inErrors && name == "Is" && len(args) == 2:
		switch x := w.eval(args[0], e, 0); {
		case x.kind == aFailure:
			return []abs{w.is(args[1], c.Pos())}, true
		case x.kind == aNil:
			return []abs{truth(false)}, true
		case x.tells():
			return []abs{x}, true
		}
		return []abs{{}}, true
	case inErrors && name == "As" && len(args) == 2 && w.eval(args[0], e, 0).kind == aNil:
		return []abs{truth(false)}, true
	case (inErrors || pkg == "fmt" && name == "Errorf") && n == 1 && isError(c.Type()):
		for _, a := range variadic(args) {
			if w.eval(a, e, 0).tells() {
				return []abs{{kind: aFailure}}, true
			}
		}
		if pkg == "fmt" || name == "New" {
			return []abs{{kind: aSet}}, true
		}
	case pkg == "google.golang.org/grpc/status" && len(args) == 1 && w.eval(args[0], e, 0).kind == aFailure:
		switch name {
		case "Code":
			return []abs{{kind: aCode}}, true
		case "FromError":
			return []abs{{kind: aFailure}, {kind: aOpaque}}, true
		case "Convert":
			return []abs{{kind: aFailure}}, true
		}
	case name == "Code" && strings.HasSuffix(pkg, "grpc/internal/status") && len(args) == 1 && w.eval(args[0], e, 0).tells():
		return []abs{{kind: aCode}}, true
	}
	return nil, false
}

// timeoutCall answers the questions by which code finds out about a timeout.
func (w *walk) timeoutCall(c *ssa.Call, name string, args []ssa.Value, e *env) ([]abs, bool) {
	if w.eval(args[0], e, 0).kind != aFailure {
		return nil, false
	}
	switch {
	case len(args) == 1 && (name == "Timeout" || name == "Temporary"), name == "IsTimeout":
		return []abs{truth(true)}, true
	case name == "As" && len(args) == 2:
		p, ok := strip(args[1]).Type().Underlying().(*types.Pointer)
		if ok && hasTimeout(p.Elem()) {
			e.set(&w.ids, cellKey(args[1]), abs{kind: aFailure})
			return []abs{truth(true)}, true
		}
	}
	return nil, false
}

// hasTimeout reports whether t is an interface that timeouts implement.
func hasTimeout(t types.Type) bool {
	if !types.IsInterface(t) {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(t, true, nil, "Timeout")
	return m != nil
}

// is decides whether the failure is the sentinel.
func (w *walk) is(target ssa.Value, pos token.Pos) abs {
	g := sentinel(target)
	if g == nil {
		return abs{kind: aOpaque}
	}
	ended := g.Pkg != nil && g.Pkg.Pkg.Path() == "context"
	switch {
	case ended && w.out.over():
		hit := (g.Name() == "Canceled") == (w.out.kind == canceled)
		if hit {
			w.t.named = append(w.t.named, pos)
		}
		w.t.asked = true
		return truth(hit)
	case ended:
		return truth(w.out.kind == timedOut && g.Name() == "DeadlineExceeded")
	case w.out.over() && soundsFinal(g.Name()):
		return abs{kind: aOpaque}
	case w.out.over():
		return truth(false)
	case w.out.kind == broken || w.out.kind == timedOut:
		if g.Pkg == nil || g.Pkg.Pkg.Path() == "io" || g.Pkg.Pkg.Path() == "net" || g.Pkg.Pkg.Path() == "os" {
			return abs{}
		}
		return truth(false)
	}
	return abs{}
}

// sentinel returns the package variable that v is a load of.
func sentinel(v ssa.Value) *ssa.Global {
	u, ok := strip(v).(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil
	}
	g, _ := u.X.(*ssa.Global)
	return g
}

// soundsFinal reports whether a sentinel may stand for the end of a context.
func soundsFinal(name string) bool {
	return nameHas(name, "cancel", "abort", "timeout", "timedout", "deadline", "closed", "closing", "stop", "done", "shutdown", "interrupt", "quit", "ctx", "context")
}

func nameHas(name string, words ...string) bool {
	name = strings.ToLower(name)
	for _, x := range words {
		if strings.Contains(name, x) {
			return true
		}
	}
	return false
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
		if isDuration(c.Call.Signature().Results().At(i).Type()) {
			return false // it computes a delay
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

// observes reports whether fn, or what it calls in the package, looks at the
// end of a context.
func (sc *scope) observes(fn *ssa.Function, left int) bool {
	k := inDepth{fn, left}
	if b, ok := sc.hints[k]; ok {
		return b
	}
	sc.hints[k] = false
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		if found {
			return
		}
		if c, ok := in.(*ssa.Call); ok {
			name := calleeName(c)
			switch {
			case isDoneCall(c), name == "Err" && isContextErr(c), name == "Cause" && calleePkg(c) == "context":
				found = true
			default:
				if callee := sc.body(c); callee != nil && left > 0 {
					found = sc.observes(callee, left-1)
				} else if callee == nil && mayPause(c, name, calleePkg(c)) && givenContext(c) {
					found = true
				}
			}
		}
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			found = found || namesEnd(*op)
		}
	})
	sc.hints[k] = found
	return found
}

// namesEnd reports whether v is context.Canceled, context.DeadlineExceeded or
// their text.
func namesEnd(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Global:
		return v.Pkg != nil && v.Pkg.Pkg.Path() == "context" && (v.Name() == "Canceled" || v.Name() == "DeadlineExceeded")
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			s := constant.StringVal(v.Value)
			return strings.Contains(s, "context canceled") || strings.Contains(s, "context deadline")
		}
	}
	return false
}

func givenContext(c ssa.CallInstruction) bool {
	for _, a := range callArgs(c) {
		if isContext(a.Type()) {
			return true
		}
	}
	return false
}

// passesContext reports whether fn hands a context to something not seen into,
// which may then return its error.
func (sc *scope) passesContext(fn *ssa.Function, left int) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok || found || !givenContext(c) {
			return
		}
		callee := sc.body(c)
		switch {
		case callee != nil && left > 0:
			found = sc.passesContext(callee, left-1)
		case callee == nil:
			found = !takesFromContext(calleeName(c), calleePkg(c))
		}
	})
	return found
}

// eachInstr visits the instructions of fn and of the closures written in it.
func eachInstr(fn *ssa.Function, visit func(ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			visit(in)
		}
	}
	for _, a := range fn.AnonFuncs {
		eachInstr(a, visit)
	}
}
