package retrysite

import (
	"golang.org/x/tools/go/ssa"
)

// maxOperations bounds the functions that one site is known to attempt.
const maxOperations = 12

// operations are the functions of the package that an attempt is known to run,
// each once per attempt: what a helper that retries is given by its callers, or
// the function that the loop calls.
//
//	// Have: func retry(f func() error) error { for … { if err = f(); err == nil { … } } }; retry(func() error { … })
func (sc *scope) operations(l *loop, c ssa.CallInstruction) []*ssa.Function {
	if fn := sc.body(c); fn != nil {
		if fn == l.fn {
			return nil
		}
		return []*ssa.Function{fn}
	}
	p, ok := sc.givenAs(strip(c.Common().Value)).(*ssa.Parameter)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	i := paramIndex(p)
	for _, call := range sc.callers[funcKey(p.Parent())] {
		if args := callArgs(call); i >= 0 && i < len(args) && len(out) < maxOperations {
			if fn := closureOf(strip(args[i])); fn != nil && len(fn.Blocks) > 0 {
				out = append(out, fn)
			}
		}
	}
	return out
}

// givenAs follows a captured value to the function around the closure.
func (sc *scope) givenAs(v ssa.Value) ssa.Value {
	for range calleeDepth {
		if u, ok := v.(*ssa.UnOp); ok {
			v = u.X
		}
		switch x := v.(type) {
		case *ssa.FreeVar:
			b := binding(x)
			if b == nil {
				return v
			}
			v = strip(b)
		case *ssa.Alloc:
			s := soleStore(x)
			if s == nil {
				return v
			}
			v = strip(s.Val)
		default:
			return v
		}
	}
	return v
}

// binding returns what a captured variable is bound to where its closure is
// made, nil if that is not one place.
func binding(fv *ssa.FreeVar) ssa.Value {
	fn := fv.Parent()
	if fn.Parent() == nil {
		return nil
	}
	var found ssa.Value
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			mc, ok := in.(*ssa.MakeClosure)
			if !ok || mc.Fn != fn {
				continue
			}
			if found != nil {
				return nil
			}
			for i, q := range fn.FreeVars {
				if q == fv && i < len(mc.Bindings) {
					found = mc.Bindings[i]
				}
			}
		}
	}
	return found
}

func paramIndex(p *ssa.Parameter) int {
	for i, q := range p.Parent().Params {
		if q == p {
			return i
		}
	}
	return -1
}

// leftBy notes what the function op, called for each attempt, leaves for the
// next, and reports whether that is anything.
func (sc *scope) leftBy(op *ssa.Function, a *Attempt) bool {
	a.Leaks, a.Replays = sc.leaks(wholeOf(op), true), sc.operationReplays(op)
	return len(a.Leaks)+len(a.Replays) > 0
}

// failsOn reports whether a return of an operation says that it failed, in a
// way that does not forbid another attempt.
func failsOn(w *walk, ret *ssa.Return, e *env) bool {
	n := len(ret.Results)
	if n == 0 || !isError(ret.Results[n-1].Type()) {
		return false
	}
	err := ret.Results[n-1]
	if isBool(ret.Results[0].Type()) {
		// Have: func() (done bool, err error): an error ends it
		again := w.eval(ret.Results[0], e, 0)
		return again.kind == aBool && again.n == 0 && w.eval(err, e, 0).kind == aNil
	}
	if c, ok := strip(err).(*ssa.Call); ok && forbids(calleeName(c)) {
		return false
	}
	switch a := w.eval(err, e, 0); a.kind {
	case aSet, aFailure:
		return true
	case aFree:
		return sentinel(err) != nil && !forbids(sentinel(err).Name())
	}
	return false
}

// forbids reports whether an error of that name tells its caller not to try again.
func forbids(name string) bool {
	return nameHas(name, "permanent", "unrecoverable", "nonretr", "noretr", "notretr", "fatal", "abort", "stop", "final", "cancel")
}
