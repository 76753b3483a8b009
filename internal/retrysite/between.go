package retrysite

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// always reports whether each way from a failure of a to the next attempt goes
// through the block of a wait, but for one that a number decides.
//
//	// Have: if n > 0 { time.Sleep(d) }; err = do()
func (l *loop) always(a *attempt, wait *ssa.BasicBlock) bool {
	att := a.call.Block()
	if wait == att {
		return true
	}
	failed := a.path.failed.edges
	passes := func(from, to *ssa.BasicBlock, free func(from, next *ssa.BasicBlock) bool) bool {
		seen := map[*ssa.BasicBlock]bool{}
		var walk func(b *ssa.BasicBlock) bool
		walk = func(b *ssa.BasicBlock) bool {
			if b == wait || seen[b] || !l.blocks[b] {
				return false
			}
			if seen[b] = true; b == to && b != from {
				return true
			}
			for _, n := range b.Succs {
				if free(b, n) && (n == to && n != wait || walk(n)) {
					return true
				}
			}
			return false
		}
		return walk(from)
	}
	if !passes(att, l.header, func(from, to *ssa.BasicBlock) bool { return failed[edge{from, to}] }) {
		return true
	}
	if l.header == att {
		return false
	}
	// The next time round, before the attempt.
	return wait.Dominates(att) || !passes(l.header, att, func(from, to *ssa.BasicBlock) bool {
		f, ok := last(from).(*ssa.If)
		return !ok || !comparesNumbers(f.Cond) || !slices.Contains(from.Succs, wait)
	})
}

func comparesNumbers(v ssa.Value) bool {
	b, ok := v.(*ssa.BinOp)
	return ok && isNumber(b.X.Type())
}

// apart reports whether the wait in is not one of failures of a alone.
//
//	// Have: job, err := next(); if err == nil && job == nil { time.Sleep(time.Second) }
//	// Have: for { refresh(); time.Sleep(time.Minute) }
func (sc *scope) apart(l *loop, a *attempt, in ssa.Instruction) bool {
	// Have: if err == nil && !slices.Contains(retried, resp.StatusCode) { return resp, nil }
	// Which answers are a success is not seen.
	byList := a.path.kind == leaves && sc.givesStatus(a.call)
	if ok := a.path.ok; ok != nil && ok.calls[in] && !ok.tainted && !byList {
		return true
	}
	if a.path.failed.calls[in] {
		return false
	}
	for _, k := range []outcomeKind{failed, timedOut, expired} {
		if sc.way(l, a, k).calls[in] {
			return false
		}
	}
	if sc.givesStatus(a.call) {
		for _, s := range known.FailedStatuses {
			if sc.follow(l, a.call, outcome{kind: answered, status: s, flip: a.flip}).calls[in] {
				return false
			}
		}
	}
	return true
}
