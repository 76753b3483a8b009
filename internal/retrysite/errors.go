package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

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
	case w.out.mark != "" && len(args) == 1 && pkg+"."+name == w.out.mark && w.eval(args[0], e, 0).kind == aFailure:
		return []abs{{kind: aMarked}}, true
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
	case inErrors && name == "As" && len(args) == 2 && w.out.kind == bearing && w.eval(args[0], e, 0).kind == aFailure:
		return []abs{truth(carrier(pointedTo(strip(args[1]).Type())))}, true
	case inErrors && name == "As" && len(args) == 2 && w.eval(args[0], e, 0).kind == aNil:
		return []abs{truth(false)}, true
	case inErrors && name == "As" && len(args) == 2 && w.eval(args[0], e, 0).kind == aFailure && w.foreignTo(pointedTo(strip(args[1]).Type())):
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
			if w.out.kind == coded {
				return []abs{{kind: aFailure}, truth(true)}, true
			}
			return []abs{{kind: aFailure}, {kind: aOpaque}}, true
		case "Convert":
			return []abs{{kind: aFailure}}, true
		}
	case name == "Code" && strings.HasSuffix(pkg, "grpc/internal/status") && len(args) == 1 && w.eval(args[0], e, 0).tells():
		return []abs{{kind: aCode}}, true
	}
	return nil, false
}

// foreignTo reports whether the failure is known to be none of that type: it
// comes from outside, and the type is the package's own.
//
//	// Have: var p *PermanentError; if errors.As(err, &p) { return p.Unwrap() }
func (w *walk) foreignTo(t types.Type) bool {
	if !w.out.foreign || types.IsInterface(t) {
		return false
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() == w.sc.pkg.Pkg
}

func pointedTo(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
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
	if w.t.asks == nil {
		w.t.asks = map[*ssa.Global]bool{}
	}
	w.t.asks[g] = true
	switch {
	case w.out.kind == called:
		return truth(g == w.out.name)
	case w.out.kind == bearing || w.out.kind == coded:
		return truth(false)
	case w.via != nil:
		return abs{kind: aOpaque} // the error that was made of the answer may wrap it
	case w.out.kind == nameless:
		return truth(false)
	case ended && w.out.over():
		hit := (g.Name() == "Canceled") == (w.out.kind == canceled)
		if hit {
			w.t.named = append(w.t.named, pos)
		}
		w.t.asked = true
		return truth(hit)
	case ended:
		return truth(w.out.kind == timedOut && g.Name() == "DeadlineExceeded")
	case w.out.over() && w.out.foreign && g.Pkg == w.sc.pkg:
		return truth(false)
	case w.out.over() && soundsFinal(g.Name()):
		return abs{kind: aOpaque}
	case w.out.over():
		return truth(false)
	case g.Pkg != nil && g.Pkg.Pkg.Path() == "io" && g.Name() == "ErrNoProgress":
		return truth(false) // nothing yet: waiting for more is no retry
	case nameHas(g.Name(), "already"):
		return truth(false) // Have: if err == nil || err == ErrAlreadyOpen { return }: that is a success
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
