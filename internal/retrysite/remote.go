package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// bodyDepth bounds how deep a callee is searched for calls that leave the process.
const bodyDepth = 4

// remoteOf says whether a call leaves the process.
func (sc *scope) remoteOf(c ssa.CallInstruction) Remote {
	r := sc.callRemote(c, bodyDepth)
	for _, a := range callArgs(c) {
		// Have: err = breaker.Do(func() error { ... })
		if fn := closureOf(strip(a)); fn != nil && len(fn.Blocks) > 0 {
			r = max(r, sc.bodyRemote(fn, bodyDepth-1))
		}
	}
	return r
}

// callRemote judges one call by its callee alone.
func (sc *scope) callRemote(c ssa.CallInstruction, left int) Remote {
	if fn := sc.body(c); fn != nil {
		if left == 0 {
			return RemoteUnknown
		}
		return sc.bodyRemote(fn, left-1)
	}
	sig := c.Common().Signature()
	if isSend(sig) {
		return Certainly
	}
	f := calleeFunc(c)
	if f == nil {
		if _, ok := c.Common().Value.(*ssa.Builtin); ok {
			return Local
		}
		if r, ok := sc.targetsRemote(c.Common().Value, left); ok {
			return r
		}
		return Possibly // a function value
	}
	if h := sc.told.of(f); h != nil && h.Sends != nil {
		return Certainly
	}
	pkg := calleePkg(c)
	switch known.CallPlace(pkg, f.FullName(), f.Name()) {
	case known.Outside:
		// The client library itself is judged by what it does.
		if pkg != sc.pkg.Pkg.Path() && (returnsError(sig) || takesContext(sig)) {
			return Certainly
		}
	case known.Here:
		return Local
	}
	switch {
	case takesContext(sig):
		return Possibly
	case c.Common().IsInvoke():
		if known.IsStd(pkg) && pkg != "net" {
			return Local
		}
		return Possibly
	case known.IsStd(pkg):
		return RemoteUnknown
	case returnsError(sig) && reachesNet(f.Pkg(), 3, map[*types.Package]bool{}):
		return Possibly
	}
	return RemoteUnknown
}

// bodyRemote judges a function by the calls that it holds.
func (sc *scope) bodyRemote(fn *ssa.Function, left int) Remote {
	k := inDepth{fn, left}
	if r, ok := sc.places[k]; ok {
		return r
	}
	sc.places[k] = Local // of a call of itself
	best, unknown := Local, false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok || best == Certainly {
			return
		}
		sig := c.Common().Signature()
		if sc.body(c) == nil && !returnsError(sig) && !takesContext(sig) && !isSend(sig) && fullName(c) == "" {
			return // a callback
		}
		switch r := sc.callRemote(c, left); {
		case r == Possibly && !returnsError(sig) && sc.body(c) == nil:
			// Have: s.log.Debug(ctx, "..."): what cannot fail is not attempted.
		case r == RemoteUnknown:
			unknown = true
		default:
			best = max(best, r)
		}
	})
	if best == Local && unknown {
		best = RemoteUnknown
	}
	sc.places[k] = best
	return best
}

// isSend reports whether a function sends an HTTP request.
func isSend(s *types.Signature) bool {
	return s.Params().Len() == 1 && s.Results().Len() == 2 && isRequest(s.Params().At(0).Type()) &&
		isResponse(s.Results().At(0).Type()) && isError(s.Results().At(1).Type())
}

func takesContext(s *types.Signature) bool {
	for i := range s.Params().Len() {
		if isContext(s.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

func returnsError(s *types.Signature) bool {
	n := s.Results().Len()
	return n > 0 && isError(s.Results().At(n-1).Type())
}

// reachesNet reports whether the package imports one that reaches the network.
func reachesNet(p *types.Package, left int, seen map[*types.Package]bool) bool {
	if p == nil || seen[p] {
		return false
	}
	seen[p] = true
	for _, q := range p.Imports() {
		if known.IsNet(q.Path()) {
			return true
		}
	}
	if left == 0 {
		return false
	}
	for _, q := range p.Imports() {
		if !known.IsStd(q.Path()) && reachesNet(q, left-1, seen) {
			return true
		}
	}
	return false
}
