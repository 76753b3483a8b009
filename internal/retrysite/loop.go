package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/reading"
)

// A loop is a natural loop of a function, or a synthetic one: the body of a
// recursion, of a callback that reschedules itself, of a range over a function.
type loop struct {
	fn     *ssa.Function
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool // the loop's blocks, the header included
	back   []*ssa.BasicBlock        // the sources of the back edges
	outer  *loop                    // the enclosing loop, nil if none
	chains bool                     // what a call makes of things that stay is no other thing
	deep   bool                     // what the loops inside it count moves too
}

// contains reports whether in lies in the loop, in the same function.
func (l *loop) contains(in ssa.Instruction) bool { return l.blocks[in.Block()] }

// loopPos returns the position of the first instruction in the loop that has one.
func loopPos(l *reading.Loop) token.Pos {
	var first token.Pos
	for _, b := range l.Fn.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if _, phi := in.(*ssa.Phi); phi {
				continue
			}
			if p := in.Pos(); p.IsValid() && (!first.IsValid() || p < first) {
				first = p
			}
		}
	}
	return first
}
