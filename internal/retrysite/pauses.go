package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// pauses reports whether a call may wait for a time: it sleeps, receives, or
// cannot be seen into and may by its name or by what it is given.
func (sc *scope) pauses(c ssa.CallInstruction, left int) bool {
	fn := sc.body(c)
	switch {
	case fn == nil && c.Common().IsInvoke():
		return mayWait(c) || left > 0 && !decorated(c) && sc.implementationPauses(c.Common().Method, left)
	case fn == nil:
		return mayWait(c)
	case left == 0:
		return true
	}
	return sc.bodyPauses(fn, left)
}

// decorated reports whether a method, or the last of a chain of them, is called
// on what a decorator stands in front of: a field of its own receiver, of an
// interface that the receiver is one of. That is an implementation of elsewhere.
//
//	// Have: func (kv *leasing) f() { kv.kv.Txn(ctx).Then(op).Commit() } // kv is a KV, and so is kv.kv
func decorated(c ssa.CallInstruction) bool {
	v := strip(c.Common().Value)
	for range maxWrapped {
		call, ok := v.(*ssa.Call)
		if !ok || !call.Call.IsInvoke() {
			break
		}
		v = strip(call.Call.Value)
	}
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	f, ok := u.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	recv := f.Parent().Signature.Recv()
	i, ok := u.Type().Underlying().(*types.Interface)
	return ok && recv != nil && paramOf(f.Parent(), f.X) == 0 && i.NumMethods() > 0 && types.Implements(recv.Type(), i)
}

// implementationPauses reports whether a method of that name and form in the
// package may wait: what is seen as an interface may be it.
func (sc *scope) implementationPauses(m *types.Func, left int) bool {
	for _, fn := range sc.funcs {
		recv := fn.Signature.Recv()
		if recv == nil || fn.Name() != m.Name() || len(fn.Blocks) == 0 {
			continue
		}
		i, ok := m.Signature().Recv().Type().Underlying().(*types.Interface)
		if ok && types.Implements(recv.Type(), i) && sc.bodyPauses(fn, left) {
			return true
		}
	}
	return false
}

func (sc *scope) bodyPauses(fn *ssa.Function, left int) bool {
	k := inDepth{fn, left}
	if b, ok := sc.pausing[k]; ok {
		return b
	}
	sc.pausing[k] = false // of a call of itself
	found := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Select:
				found = found || in.Blocking
			case *ssa.UnOp:
				found = found || in.Op == token.ARROW
			case *ssa.Call:
				found = found || sc.pauses(in, left-1)
			}
		}
	}
	sc.pausing[k] = found
	return found
}

// mayWait reports whether a call that is not seen into may wait.
func mayWait(c ssa.CallInstruction) bool {
	if _, ok := c.Common().Value.(*ssa.Builtin); ok {
		return false
	}
	name, pkg := calleeName(c), calleePkg(c)
	if name == "" {
		name = valueName(c.Common().Value)
	}
	switch {
	case pkg == "time":
		return name == "Sleep"
	case pkg == "sync":
		return name == "Wait"
	case known.IsStd(pkg):
		return false
	case nameHas(name, "sleep", "wait", "pause", "backoff", "back_off", "delay", "limit", "acquire", "throttle", "retry", "take", "reserve", "block", "poll", "tick", "rate", "before", "after"):
		return true
	}
	for i := range c.Common().Signature().Params().Len() {
		if isDuration(c.Common().Signature().Params().At(i).Type()) {
			return !tells(name)
		}
	}
	return false
}

// tells reports whether a function by its name writes a log line or a metric.
func tells(name string) bool {
	for _, w := range []string{"Debug", "Info", "Warn", "Error", "Print", "Log", "Trace", "Inc", "Observe", "Record", "Set", "Add", "With", "Report", "Notify"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}
