package reading

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// A cell is a place in memory that SSA does not lift: a captured variable, a
// field, a global, a part of one. Two cells are the same place if their roots
// and paths are equal.
type cell struct {
	f    *frame    // frame of the root; nil for globals
	root ssa.Value // alloc, global, parameter, call, load ...
	path string    // ".1.0" for fields, "*" for a pointer followed, "[3]" for an element
	name string    // the last field on the way, or ""
	last any       // what a store to it mentions: *types.Var, *ssa.Global, *ssa.Alloc; nil: unknown
	typ  types.Type
}

type cellKey struct {
	f     *frame // where it is read
	block *ssa.BasicBlock
	root  ssa.Value
	rootf *frame
	path  string
}

func step(i int) string { return "." + strconv.Itoa(i) }

// at returns the cell that the pointer v points to.
func (r *Reader) at(f *frame, v ssa.Value, depth int) cell {
	opaque := cell{f: f, root: v, typ: Deref(v.Type())}
	if depth > 12 {
		return opaque
	}
	switch v := v.(type) {
	case *ssa.Alloc:
		opaque.last = v
		return opaque
	case *ssa.Global:
		return cell{root: v, last: v, typ: Deref(v.Type())}
	case *ssa.FieldAddr:
		c := r.at(f, v.X, depth+1)
		c.path += step(v.Field)
		c.typ = Deref(v.Type())
		c.last = fieldOf(v)
		if f := fieldOf(v); f != nil {
			c.name = f.Name()
		}
		return c
	case *ssa.IndexAddr:
		c := r.at(f, v.X, depth+1)
		if k, ok := v.Index.(*ssa.Const); ok && k.Value != nil {
			c.path += "[" + k.Value.String() + "]"
			c.typ = Deref(v.Type())
			c.last = nil
			return c
		}
	case *ssa.FreeVar:
		if g, b := f.binding(v); g != nil {
			return r.at(g, b, depth+1)
		}
	case *ssa.Parameter:
		if a := f.arg(v); a != nil {
			return r.at(f.caller, a, depth+1)
		}
	case *ssa.ChangeType:
		return r.at(f, v.X, depth+1)
	case *ssa.ChangeInterface:
		return r.at(f, v.X, depth+1)
	case *ssa.MakeInterface:
		return r.at(f, v.X, depth+1)
	case *ssa.TypeAssert:
		return r.at(f, v.X, depth+1)
	case *ssa.Phi, *ssa.Call, *ssa.Extract:
		if g, w := r.resolve(f, v, depth+1); w != v {
			return r.at(g, w, depth+1)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return r.behind(f, v, depth)
		}
	}
	return opaque
}

// behind returns the cell that the pointer loaded by v points to.
func (r *Reader) behind(f *frame, v *ssa.UnOp, depth int) cell {
	if g, w := r.resolve(f, v, depth+1); w != v {
		return r.at(g, w, depth+1)
	}
	c := r.at(f, v.X, depth+1)
	c.path += "*"
	c.typ = Deref(c.typ)
	c.last = nil
	return c
}

// Deref returns what the pointer type t points to, or t if it is none.
func Deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func fieldOf(v *ssa.FieldAddr) *types.Var {
	if s, ok := Deref(v.X.Type()).Underlying().(*types.Struct); ok {
		return s.Field(v.Field).Origin()
	}
	return nil
}

// componentType returns the type at path in t.
func componentType(t types.Type, path string) types.Type {
	for path != "" {
		switch path[0] {
		case '*':
			t, path = Deref(t), path[1:]
		case '.':
			i, rest := number(path[1:])
			s, ok := t.Underlying().(*types.Struct)
			if !ok || i >= s.NumFields() {
				return types.Typ[types.Invalid]
			}
			t, path = s.Field(i).Type(), rest
		default:
			return types.Typ[types.Invalid]
		}
	}
	return t
}

func number(s string) (int, string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	i, _ := strconv.Atoi(s[:n])
	return i, s[n:]
}

// load reads *v.X, or the part of it at path.
func (r *Reader) load(f *frame, v *ssa.UnOp, path string) *policy.Expr {
	if ix, ok := v.X.(*ssa.IndexAddr); ok && path == "" {
		if _, constant := ix.Index.(*ssa.Const); !constant {
			return r.index(f, ix.X, ix.Index, v.Block(), v.Type())
		}
	}
	c := r.at(f, v.X, 0)
	c.path += path
	if path != "" {
		c.last = fieldAt(c.typ, path)
		c.typ = componentType(c.typ, path)
	}
	if e := r.serverField(v.X, c); e != nil {
		return e
	}
	if path == "" && isTime(v.Type()) && resetField(v.X) {
		return r.B.Server(policy.Int64)
	}
	return r.before(f, c, v.Block(), indexOf(v))
}

// fieldAt returns the field that path ends in.
func fieldAt(t types.Type, path string) any {
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		return nil
	}
	n, rest := number(path[i+1:])
	if s, ok := componentType(t, path[:i]).Underlying().(*types.Struct); ok && rest == "" && n < s.NumFields() {
		return s.Field(n).Origin()
	}
	return nil
}

func indexOf(in ssa.Instruction) int {
	for i, x := range in.Block().Instrs {
		if x == in {
			return i
		}
	}
	return len(in.Block().Instrs)
}

// before reads the cell c as it is before the i'th instruction of b: the last
// store on the way back to it, in this function, its callees or its callers.
func (r *Reader) before(f *frame, c cell, b *ssa.BasicBlock, i int) *policy.Expr {
	if !r.spend(3) {
		return r.opaque(c.typ, "budget")
	}
	for i--; i >= 0; i-- {
		if e := r.effect(f, c, b.Instrs[i]); e != nil {
			return e
		}
	}
	return r.atStart(f, c, b)
}

// atExit reads c as it is when f's function returns.
func (r *Reader) atExit(f *frame, c cell) *policy.Expr {
	what := "exit " + c.id()
	w := &walk{r: r, f: f, what: what, busy: map[*ssa.BasicBlock]bool{}, ret: func(ret *ssa.Return) *policy.Expr {
		return r.before(f, c, ret.Block(), indexOf(ret))
	}}
	if e := w.from(f.fn.Blocks[0]); e != nil {
		return e
	}
	return r.opaque(c.typ, "no return")
}

func (c cell) id() string {
	n := 0
	if c.f != nil {
		n = c.f.id
	}
	return fmt.Sprintf("%d.%s%s", n, c.root.Name(), c.path)
}

// atStart reads c at the start of block b.
func (r *Reader) atStart(f *frame, c cell, b *ssa.BasicBlock) *policy.Expr {
	k := cellKey{f, b, c.root, c.f, c.path}
	if e, ok := r.cellsAt[k]; ok {
		if e == nil {
			return r.opaque(c.typ, "cycle")
		}
		return e
	}
	r.cellsAt[k] = nil
	e := r.start(f, c, b, k)
	if r.cellsAt[k] == nil {
		r.cellsAt[k] = e
	}
	return r.cellsAt[k]
}

func (r *Reader) start(f *frame, c cell, b *ssa.BasicBlock, k cellKey) *policy.Expr {
	end := func(i int) *policy.Expr { return r.before(f, c, b.Preds[i], len(b.Preds[i].Instrs)) }
	if len(b.Preds) == 0 || b == f.fn.Blocks[0] {
		return r.atEntry(f, c, k)
	}
	if l := r.pkg.Loops(f.fn).Headed(b); l != nil {
		if !r.changes(f, l, c) {
			for i, p := range b.Preds {
				if !l.Blocks[p] {
					return end(i)
				}
			}
		}
		if f == r.root && b == r.cycle.Header {
			return r.cellState(c, k, func(s *policy.Expr) { r.bindState(s, l, c.typ, end) })
		}
		return r.opaque(c.typ, "changed in an inner loop")
	}
	if len(b.Preds) == 1 {
		return end(0)
	}
	if !r.pkg.mayStore(f.fn, c.last) {
		return r.before(f, c, b.Idom(), len(b.Idom().Instrs))
	}
	return r.join(f, b, c.id(), c.typ, end)
}

// cellState makes a state variable for the cell c; bind gives it its values.
func (r *Reader) cellState(c cell, k cellKey, bind func(s *policy.Expr)) *policy.Expr {
	kind, ok := kindOf(c.typ)
	if !ok {
		return r.opaque(c.typ, "state")
	}
	s := r.B.State(r.fresh(c.title()), kind)
	r.cellsAt[k] = s
	r.later(func() { bind(s) })
	return s
}

// title is the cell's name in the source, as far as it has one.
func (c cell) title() string {
	if v, ok := c.last.(*types.Var); ok {
		return v.Name()
	}
	if c.name != "" {
		return c.name
	}
	switch v := c.root.(type) {
	case *ssa.Alloc:
		return v.Comment
	case *ssa.Global:
		return v.Name()
	case *ssa.Parameter:
		return v.Name()
	}
	return "v"
}

// changes reports whether the loop l may store to c.
func (r *Reader) changes(f *frame, l *Loop, c cell) bool {
	if c.last == nil {
		return false
	}
	for _, b := range l.ordered() {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if mayBe(in.Addr, c) && r.pkg.storesTo(in.Addr, c.last) {
					return true
				}
			case *ssa.Call:
				if isAtomic(in.Common()) {
					return true
				}
				if fn, _, _ := r.callee(f, in.Common()); fn != nil && r.pkg.mayStore(fn, c.last) {
					return true
				}
			}
		}
	}
	return false
}
