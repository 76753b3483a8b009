package reading

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// elements returns the elements of the slice, array or pointer to array v, if
// it is a literal.
//
//	// Have: var delays = []time.Duration{time.Second, 2 * time.Second}
func (r *Reader) elements(f *frame, v ssa.Value) []*policy.Expr {
	g, v := r.resolve(f, v, 0)
	if s, ok := v.(*ssa.Slice); ok && s.Low == nil && s.High == nil {
		g, v = r.resolve(g, s.X, 0)
	}
	if ld, ok := v.(*ssa.UnOp); ok { // an array loaded as a whole
		v = ld.X
	}
	a, ok := v.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	arr, ok := a.Elem().Underlying().(*types.Array)
	if !ok || arr.Len() == 0 || arr.Len() > 64 {
		return nil
	}
	k, ok := kindOf(arr.Elem())
	if !ok {
		return nil
	}
	elems := make([]*policy.Expr, arr.Len())
	for i := range elems {
		elems[i] = r.zero(k)
	}
	refs := referrers(r, v)
	for _, u := range refs {
		ix, ok := u.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		i, ok := constIndex(ix.Index)
		for _, w := range *ix.Referrers() {
			st, isStore := w.(*ssa.Store)
			if !isStore || st.Addr != ix {
				continue
			}
			if !ok || i >= len(elems) || elems[i] != r.zero(k) {
				return nil // written at a place not seen, or twice
			}
			elems[i] = r.operand(r.frameOf(g, st.Parent()), st.Val, st.Block())
		}
	}
	return elems
}

// referrers returns the instructions that use v; those of a global are
// searched in the package.
func referrers(r *Reader, v ssa.Value) []ssa.Instruction {
	if refs := v.Referrers(); refs != nil {
		return *refs
	}
	var out []ssa.Instruction
	for _, fn := range r.pkg.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if ix, ok := in.(*ssa.IndexAddr); ok && ix.X == v {
					out = append(out, ix)
				}
			}
		}
	}
	return out
}

func (r *Reader) frameOf(g *frame, fn *ssa.Function) *frame {
	if g != nil && g.fn == fn {
		return g
	}
	return r.static(fn)
}

func constIndex(v ssa.Value) (int, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	i, exact := constant.Int64Val(constant.ToInt(c.Value))
	return int(i), exact && i >= 0
}

// index reads x[i].
func (r *Reader) index(f *frame, x, i ssa.Value, use *ssa.BasicBlock, t types.Type) *policy.Expr {
	elems := r.elements(f, x)
	if elems == nil {
		elems, _ = r.list(f, x, 0)
	}
	if elems == nil {
		return r.opaque(t, "element of "+strings.TrimPrefix(x.Type().String(), "[]"))
	}
	return r.B.Table(r.operand(f, i, use), elems)
}

func length(r *Reader, f *frame, v *ssa.Call, t types.Type) *policy.Expr {
	if es := r.elements(f, v.Common().Args[0]); es != nil {
		return r.B.Int(policy.Int64, int64(len(es)))
	}
	if es, ok := r.list(f, v.Common().Args[0], 0); ok && es != nil {
		return r.B.Int(policy.Int64, int64(len(es)))
	}
	return nil
}
