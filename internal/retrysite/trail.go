package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// edge is one way out of a block.
type edge struct {
	from *ssa.BasicBlock
	to   *ssa.BasicBlock
}

// A trail is what a walk met between an attempt and the next one.
type trail struct {
	round    bool          // the attempt is reached again
	inner    bool          // the attempt is reached again inside the same iteration
	sure     bool          // the attempt is reached again on a way with no branch that is not seen into
	tainted  bool          // a branch depends on the failure or the context in a way not seen
	checked  bool          // what taints it is also the error that something not seen makes of an answer
	observed bool          // the end of a context was looked at
	asked    bool          // the failure was compared with an error of the context
	named    []token.Pos   // where the failure was found to be an error of the context, by name
	timed    bool          // a timer or ticker is waited for
	blocking bool          // something other than a timer is waited for
	exits    map[edge]bool // edges that leave the loop
	edges    map[edge]bool // edges inside the loop
	blocks   map[*ssa.BasicBlock]bool
	asks     map[*ssa.Global]bool     // the errors with a name that the failure was compared with
	calls    map[ssa.Instruction]bool // the calls, selects and receives on the way
}

func newTrail() *trail {
	return &trail{exits: map[edge]bool{}, edges: map[edge]bool{}, blocks: map[*ssa.BasicBlock]bool{}, calls: map[ssa.Instruction]bool{}}
}
