package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// reaching finds the context that reaches the operation.
func (sc *scope) reaching(l *loop, c ssa.CallInstruction) *reach {
	t := &tracer{l: l, seen: map[ssa.Value]bool{}}
	for _, v := range variadic(callArgs(c)) {
		if r := t.argument(v); r != nil {
			return r
		}
	}
	if mc, ok := strip(c.Common().Value).(*ssa.MakeClosure); ok {
		return t.closure(mc)
	}
	return nil
}

// A tracer follows contexts back to where they come from.
type tracer struct {
	l    *loop
	seen map[ssa.Value]bool
}

// argument finds the context in an argument of the operation.
func (t *tracer) argument(v ssa.Value) *reach {
	switch {
	case isContext(v.Type()):
		return t.context(v)
	case isRequest(v.Type()):
		return t.request(v)
	}
	switch x := strip(v).(type) {
	case *ssa.MakeClosure:
		return t.closure(x)
	case *ssa.Call:
		// Have: kv.Get(key, opts.WithContext(ctx))
		for _, a := range callArgs(x) {
			if isContext(a.Type()) && !t.seen[x] {
				return t.context(a)
			}
		}
	}
	return nil
}

// context follows a context to its root; nil: it is made anew, or never ends.
func (t *tracer) context(v ssa.Value) *reach {
	v = strip(v)
	if t.seen[v] {
		return nil
	}
	t.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		if isContext(v.Type()) {
			return &reach{name: v.Name()}
		}
		return &reach{name: v.Name() + ""}
	case *ssa.FreeVar:
		return &reach{name: v.Name()}
	case *ssa.Extract:
		return t.context(v.Tuple)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if r := t.context(e); r != nil {
				return r
			}
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return t.loaded(v.X)
		}
	case *ssa.Call:
		return t.made(v)
	}
	return nil
}

// loaded follows a context kept in memory.
func (t *tracer) loaded(addr ssa.Value) *reach {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		base := "its"
		if p, ok := strip(a.X).(*ssa.Parameter); ok {
			base = p.Name()
		}
		return &reach{name: base + "." + fieldName(a), field: fieldVar(a)}
	case *ssa.FreeVar:
		return &reach{name: a.Name()}
	case *ssa.Alloc:
		if a.Referrers() == nil {
			return nil
		}
		var found *reach
		for _, r := range *a.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == a && found == nil {
				found = t.context(s.Val)
			}
		}
		if found != nil && a.Comment != "" {
			found.name = a.Comment
		}
		return found
	}
	return nil
}

func fieldName(f *ssa.FieldAddr) string {
	if v := fieldVar(f); v != nil {
		return v.Name()
	}
	return "ctx"
}

// made follows a context that a call returned.
func (t *tracer) made(c *ssa.Call) *reach {
	pkg, name := calleePkg(c), calleeName(c)
	inside := t.l.contains(c)
	if isBackground(c) {
		return nil
	}
	if pkg == "context" {
		// Have: ctx, cancel := context.WithTimeout(parent, d)
		ends := strings.HasPrefix(name, "WithCancel") || strings.HasPrefix(name, "WithTimeout") || strings.HasPrefix(name, "WithDeadline")
		if ends && !inside && c.Parent() == t.l.fn {
			return &reach{name: "ctx"}
		}
		if a := callArgs(c); len(a) > 0 {
			r := t.context(a[0])
			if r != nil && ends {
				r.derived = true
			}
			return r
		}
		return nil
	}
	for _, a := range callArgs(c) {
		// Have: ctx, span := tracer.Start(ctx, "send"); req.Context()
		switch {
		case isRequest(a.Type()):
			r := t.request(a)
			if r != nil && !strings.HasSuffix(r.name, ")") {
				r.name += ".Context()"
			}
			return r
		case isContext(a.Type()):
			return t.context(a)
		}
	}
	if name == "Context" && (!inside || len(callArgs(c)) == 1) {
		return &reach{name: "Context()"}
	}
	return nil
}

// request follows a request to the context inside it.
func (t *tracer) request(v ssa.Value) *reach {
	v = strip(v)
	if t.seen[v] {
		return nil
	}
	t.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		return &reach{name: v.Name() + ".Context()"}
	case *ssa.FreeVar:
		return &reach{name: v.Name() + ".Context()"}
	case *ssa.Extract:
		return t.request(v.Tuple)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if r := t.request(e); r != nil {
				return r
			}
		}
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.FreeVar:
			return &reach{name: a.Name() + ".Context()"}
		case *ssa.FieldAddr:
			return &reach{name: fieldName(a) + ".Context()"}
		case *ssa.Alloc:
			if s := soleStore(a); s != nil {
				return t.request(s.Val)
			}
		}
	case *ssa.Call:
		for _, a := range callArgs(v) {
			switch {
			case isContext(a.Type()):
				return t.context(a)
			case isRequest(a.Type()):
				return t.request(a)
			}
		}
	}
	return nil
}

// closure finds a context that a closure captures and hands on.
func (t *tracer) closure(mc *ssa.MakeClosure) *reach {
	fn := mc.Fn.(*ssa.Function)
	for i, fv := range fn.FreeVars {
		if i >= len(mc.Bindings) {
			break
		}
		typ := fv.Type()
		if p, ok := typ.Underlying().(*types.Pointer); ok && !isRequest(typ) {
			typ = p.Elem()
		}
		var r *reach
		switch {
		case isContext(typ) && handsOn(fv):
			r = t.bound(mc.Bindings[i], false)
		case isRequest(typ) && handsOn(fv):
			r = t.bound(mc.Bindings[i], true)
		}
		if r != nil {
			return r
		}
	}
	return nil
}

// handsOn reports whether the closure uses what it captures.
func handsOn(fv *ssa.FreeVar) bool { return fv.Referrers() != nil && len(*fv.Referrers()) > 0 }

func (t *tracer) bound(b ssa.Value, request bool) *reach {
	switch a := b.(type) {
	case *ssa.Alloc:
		if request {
			if s := soleStore(a); s != nil {
				return t.request(s.Val)
			}
			return nil
		}
		return t.loaded(a)
	case *ssa.FreeVar:
		return &reach{name: a.Name()}
	}
	if request {
		return t.request(b)
	}
	return t.context(b)
}
