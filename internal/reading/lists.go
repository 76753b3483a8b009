package reading

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// maxList bounds the length of a list that is built by append.
const maxList = 64

// list returns the elements of a slice built by append, nil if they cannot be
// told. Its draws are made once per client.
//
//	// Have: for d := low; d < high; d *= 2 { list = append(list, d) }
func (r *Reader) list(f *frame, v ssa.Value, depth int) ([]*policy.Expr, bool) {
	if depth > 8 {
		return nil, false
	}
	f, v = r.resolveList(f, v)
	switch v := v.(type) {
	case *ssa.Const:
		return nil, v.Value == nil
	case *ssa.MakeSlice:
		n, ok := constIndex(v.Len)
		return nil, ok && n == 0
	case *ssa.Slice:
		if c, ok := constIndex(v.High); v.High != nil && ok && c == 0 {
			return nil, true
		}
		es := r.elements(f, v)
		return es, es != nil
	case *ssa.Call:
		if calleeName(v.Common()) != "builtin append" || len(v.Common().Args) != 2 {
			return nil, false
		}
		head, ok := r.list(f, v.Common().Args[0], depth+1)
		tail := r.elements(f, v.Common().Args[1])
		if !ok || tail == nil || len(head)+len(tail) > maxList {
			return nil, false
		}
		return append(append([]*policy.Expr{}, head...), tail...), true
	case *ssa.Phi:
		if l := r.pkg.Loops(f.fn).Headed(v.Block()); l != nil {
			return r.builtList(f, l, v, depth)
		}
	}
	return nil, false
}

// resolveList follows v as resolve does, but stops at a phi and an append.
func (r *Reader) resolveList(f *frame, v ssa.Value) (*frame, ssa.Value) {
	if _, phi := v.(*ssa.Phi); phi {
		return f, v
	}
	return r.resolve(f, v, 0)
}

// builtList runs the loop l, in which the slice v grows by one element a turn.
func (r *Reader) builtList(f *frame, l *Loop, v *ssa.Phi, depth int) ([]*policy.Expr, bool) {
	var list []*policy.Expr
	var grown *ssa.Call
	for i, p := range l.Header.Preds {
		if l.Blocks[p] {
			c, ok := v.Edges[i].(*ssa.Call)
			if !ok || grown != nil || calleeName(c.Common()) != "builtin append" || c.Common().Args[0] != v {
				return nil, false
			}
			grown = c
			continue
		}
		init, ok := r.list(f, v.Edges[i], depth+1)
		if !ok {
			return nil, false
		}
		list = append(list, init...)
	}
	last, ok := l.Header.Instrs[len(l.Header.Instrs)-1].(*ssa.If)
	if grown == nil || !ok {
		return nil, false
	}
	elems := r.elements(f, grown.Common().Args[1])
	again := r.cond(f, last.Cond)
	if !l.Blocks[l.Header.Succs[0]] {
		again = r.B.Op(policy.OpNot, policy.Bool, again)
	}
	lk := loopKey{f, l}
	r.bindInner(lk)
	if len(elems) != 1 {
		return nil, false
	}
	return r.unroll(lk, list, elems[0], again)
}

func (r *Reader) unroll(lk loopKey, list []*policy.Expr, elem, again *policy.Expr) ([]*policy.Expr, bool) {
	states := r.loops[lk]
	now := map[*policy.Expr]*policy.Expr{}
	for _, s := range states {
		now[s.Var] = s.Init
	}
	for n := 0; ; n++ {
		f := folder{b: r.B, to: now, memo: map[*policy.Expr]*policy.Expr{}, once: fmt.Sprintf("#%d", n)}
		more := f.rebuild(again)
		if more.Op != policy.OpConst || len(list) >= maxList {
			return nil, false
		}
		if more.Int == 0 {
			return list, true
		}
		list = append(list, f.rebuild(elem))
		next := map[*policy.Expr]*policy.Expr{}
		for _, s := range states {
			next[s.Var] = f.rebuild(s.Next)
		}
		now = next
	}
}
