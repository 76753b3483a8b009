package reading

import (
	"golang.org/x/tools/go/ssa"
)

// resolve follows v, a function, pointer, slice or interface, to the value
// that defines it: through parameters, captured variables, variables and
// fields stored once, and functions that return one thing. It returns v where
// it cannot be followed.
func (r *Reader) resolve(f *frame, v ssa.Value, depth int) (*frame, ssa.Value) {
	if depth > 12 {
		return f, v
	}
	switch v.(type) {
	case *ssa.Function, *ssa.MakeClosure, *ssa.Const, *ssa.Alloc, *ssa.Global:
		return f, v // it defines itself
	}
	k := resolveKey{f, v}
	if d, ok := r.defs[k]; ok {
		return d.f, d.v
	}
	if !r.spend(1) {
		return f, v
	}
	r.defs[k] = k // Have: for it := first; it != nil; it = it.Next() { ... }
	g, w := r.resolveOnce(f, v, depth)
	r.defs[k] = resolveKey{g, w}
	return g, w
}

func (r *Reader) resolvePhi(f *frame, v *ssa.Phi, depth int) (*frame, ssa.Value) {
	var g *frame
	var w ssa.Value
	for _, e := range v.Edges {
		if isNil(e) || e == v {
			continue
		}
		h, x := r.resolve(f, e, depth+1)
		if w != nil && (h != g || x != w) {
			return f, v
		}
		g, w = h, x
	}
	if w == nil {
		return f, v
	}
	return g, w
}

func (r *Reader) resolveCall(f *frame, v ssa.Value, c *ssa.Call, i, depth int) (*frame, ssa.Value) {
	fn, mc, made := r.callee(f, c.Common())
	if fn == nil {
		return f, v
	}
	g := r.enter(f, c, fn, mc, made)
	if g == nil {
		return f, v
	}
	var h *frame
	var w ssa.Value
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) || isNil(ret.Results[i]) {
			continue
		}
		k, x := r.resolve(g, ret.Results[i], depth+1)
		if w != nil && (k != h || x != w) {
			return f, v
		}
		h, w = k, x
	}
	if w == nil {
		return f, v
	}
	return h, w
}

// soleStore returns the one store that the loaded variable, field or global
// ever gets, and the frame it is in; stores of nil and of a setter's parameter
// do not count.
func (r *Reader) soleStore(f *frame, v *ssa.UnOp) (*ssa.Store, *frame) {
	var stores []*ssa.Store
	base := f
	switch a := v.X.(type) {
	case *ssa.Alloc:
		stores = r.pkg.allocs[a]
	case *ssa.FreeVar:
		if al := r.pkg.captured(a); al != nil {
			stores = r.pkg.allocs[al]
			for base = f; base != nil && base.fn != al.Parent(); base = base.made {
			}
		}
	case *ssa.Global:
		stores = r.pkg.globals[a]
		base = nil
		if r.pkg.Partial {
			return nil, nil
		}
	case *ssa.FieldAddr:
		stores = r.pkg.fields[fieldOf(a)]
		base = nil
		if g := r.ownField(f, a, stores); g != nil {
			return g, f
		}
		if r.pkg.Partial {
			return nil, nil
		}
	}
	var only *ssa.Store
	for _, st := range stores {
		if _, setter := st.Val.(*ssa.Parameter); isNil(st.Val) || setter && len(stores) > 1 {
			continue
		}
		if only != nil {
			return nil, nil
		}
		only = st
	}
	if only == nil {
		return nil, nil
	}
	if base == nil || base.fn != only.Parent() {
		base = r.static(only.Parent())
	}
	return only, base
}

// ownField returns the one store to the field a of a struct made in the same
// function.
func (r *Reader) ownField(f *frame, a *ssa.FieldAddr, stores []*ssa.Store) *ssa.Store {
	al, ok := a.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var only *ssa.Store
	for _, st := range stores {
		if b, ok := st.Addr.(*ssa.FieldAddr); ok && b.X == al && b.Field == a.Field {
			if only != nil {
				return nil
			}
			only = st
		}
	}
	return only
}

// onlyCaller returns the one call of fn, if there can be no other.
func (r *Reader) onlyCaller(fn *ssa.Function) ssa.CallInstruction {
	if calls, all := r.pkg.Callers(fn); all && len(calls) == 1 && calls[0].Parent() != fn {
		return calls[0]
	}
	return nil
}
