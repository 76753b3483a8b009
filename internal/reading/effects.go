package reading

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// effect reads c after the instruction in, or returns nil if in leaves it as it is.
func (r *Reader) effect(f *frame, c cell, in ssa.Instruction) *policy.Expr {
	switch in := in.(type) {
	case *ssa.Store:
		if !mayBe(in.Addr, c) {
			return nil
		}
		d := r.at(f, in.Addr, 0)
		if d.root != c.root || d.f != c.f || !strings.HasPrefix(c.path, d.path) {
			return nil
		}
		return r.operandPath(f, in.Val, c.path[len(d.path):], in.Block())
	case *ssa.Alloc:
		if in == c.root && f == c.f {
			if k, ok := kindOf(c.typ); ok {
				return r.zero(k)
			}
			return r.opaque(c.typ, "zero value")
		}
	case *ssa.Call:
		return r.callEffect(f, c, in)
	case *ssa.RunDefers:
		return r.deferEffect(f, c, in)
	}
	return nil
}

// mayBe is a cheap test before the address of a store is resolved.
func mayBe(addr ssa.Value, c cell) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		if v, ok := c.last.(*types.Var); ok && fieldOf(a) != v {
			// A store to an enclosing struct still counts; one to a sibling does not.
			_, isStruct := Deref(a.Type()).Underlying().(*types.Struct)
			return isStruct
		}
	case *ssa.Global:
		return c.root == a
	case *ssa.Alloc:
		return c.root == a
	}
	return true
}

func (r *Reader) callEffect(f *frame, c cell, in *ssa.Call) *policy.Expr {
	if e, ok := r.atomicEffect(f, c, in); ok {
		return e
	}
	fn, mc, made := r.callee(f, in.Common())
	if fn == nil {
		return r.filled(f, c, in)
	}
	if fn.Blocks == nil || !r.pkg.mayStore(fn, c.last) {
		return nil
	}
	g := r.enter(f, in, fn, mc, made)
	if g == nil {
		if f.fn == fn || r.onStack(f, fn) {
			return nil
		}
		return r.opaque(c.typ, "too deep")
	}
	return r.atExit(g, c)
}

// filled reads c after a call of another package that is given its address, or
// that of what holds it; nil if it is not.
//
//	// Have: var e *APIError; errors.As(err, &e)
//	// Have: flag.DurationVar(&delay, "delay", ...)
func (r *Reader) filled(f *frame, c cell, in *ssa.Call) *policy.Expr {
	if _, builtin := in.Common().Value.(*ssa.Builtin); builtin {
		return nil
	}
	for _, a := range in.Common().Args {
		if m, ok := a.(*ssa.MakeInterface); ok {
			a = m.X
		}
		if _, ok := a.(*ssa.Alloc); !ok {
			if _, ok := a.(*ssa.FieldAddr); !ok {
				continue
			}
		}
		if d := r.at(f, a, 0); d.root == c.root && d.f == c.f && strings.HasPrefix(c.path, d.path) {
			if _, isStruct := d.typ.Underlying().(*types.Struct); !isStruct || d.path == c.path {
				return r.unknownOf(c.title(), c.typ)
			}
		}
	}
	return nil
}

func (r *Reader) onStack(f *frame, fn *ssa.Function) bool {
	for g := f; g != nil; g = g.caller {
		if g.fn == fn {
			return true
		}
	}
	return false
}

// deferEffect reads c after the deferred calls of f's function have run.
func (r *Reader) deferEffect(f *frame, c cell, in *ssa.RunDefers) *policy.Expr {
	for _, b := range f.fn.Blocks {
		for _, x := range b.Instrs {
			d, ok := x.(*ssa.Defer)
			if !ok {
				continue
			}
			fn, mc, made := r.callee(f, d.Common())
			if fn == nil || fn.Blocks == nil || !r.pkg.mayStore(fn, c.last) {
				continue
			}
			// The deferred call's entry continues at the RunDefers.
			g := r.enter(f, runDefers{d, in}, fn, mc, made)
			if g == nil {
				return r.opaque(c.typ, "deferred")
			}
			return r.atExit(g, c)
		}
	}
	return nil
}

// runDefers is a deferred call as it happens where the defers run.
type runDefers struct {
	*ssa.Defer
	at *ssa.RunDefers
}

func (d runDefers) Block() *ssa.BasicBlock { return d.at.Block() }

// position returns where a frame was entered: the block and the index of the
// call in its caller.
func position(call ssa.CallInstruction) (*ssa.BasicBlock, int) {
	if d, ok := call.(runDefers); ok {
		return d.at.Block(), indexOf(d.at)
	}
	return call.Block(), indexOf(call)
}
