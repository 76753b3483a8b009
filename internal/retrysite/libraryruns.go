package retrysite

import (
	"go/types"
	"slices"

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
		for _, w := range lib.Ways {
			if w.Name == fn.Name() && slices.Contains(argNames(w.Args), "op") {
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
	i := slices.Index(e.Args, b.op)
	if i < 0 {
		return nil, true
	}
	i += len(callArgs(c)) - c.Common().Signature().Params().Len()
	sig, _ := l.info.TypeOf(b.op).Underlying().(*types.Signature)
	return &Runs{Param: i, Deaf: l.deaf(b), Context: sig != nil && takesContext(sig), again: b.lib.Again}, true
}
