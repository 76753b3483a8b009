package retrysite

import "golang.org/x/tools/go/ssa"

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
