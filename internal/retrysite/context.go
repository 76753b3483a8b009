package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A reach is a context from outside the loop that reaches the operation.
type reach struct {
	name    string
	derived bool // the operation gets one derived from it inside the loop
}

// contextOf says what the site knows of the context of its attempt.
func (sc *scope) contextOf(l *loop, a *attempt) Context {
	r := sc.reaching(l, a.call)
	if r == nil {
		return Context{Abort: sc.untestedAbort(l, a)}
	}
	ctx := Context{Reaches: true, Name: r.name}
	canceledWay := sc.follow(l, a.call, outcome{kind: canceled, flip: a.flip})
	expiredWay := sc.follow(l, a.call, outcome{kind: expired, flip: a.flip})
	ctx.Observed = sc.observed(l, a, canceledWay, expiredWay)
	if !r.derived {
		ctx.Retried = sc.retried(l, a, canceledWay, expiredWay)
	}
	if !ctx.Retried.IsValid() && ctx.Observed != IsObserved {
		ctx.Abort = sc.untestedAbort(l, a)
	}
	return ctx
}

// observed says whether the ways after the end of the context look at it.
func (sc *scope) observed(l *loop, a *attempt, ways ...*trail) Observed {
	out := NotObserved
	for _, t := range ways {
		switch {
		case t.observed || t.asked || !t.round:
			return IsObserved
		case t.tainted:
			out = ObservedUnknown
		}
	}
	if fn := sc.body(a.call); fn != nil && sc.observes(fn, bodyDepth) {
		return IsObserved
	}
	for _, v := range callArgs(a.call) {
		if fn := closureOf(strip(v)); fn != nil && len(fn.Blocks) > 0 && sc.observes(fn, bodyDepth) {
			return IsObserved
		}
	}
	if out == NotObserved && (sc.watched(l.fn) || wrapsWithContext(a.call) || l.passesOther(a.call)) {
		return ObservedUnknown
	}
	return out
}

// watched reports whether a closure written in the function watches a context:
// `go func() { <-ctx.Done(); conn.Close() }()`.
func (sc *scope) watched(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(ssa.CallInstruction)
		if !ok {
			return
		}
		if fullName(c) == "context.AfterFunc" || isDoneValue(c) && in.Parent() != fn {
			found = true
		}
	})
	return found
}

func isDoneValue(c ssa.CallInstruction) bool {
	v := c.Value()
	return v != nil && isDoneCall(v)
}

// wrapsWithContext reports whether an unseen function is given both a context and
// the operation: it may look at the context itself.
func wrapsWithContext(c ssa.CallInstruction) bool {
	fn := c.Common().StaticCallee()
	if fn != nil && len(fn.Blocks) > 0 || !takesContext(c.Common().Signature()) {
		return false
	}
	for _, v := range callArgs(c) {
		if closureOf(strip(v)) != nil {
			return true
		}
	}
	return false
}

// passesOther reports whether the loop hands a stop channel to the attempt.
func (l *loop) passesOther(c ssa.CallInstruction) bool {
	for _, v := range callArgs(c) {
		if ch, ok := v.Type().Underlying().(*types.Chan); ok {
			if st, ok := ch.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
				return true
			}
		}
	}
	return false
}

// retried returns the place where an error of the context is named as one to
// be retried: other errors leave where it goes round.
func (sc *scope) retried(l *loop, a *attempt, ways ...*trail) Range {
	plain := sc.follow(l, a.call, outcome{kind: failed, flip: a.flip})
	for i, t := range ways {
		other := ways[(i+1)%len(ways)]
		if len(t.named) == 0 || t.observed || other.observed || t.tainted || !t.round || len(other.named) > 0 && !other.round {
			continue
		}
		for e := range plain.exits {
			if !t.exits[e] {
				return sc.rangeAt(t.named[0])
			}
		}
	}
	return Range{}
}

func (sc *scope) rangeAt(pos token.Pos) Range {
	if x := sc.exprs[pos]; x != nil {
		return Range{x.Pos(), x.End()}
	}
	return Range{pos, pos}
}

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
		return &reach{name: base + "." + fieldName(a)}
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
	p, ok := f.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return "ctx"
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok || f.Field >= s.NumFields() {
		return "ctx"
	}
	return s.Field(f.Field).Name()
}

// made follows a context that a call returned.
func (t *tracer) made(c *ssa.Call) *reach {
	pkg, name := calleePkg(c), calleeName(c)
	inside := t.l.contains(c)
	if pkg == "context" {
		switch name {
		case "Background", "TODO", "WithoutCancel":
			return nil
		}
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

// untestedAbort returns a word for "nobody waits any more" that the operation
// is seen to return and the loop never tests.
func (sc *scope) untestedAbort(l *loop, a *attempt) string {
	fn := sc.body(a.call)
	if fn == nil || a.path.failed.tainted {
		return ""
	}
	for _, g := range returned(fn) {
		if g.Pkg == nil || !nameHas(g.Name(), "abort", "cancel", "permanent") || l.mentions(g) {
			continue
		}
		if p := g.Pkg.Pkg; p != sc.pkg.Pkg {
			if p.Path() == "net/http" {
				return "http." + g.Name()
			}
			continue
		}
		return g.Name()
	}
	return ""
}

// returned are the package variables that fn returns as its error.
func returned(fn *ssa.Function) []*ssa.Global {
	var out []*ssa.Global
	for _, b := range fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok || len(r.Results) == 0 {
			continue
		}
		vals := []ssa.Value{r.Results[len(r.Results)-1]}
		if p, ok := vals[0].(*ssa.Phi); ok {
			vals = p.Edges
		}
		for _, v := range vals {
			if g := sentinel(v); g != nil {
				out = append(out, g)
			}
		}
	}
	return out
}

// mentions reports whether the loop's function looks at the variable.
func (l *loop) mentions(g *ssa.Global) bool {
	found := false
	eachInstr(l.fn, func(in ssa.Instruction) {
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			found = found || *op == ssa.Value(g)
		}
	})
	return found
}
