package reading

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// isAtomic reports whether c is a call of sync/atomic on its first argument.
func isAtomic(c *ssa.CallCommon) bool {
	return !c.IsInvoke() && pathOf(c) == "sync/atomic" && len(c.Args) > 0
}

func atomicName(c *ssa.CallCommon) string {
	name := calleeName(c)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// atomicEffect reads the cell c after a call of sync/atomic that stores to it;
// ok is false where the call does not.
//
//	// Have: atomic.AddInt32(&b.attempts, 1)
//	// Have: b.attempts.Add(1)
func (r *Reader) atomicEffect(f *frame, c cell, in *ssa.Call) (*policy.Expr, bool) {
	com := in.Common()
	if !isAtomic(com) {
		return nil, false
	}
	d := r.at(f, com.Args[0], 0)
	if d.root != c.root || d.f != c.f || d.path != c.path {
		return nil, false
	}
	k, ok := kindOf(c.typ)
	if !ok {
		if k, ok = kindOf(in.Type()); !ok {
			k = policy.Int64
		}
	}
	switch name := atomicName(com); {
	case strings.HasPrefix(name, "Add") && len(com.Args) == 2:
		old := r.before(f, c, in.Block(), indexOf(in))
		return r.B.Op(policy.OpAdd, k, old, r.operand(f, com.Args[1], in.Block())), true
	case strings.HasPrefix(name, "Store") && len(com.Args) == 2:
		return r.operand(f, com.Args[1], in.Block()), true
	case strings.HasPrefix(name, "Load"):
		return nil, false
	}
	return r.opaque(c.typ, "atomic"), true
}

// atomicLoad reads the result of a call of sync/atomic.
func (r *Reader) atomicLoad(f *frame, in *ssa.Call) (*policy.Expr, bool) {
	com := in.Common()
	if !isAtomic(com) {
		return nil, false
	}
	k, ok := kindOf(in.Type())
	if !ok {
		return nil, false
	}
	c := r.at(f, com.Args[0], 0)
	c.typ = in.Type()
	if c.last == nil {
		return nil, false
	}
	old := r.before(f, c, in.Block(), indexOf(in))
	switch name := atomicName(com); {
	case strings.HasPrefix(name, "Load"):
		return old, true
	case strings.HasPrefix(name, "Add") && len(com.Args) == 2:
		return r.B.Op(policy.OpAdd, k, old, r.operand(f, com.Args[1], in.Block())), true
	}
	return nil, false
}
