package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// looksAtMethod reports whether one of the functions, or what they call with a
// request, decides something by the request's method.
func (sc *scope) looksAtMethod(frames []*frame) bool {
	done := map[*ssa.Function]bool{}
	var look func(fn *ssa.Function, left int) bool
	look = func(fn *ssa.Function, left int) bool {
		if done[fn] {
			return false
		}
		done[fn] = true
		found := false
		eachInstr(fn, func(in ssa.Instruction) {
			switch in := in.(type) {
			case *ssa.FieldAddr:
				found = found || isRequest(in.X.Type()) && fieldName(in) == "Method" && !ofResponse(in) && decides(in)
			case *ssa.Call:
				if callee := sc.body(in); callee != nil && left > 0 && !found {
					for _, a := range callArgs(in) {
						if isRequest(a.Type()) {
							found = found || look(callee, left-1)
						}
					}
				}
			}
		})
		return found
	}
	for _, fr := range frames {
		if look(fr.fn, calleeDepth) {
			return true
		}
	}
	return false
}

// ofResponse reports whether a field is one of the request inside a response.
func ofResponse(f *ssa.FieldAddr) bool {
	u, ok := f.X.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := u.X.(*ssa.FieldAddr)
	return ok && isResponse(g.X.Type())
}

// decides reports whether a field is read for more than a log line.
func decides(f *ssa.FieldAddr) bool {
	if f.Referrers() == nil {
		return false
	}
	for _, r := range *f.Referrers() {
		u, ok := r.(*ssa.UnOp)
		if !ok || u.Op != token.MUL || u.Referrers() == nil {
			continue
		}
		for _, q := range *u.Referrers() {
			switch q.(type) {
			case *ssa.MakeInterface, *ssa.DebugRef, *ssa.Store:
			default:
				return true
			}
		}
	}
	return false
}
