package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// runsInLibrary reports whether fn is a function or method of a library that is
// known, and attempts an operation that it is given.
func runsInLibrary(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	for _, lib := range known.Libraries(fn.Pkg().Path()) {
		held := slices.ContainsFunc(lib.Knobs, func(k known.Knob) bool { return k.Role == "op" })
		for _, w := range lib.Ways {
			if w.Name == fn.Name() && (slices.Contains(argNames(w.Args), "op") || held && runsWhole(w)) {
				return true
			}
		}
		for _, s := range lib.Sets {
			if s.Name == fn.Name() && slices.Contains(argNames(s.Args), "op") {
				return true
			}
		}
	}
	return false
}

// runsWhole reports whether the way runs a policy that holds the operation.
//
//	// Have: retry.Call(retry.CallArgs{Func: op})
func runsWhole(w known.Way) bool {
	args := argNames(w.Args)
	return w.Delay == "" && len(args) == 1 && strings.HasPrefix(args[0], "*") && args[0] != "*..."
}

// libraryRuns returns what the call c of a library's function does with the
// operation that it is given; ok is false where c is no such call.
//
//	// Have: func Do(f func() error) error { return retry.Do(f, retry.Attempts(3)) }
func (s *scanner) libraryRuns(c ssa.CallInstruction) (r *Runs, ok bool) {
	if !runsInLibrary(calleeFunc(c)) {
		return nil, false
	}
	e := s.sc.exprs[c.Pos()]
	if e == nil {
		return nil, true
	}
	l := s.library()
	b := l.build(e)
	if b == nil || b.op == nil || !l.triesAll(b) {
		return nil, true
	}
	sig, _ := l.info.TypeOf(b.op).Underlying().(*types.Signature)
	r = &Runs{Deaf: l.deaf(b), Context: sig != nil && takesContext(sig), again: b.lib.Again}
	if r.Param = slices.Index(e.Args, b.op); r.Param < 0 {
		// Have: retry.Call(retry.CallArgs{Func: f})
		if r.held, _ = c.Parent().ValueForExpr(b.op); r.held == nil {
			return nil, true
		}
		return r, true
	}
	r.Param += len(callArgs(c)) - c.Common().Signature().Params().Len()
	return r, true
}
