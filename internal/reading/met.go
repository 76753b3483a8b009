package reading

import "golang.org/x/tools/go/ssa"

// A Met is a number of the source that a value was read from, and the block
// whose instruction uses it. SSA does not say where a constant stands.
type Met struct {
	Const *ssa.Const
	Use   *ssa.BasicBlock
}

// Met returns the numbers met so far, in the order of reading, with
// repetitions. Some of them decided nothing.
func (r *Reader) Met() []Met { return r.met }

// meet notes the number c, used in block use.
func (r *Reader) meet(c *ssa.Const, use *ssa.BasicBlock) {
	if c.Value != nil && use != nil {
		r.met = append(r.met, Met{c, use})
	}
}
