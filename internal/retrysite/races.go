package retrysite

import (
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// raceWords are the words for somebody else having been faster.
var raceWords = []string{"conflict", "compareandswap", "optimistic", "trylock", "serializ", "contention"}

// races reports whether an attempt fails because somebody else was faster, and
// is to be repeated at once: a conflict, a compare and swap.
func races(fn *ssa.Function, c ssa.CallInstruction) bool {
	if nameHas(calleeName(c), append([]string{"cas", "swap"}, raceWords...)...) {
		return true
	}
	for ; fn != nil; fn = fn.Parent() {
		name := fn.Name()
		if nameHas(name, raceWords...) || strings.Contains(name, "CAS") || strings.HasPrefix(name, "cas") {
			return true
		}
	}
	return false
}

// raceCodes are the SQLSTATEs of a transaction that lost against another, and
// that CockroachDB once had for it.
var raceCodes = []string{"40001", "40P01", "CR000"}

// conflicts reports whether the loop asks of an error whether it is a conflict
// with somebody else, itself or in a predicate of the package.
//
//	// Have: if err = fn(); err == nil || !retryable(err) { return err } // retryable: sqlState(err) == "40001"
func (sc *scope) conflicts(l *loop) bool {
	for b := range l.blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && takesError(c.Call.Signature()) {
				if nameHas(calleeName(c), append([]string{"deadlock"}, raceWords...)...) {
					return true
				}
				if fn := sc.body(c); fn != nil && fn != l.fn && sc.namesRace(fn, calleeDepth) {
					return true
				}
			}
			if namesCode(in) {
				return true
			}
		}
	}
	return false
}

// namesRace reports whether fn, or what it calls in the package with an error,
// compares something with the code of a conflict.
func (sc *scope) namesRace(fn *ssa.Function, left int) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if namesCode(in) {
				return true
			}
			if c, ok := in.(*ssa.Call); ok && left > 0 && takesError(c.Call.Signature()) {
				if f := sc.body(c); f != nil && f != fn && sc.namesRace(f, left-1) {
					return true
				}
			}
		}
	}
	return false
}

// namesCode reports whether in compares something with the code of a conflict.
func namesCode(in ssa.Instruction) bool {
	c, ok := in.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, v := range []ssa.Value{c.X, c.Y} {
		if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String && slices.Contains(raceCodes, constant.StringVal(k.Value)) {
			return true
		}
	}
	return false
}
