package retrysite

import (
	"golang.org/x/tools/go/ssa"
)

// parameter follows a parameter to what is given for it; given is called where
// that comes from outside the package.
func (t *bodies) parameter(p *ssa.Parameter, fr *frame, out bool, follow func(ssa.Value, *frame, bool), given func()) {
	i := paramIndex(p)
	for ; fr != nil && fr.fn != p.Parent(); fr = fr.up {
	}
	switch {
	case i < 0 || fr == nil || fr.call == nil && fr.up != nil:
		t.doubt(out)
		return
	case fr.call != nil:
		if args := callArgs(fr.call); i < len(args) {
			follow(args[i], fr.up, out)
		}
		return
	case p.Parent() == t.l.fn && t.operation:
		t.doubt(out) // what attempts it again gives it
		return
	case p.Parent() == t.l.fn && t.l.passesNew(p, i):
		return
	}
	if p.Parent() == t.l.fn && t.name == "" && readsLike(p.Type()) {
		t.name = p.Name()
	}
	known := false
	for _, c := range t.sc.callers[funcKey(p.Parent())] {
		if args := callArgs(c); i < len(args) && c.Parent() != p.Parent() {
			known = true
			follow(args[i], &frame{fn: c.Parent()}, true)
		}
	}
	if !known {
		given()
	}
}

// passesNew reports whether a recursion calls itself with something else for
// its i-th parameter p.
func (l *loop) passesNew(p *ssa.Parameter, i int) bool {
	calls, kept := false, false
	for _, b := range l.back {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || c.Call.StaticCallee() != l.fn || i >= len(c.Call.Args) {
				continue
			}
			calls = true
			kept = kept || isStill(p, c.Call.Args[i], 4)
		}
	}
	return calls && !kept
}

// captured follows a captured variable to the function around.
func (t *bodies) captured(fv *ssa.FreeVar, fr *frame, out bool, follow func(ssa.Value, *frame, bool)) {
	b := binding(fv)
	if b == nil {
		t.doubt(out)
		return
	}
	up := fr
	for ; up != nil && up.fn != fv.Parent().Parent(); up = up.up {
	}
	if up == nil {
		up = &frame{fn: fv.Parent().Parent()}
		out = true
	}
	follow(b, up, out || fv.Parent() == t.l.fn)
}

// loaded follows a value kept in memory.
func (t *bodies) loaded(u *ssa.UnOp, fr *frame, out bool, follow func(ssa.Value, *frame, bool)) {
	switch a := u.X.(type) {
	case *ssa.Alloc:
		t.stores(a, fr, out, follow)
	case *ssa.FreeVar:
		if stores(a.Parent(), a) {
			t.doubt(out) // it is set for each attempt, or may be
			return
		}
		b, ok := binding(a).(*ssa.Alloc)
		if !ok {
			t.doubt(out)
			return
		}
		up := &frame{fn: b.Parent()}
		for f := fr; f != nil; f = f.up {
			if f.fn == b.Parent() {
				up = f
			}
		}
		t.stores(b, up, out || a.Parent() == t.l.fn, follow)
	case *ssa.FieldAddr:
		if isRequest(u.Type()) {
			t.heldRequest(a, out)
			return
		}
		t.field(a, fr, out)
	case *ssa.Global:
		if a.Name() != "NoBody" {
			t.doubt(out)
		}
	default:
		t.doubt(out)
	}
}

// stores follows what is stored to a variable.
func (t *bodies) stores(a *ssa.Alloc, fr *frame, out bool, follow func(ssa.Value, *frame, bool)) {
	if a.Referrers() == nil {
		return
	}
	var all []*ssa.Store
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == ssa.Value(a) {
				all = append(all, r)
			}
		case *ssa.MakeClosure:
			for i, b := range r.Bindings {
				if fn := r.Fn.(*ssa.Function); b == ssa.Value(a) && stores(fn, fn.FreeVars[i]) {
					t.doubt(out)
				}
			}
		}
	}
	for _, s := range all {
		if t.inside(s, out) && s.Parent() == t.l.fn && !t.inside(a, out) {
			t.doubt(out) // it is another one in some rounds
		}
		follow(s.Val, fr, out)
	}
}

// heldRequest reads a request that another function has put into a field.
//
//	// Have: func (c *call) Do() { …; c.client.do(c.req) }
func (t *bodies) heldRequest(f *ssa.FieldAddr, out bool) {
	if !out {
		t.doubt(out)
		return
	}
	for _, s := range t.sc.fieldStores(f) {
		t.request(s.Val, &frame{fn: s.Parent()}, true)
	}
}

// field reads a reader kept in a field: it is from before if the struct is, and
// the round does not set it.
//
//	// Have: body = options.RawBody
func (t *bodies) field(f *ssa.FieldAddr, fr *frame, out bool) {
	v := fieldVar(f)
	if v == nil || !readsLike(v.Type()) {
		t.doubt(out)
		return
	}
	base := strip(f.X)
	for range bodyDepth {
		p, ok := base.(*ssa.Parameter)
		if !ok || fr == nil || fr.call == nil || p.Parent() != fr.fn {
			break
		}
		if args := callArgs(fr.call); paramIndex(p) < len(args) {
			base = strip(args[paramIndex(p)])
		}
		fr = fr.up
	}
	p, ok := base.(*ssa.Parameter)
	if !ok || p.Parent() != t.l.fn || t.operation || t.l.passesAnother(p) {
		t.doubt(out)
		return
	}
	for _, s := range t.sc.fieldStores(f) {
		if s.Parent() == t.l.fn {
			t.doubt(out)
			return
		}
	}
	t.kept = true
	t.name = p.Name() + "." + v.Name()
}

// isStill reports whether v is the parameter, or a copy that shares its body.
func isStill(p *ssa.Parameter, v ssa.Value, left int) bool {
	v = strip(v)
	if v == ssa.Value(p) || left == 0 {
		return v == ssa.Value(p)
	}
	switch x := v.(type) {
	case *ssa.Call:
		for _, a := range callArgs(x) {
			if isRequest(a.Type()) && isRequest(x.Type()) {
				return isStill(p, a, left-1)
			}
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			if isStill(p, e, left-1) {
				return true
			}
		}
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.Alloc); ok && soleStore(a) != nil {
			return isStill(p, soleStore(a).Val, left-1)
		}
	}
	return false
}
