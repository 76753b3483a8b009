package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// canFail reports whether a call has a result, or a captured variable, that
// may say that it failed, and that somebody reads.
func (sc *scope) canFail(l *loop, c *ssa.Call) bool {
	pkg, name := calleePkg(c), calleeName(c)
	switch pkg {
	case "errors", "fmt", "log", "log/slog", "time", "math/rand", "strings", "bytes", "strconv", "context", "sync", "sync/atomic",
		"github.com/pkg/errors", "google.golang.org/grpc/status":
		return false
	}
	if name == "Err" || name == "Close" || sc.body(c) == l.fn {
		return false
	}
	if givesAnswers(c) {
		return true
	}
	var weak bool
	read := c.Referrers() != nil && len(*c.Referrers()) > 0
	res := c.Call.Signature().Results()
	for i := range res.Len() {
		switch t := res.At(i).Type(); {
		case isError(t) || isResponse(t):
			if read {
				return true
			}
		case isBool(t):
			weak = read
		default:
			_, ok := t.Underlying().(*types.Pointer)
			weak = weak || ok && read && res.Len() == 1
		}
	}
	if fn := sc.body(c); weak && fn != nil && !takesError(fn.Signature) {
		// Have: if c.connect() { return }: it fails where it speaks to somebody.
		remote := sc.bodyRemote(fn, bodyDepth-1)
		return remote == Certainly || remote == Possibly && testsError(fn)
	}
	return storesError(c)
}

// testsError reports whether fn asks whether a call in it failed: what it returns
// may say so.
//
//	// Have: if err := sink.Put(ctx, x); err == nil { return x, false }; return nil, true
func testsError(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		f, ok := last(b).(*ssa.If)
		if !ok {
			continue
		}
		c, ok := f.Cond.(*ssa.BinOp)
		if !ok || !isError(c.X.Type()) {
			continue
		}
		if k, ok := c.Y.(*ssa.Const); ok && k.IsNil() {
			return true
		}
	}
	return false
}

// decidesBranch reports whether a branch of the loop may depend on what the call returned.
func decidesBranch(l *loop, c *ssa.Call) bool {
	if storesError(c) {
		return true
	}
	seen := map[ssa.Value]bool{}
	var flows func(v ssa.Value) bool
	flows = func(v ssa.Value) bool {
		if seen[v] || v.Referrers() == nil {
			return false
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			if !l.contains(r) {
				continue
			}
			switch r := r.(type) {
			case *ssa.If, *ssa.Store, *ssa.MapUpdate, *ssa.Send:
				return true
			case ssa.Value:
				if flows(r) {
					return true
				}
			}
		}
		return false
	}
	return flows(c)
}

func takesError(s *types.Signature) bool {
	for i := range s.Params().Len() {
		if t := s.Params().At(i).Type(); isError(t) || isResponse(t) {
			return true
		}
	}
	return false
}

// storesError reports whether a closure given to the call leaves an error in a
// captured variable.
func storesError(c ssa.CallInstruction) bool {
	for _, a := range append(callArgs(c), c.Common().Value) {
		mc, ok := strip(a).(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := mc.Fn.(*ssa.Function)
		for i, b := range mc.Bindings {
			p, ok := b.Type().Underlying().(*types.Pointer)
			if ok && isError(p.Elem()) && i < len(fn.FreeVars) && stores(fn, fn.FreeVars[i]) {
				return true
			}
		}
	}
	return false
}
