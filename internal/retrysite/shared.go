package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// A Shared is a policy that counts attempts, and that several goroutines are
// seen to count with.
type Shared struct {
	Range        // the call that moves the count, or is given the policy
	Name  string // the variable or field, as it is named
	Where string // what runs in several goroutines: "ServeHTTP"
	Kind  Sharing
}

// Sharing says how several goroutines come to the policy.
type Sharing uint8

// The ways.
const (
	SharedByRequests   Sharing = iota // an HTTP handler runs once for each request
	SharedByGoroutines                // go statements in a loop, or more than one
)

// sharedOf are the calls of the loop that count with a shared policy.
func (sc *scope) sharedOf(l *loop) []Shared {
	var out []Shared
	for _, b := range l.fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				out = sc.appendShared(out, c)
			}
		}
	}
	return out
}

// sharedAt is the call of fn at that place, if it is given a shared policy.
func (sc *scope) sharedAt(fn *ssa.Function, at token.Pos) []Shared {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Pos() == at {
				return sc.appendShared(nil, c)
			}
		}
	}
	return nil
}

// appendShared adds the call if it counts with a shared policy.
//
//	// Have: time.Sleep(wait.Duration()); backoff.Retry(op, h.policy)
func (sc *scope) appendShared(out []Shared, c *ssa.Call) []Shared {
	method := ""
	if f := calleeFunc(c); f != nil && f.Signature().Recv() != nil {
		method = f.Name()
	}
	for i, a := range callArgs(c) {
		pkg, name := typeName(strip(a).Type())
		if !known.Stateful(pkg, name, "") || method != "" && (i > 0 || !known.Stateful(pkg, name, method)) || method == "" && calleePkg(c) != pkg {
			continue
		}
		if s, ok := sc.shared(c.Parent(), strip(a)); ok {
			s.Range, _ = sc.place(c)
			return append(out, s)
		}
	}
	return out
}

// typeName is the package and the name of t, or of what it points to.
func typeName(t types.Type) (pkg, name string) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return "", ""
	}
	return n.Obj().Pkg().Path(), n.Obj().Name()
}

// shared says how several goroutines come to the policy v in fn, if that is evident.
func (sc *scope) shared(fn *ssa.Function, v ssa.Value) (Shared, bool) {
	if locks(fn) {
		return Shared{}, false // it is shared on purpose
	}
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		v = u.X
	}
	switch x := v.(type) {
	case *ssa.Global:
		where, how, ok := sc.concurrent(fn, calleeDepth, map[*ssa.Function]bool{})
		return Shared{Name: x.Name(), Where: where, Kind: how}, ok
	case *ssa.FieldAddr:
		// Have: func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) { …p.wait.Duration()… }
		p, ok := x.X.(*ssa.Parameter)
		if !ok || !isHandler(fn) || paramIndex(p) != 0 || fn.Signature.Recv() == nil {
			return Shared{}, false
		}
		return Shared{Name: p.Name() + "." + fieldName(x), Where: fn.Name(), Kind: SharedByRequests}, true
	case *ssa.FreeVar:
		// Have: b := backoff.New…; return func(w http.ResponseWriter, r *http.Request) { …b.Duration()… }
		switch {
		case isHandler(fn):
			return Shared{Name: x.Name(), Where: "the handler", Kind: SharedByRequests}, true
		case sc.startedInLoop(fn, x):
			return Shared{Name: x.Name(), Where: "the function literal", Kind: SharedByGoroutines}, true
		}
	}
	return Shared{}, false
}

// isHandler reports whether fn handles HTTP requests.
func isHandler(fn *ssa.Function) bool {
	p := fn.Signature.Params()
	return p.Len() == 2 && isNamed(p.At(0).Type(), "net/http", "ResponseWriter") && isRequest(p.At(1).Type())
}

// locks reports whether fn takes a lock.
func locks(fn *ssa.Function) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		found = found || ok && calleePkg(c) == "sync" && calleeName(c) == "Lock"
	})
	return found
}

// concurrent says what runs fn in several goroutines: a handler that calls it,
// or go statements.
func (sc *scope) concurrent(fn *ssa.Function, left int, seen map[*ssa.Function]bool) (where string, how Sharing, ok bool) {
	if isHandler(fn) {
		return fn.Name(), SharedByRequests, true
	}
	if seen[fn] {
		return "", 0, false
	}
	seen[fn] = true
	started := 0
	calls := sc.callers[funcKey(fn)]
	for _, c := range calls {
		if g, ok := c.(*ssa.Go); ok {
			started++
			if inLoop(g.Block()) {
				started++
			}
		}
	}
	if started > 1 {
		return fn.Name(), SharedByGoroutines, true
	}
	for _, c := range calls {
		if _, isGo := c.(*ssa.Go); isGo || left == 0 {
			continue
		}
		if where, how, ok := sc.concurrent(c.Parent(), left-1, seen); ok {
			return where, how, true
		}
	}
	return "", 0, false
}

// startedInLoop reports whether the closure fn is started by go in a loop, and
// what it captures as fv is from before the loop.
func (sc *scope) startedInLoop(fn *ssa.Function, fv *ssa.FreeVar) bool {
	if fn.Parent() == nil {
		return false
	}
	a, ok := binding(fv).(ssa.Instruction)
	if !ok {
		return false
	}
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if g, ok := in.(*ssa.Go); ok && closureOf(g.Call.Value) == fn {
				// It is from before if no round comes to where it is made.
				return inLoop(b) && !reachesAgain(b, a.Block())
			}
		}
	}
	return false
}

// inLoop reports whether the block can be reached from itself.
func inLoop(b *ssa.BasicBlock) bool { return reachesAgain(b, b) }

// reachesAgain reports whether control can go on from a and come to b.
func reachesAgain(a, b *ssa.BasicBlock) bool {
	for _, s := range a.Succs {
		if reaches(s, b) {
			return true
		}
	}
	return false
}
