package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A root is a variable that the delay, or a limit, is computed from.
type root struct {
	name string
	v    ssa.Value // a phi of the header, or the address of a cell
}

// maxRoots bounds the values that one is computed from.
const maxRoots = 200

// roots are the variables that v is computed from; via are the calls of the
// helpers in which v is read.
func (k *keeper) roots(v ssa.Value, via []ssa.CallInstruction) []root {
	var out []root
	seen := map[ssa.Value]bool{}
	add := func(name string, v ssa.Value) {
		for _, r := range out {
			if r.v == v || k.isCell(v, r) {
				return
			}
		}
		out = append(out, root{name, v})
	}
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > maxRoots {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Parameter:
			for _, c := range via {
				if sameFunc(k.sc.body(c), x.Parent()) {
					visit(argOf(c, x))
				}
			}
			return
		case *ssa.Phi:
			if x.Block() == k.l.header {
				if isNumber(x.Type()) {
					add(x.Comment, x)
				}
				return
			}
		case *ssa.UnOp:
			if x.Op == token.MUL && isNumber(x.Type()) {
				switch a := x.X.(type) {
				case *ssa.FieldAddr:
					add(fieldName(a), a)
				case *ssa.Alloc:
					if !k.l.contains(a) {
						add(a.Comment, a)
					}
				}
				return
			}
		case *ssa.Call:
			if fn := k.sc.body(x); fn != nil && len(via) < maxHelpers {
				k.fields(fn, add)
			}
		}
		in, ok := v.(ssa.Instruction)
		if !ok || in.Parent() == k.l.fn && !k.l.contains(in) {
			return
		}
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			visit(*op)
		}
	}
	visit(v)
	return out
}

func sameFunc(a, b *ssa.Function) bool { return a != nil && b != nil && funcKey(a) == funcKey(b) }

// fields adds the numeric fields of its receiver that a method moves.
//
//	// Have: func (b *backoff) next() time.Duration { b.n++; return b.base << b.n }
func (k *keeper) fields(fn *ssa.Function, add func(string, ssa.Value)) {
	if fn.Signature.Recv() == nil || len(fn.Params) == 0 {
		return
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			s, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			if f, ok := s.Addr.(*ssa.FieldAddr); ok && f.X == ssa.Value(fn.Params[0]) && isNumber(s.Val.Type()) {
				add(fieldName(f), f)
			}
		}
	}
}

// overwritten reports whether the struct of the field is stored as a whole.
//
//	// Have: *c = client{}
func (sc *scope) overwritten(v *types.Var) bool {
	found := false
	sc.eachOwn(func(in ssa.Instruction) {
		s, ok := in.(*ssa.Store)
		if !ok {
			return
		}
		st, ok := s.Val.Type().Underlying().(*types.Struct)
		if !ok {
			return
		}
		if a, ok := s.Addr.(*ssa.Alloc); ok && a.Parent() == in.Parent() {
			return
		}
		for f := range st.Fields() {
			found = found || f.Origin() == v
		}
	})
	return found
}

// lent reports whether the address of the field is given away.
//
//	// Have: atomic.StoreInt32(&c.failures, 0)
func (sc *scope) lent(v *types.Var) bool {
	found := false
	sc.eachOwn(func(in ssa.Instruction) {
		f, ok := in.(*ssa.FieldAddr)
		if !ok || found || fieldVar(f) != v || f.Referrers() == nil {
			return
		}
		for _, u := range *f.Referrers() {
			switch u := u.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.Store:
				found = found || u.Val == ssa.Value(f)
			default:
				found = true
			}
		}
	})
	return found
}

// eachOwn visits the instructions of the package's functions.
func (sc *scope) eachOwn(visit func(ssa.Instruction)) {
	for _, fn := range sc.funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				visit(in)
			}
		}
	}
}
