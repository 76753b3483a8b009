package retrysite

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// timesOut reports whether w is no wait between two rounds of the loop but a limit
// on it: a timer that is started once, before the loop, or one whose case of a
// select never goes round.
//
//	// Have: end := time.After(max); for { …; select { case <-end: return errTimeout; case <-tick.C: } }
//	// Have: for { select { case <-sent: end = time.After(d); case <-end: return errTimeout } }
func (l *loop) timesOut(w wait) bool {
	if len(w.via) > 0 || w.in.Parent() != l.fn || w.last.Parent() != l.fn {
		return false
	}
	switch in := w.in.(type) {
	case *ssa.UnOp:
		return !l.contains(w.last)
	case *ssa.Select:
		return !l.contains(w.last) || l.caseLeaves(in, w.place)
	}
	return false
}

// caseLeaves reports whether the case of a select that stands at place does not
// lead back to the header of the loop.
func (l *loop) caseLeaves(in *ssa.Select, place token.Pos) bool {
	for i, st := range in.States {
		if st.Pos == place && place.IsValid() {
			to := caseOf(in, i)
			return to != nil && !l.goesRound(to)
		}
	}
	return false
}

// caseOf returns the block of the i-th case of a select, nil if it is not seen.
func caseOf(in *ssa.Select, i int) *ssa.BasicBlock {
	for _, r := range *in.Referrers() {
		x, ok := r.(*ssa.Extract)
		if !ok || x.Index != 0 {
			continue
		}
		for _, u := range *x.Referrers() {
			c, ok := u.(*ssa.BinOp)
			if !ok || c.Op != token.EQL {
				continue
			}
			if n, ok := smallInt(c.Y); !ok || n != int64(i) {
				continue
			}
			if f, ok := last(c.Block()).(*ssa.If); ok && f.Cond == ssa.Value(c) {
				return c.Block().Succs[0]
			}
		}
	}
	return nil
}

// goesRound reports whether control can go from b to the header, in the loop.
func (l *loop) goesRound(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	todo := []*ssa.BasicBlock{b}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x == l.header {
			return true
		}
		if l.blocks[x] && !seen[x] {
			seen[x] = true
			todo = append(todo, x.Succs...)
		}
	}
	return false
}

// takesAnswer reports whether a select beside the timer receives something that
// is looked at: it waits for that, and the timer is the limit.
//
//	// Have: select { case err := <-written: return err == nil; case <-t.C: return false }
func takesAnswer(in ssa.Instruction) bool {
	s, ok := in.(*ssa.Select)
	if !ok {
		return false
	}
	got := 2 // the place of what the first receive gives
	for _, st := range s.States {
		if st.Dir != types.RecvOnly {
			continue
		}
		for _, r := range *s.Referrers() {
			if x, ok := r.(*ssa.Extract); ok && x.Index == got && !isTimeChan(st.Chan.Type()) && used(x) {
				return true
			}
		}
		got++
	}
	return false
}

// used reports whether something but the debugger is told of v.
func used(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		_, debug := in.(*ssa.DebugRef)
		return !debug
	})
}
