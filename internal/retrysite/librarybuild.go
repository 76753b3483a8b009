package retrysite

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/retrylint/retrylint/internal/known"
)

// build returns what e makes, nil if it is no policy of a library that is known.
func (l *libraryReader) build(e ast.Expr) *built {
	e = unref(e)
	if b, ok := l.built[e]; ok || l.busy[e] {
		return b
	}
	l.busy[e] = true
	b := l.make(e)
	delete(l.busy, e)
	l.built[e] = b
	return b
}

func (l *libraryReader) make(e ast.Expr) *built {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return l.literal(e)
	case *ast.CallExpr:
		return l.call(e)
	case *ast.Ident:
		return l.named(e, e)
	case *ast.SelectorExpr:
		return l.named(e, e.Sel)
	}
	return nil
}

// wayOf returns the way of that name in the library that obj belongs to.
func (l *libraryReader) wayOf(obj types.Object, name string) (*known.Library, *known.Way) {
	lib := l.libraryOf(obj)
	if lib == nil {
		return nil, nil
	}
	for i := range lib.Ways {
		if lib.Ways[i].Name == name {
			return lib, &lib.Ways[i]
		}
	}
	return lib, nil
}

func setOf(lib *known.Library, name string) *known.Set {
	for i := range lib.Sets {
		if lib.Sets[i].Name == name {
			return &lib.Sets[i]
		}
	}
	return nil
}

// literal builds from T{F: v}.
func (l *libraryReader) literal(e *ast.CompositeLit) *built {
	t := l.info.TypeOf(e)
	if t == nil {
		return nil
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	lib, way := l.wayOf(n.Obj(), n.Obj().Name()+"{}")
	if way == nil {
		return nil
	}
	b := l.start(lib, way, e, true)
	st, _ := n.Underlying().(*types.Struct)
	for i, el := range e.Elts {
		name, value := "", el
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if k, ok := kv.Key.(*ast.Ident); ok {
				name = k.Name
			}
			value = kv.Value
		} else if st != nil && i < st.NumFields() {
			name = st.Field(i).Name()
		}
		l.set(b, name, value)
	}
	l.later(b)
	l.finish(b)
	return b
}

// start returns a policy with its knobs as the way leaves them.
func (l *libraryReader) start(lib *known.Library, way *known.Way, e ast.Expr, literal bool) *built {
	b := &built{lib: lib, way: way, node: e, env: map[string]setting{}, params: map[string]bool{}, given: map[string][]ast.Expr{}}
	for _, k := range lib.Knobs {
		if literal || k.Default == "" {
			b.env[k.Name] = zeroOf(k)
		} else {
			b.env[k.Name] = setting{text: k.Default}
		}
	}
	return b
}

func zeroOf(k known.Knob) setting {
	if k.Zero != "" {
		return setting{text: k.Zero}
	}
	return setting{text: "0", zero: true}
}

func knobOf(lib *known.Library, name string) (known.Knob, bool) {
	for _, k := range lib.Knobs {
		if k.Name == name {
			return k, true
		}
	}
	return known.Knob{}, false
}

// set gives the knob of that name the value e; a nil e is one that is not seen.
func (l *libraryReader) set(b *built, name string, e ast.Expr) {
	k, ok := knobOf(b.lib, name)
	if !ok {
		return
	}
	b.params[name] = true
	b.given[name] = append(b.given[name], e)
	switch {
	case k.Role == "op":
		b.op = e
	case k.Role == "ctx":
		b.ctx = true // Have: Stop: ctx.Done()
	case k.Role == "policy":
		blind := b.blind
		b.env[name] = setting{text: l.part(b, e)}
		b.blind = blind // what waits does not decide
	case k.Role == "json":
		l.serviceConfig(b, e)
	case e == nil:
		b.env[name] = unseen(k)
	default:
		b.env[name] = l.value(e, k)
	}
}

// unseen is the setting of a knob about which nothing is seen.
func unseen(k known.Knob) setting {
	switch k.Role {
	case "", "ms":
		return setting{text: "?" + k.Name}
	case "flag":
		return setting{text: "?flag_" + k.Name}
	case "policy":
		return setting{text: "unknown"}
	}
	return setting{text: "?" + k.Name + "." + k.Role}
}

// part returns the text of a policy given to another: of one that is only a
// part, over the knobs of the whole.
func (l *libraryReader) part(b *built, e ast.Expr) string {
	var node ast.Expr
	var sub *built
	if e != nil {
		node = l.resolve(e)
	}
	if node != nil {
		sub = l.build(node)
	}
	if sub == nil || sub.open {
		b.blind = true
		return "unknown"
	}
	b.subs = append(b.subs, unref(node))
	b.blind = b.blind || sub.blind
	if b.op == nil && len(argNames(b.way.Args)) == 1 && b.way.Delay == "" {
		b.op = sub.op // Have: retry.Call(retry.CallArgs{Func: op})
	}
	b.ctx, b.far = b.ctx || sub.ctx, b.far || sub.far
	if sub.way.Part {
		return "(" + sub.delay + ")"
	}
	b.where = append(b.where, sub.where...)
	if b.limit == "" {
		b.limit = sub.limit
	}
	if sub.delay == "" {
		return "unknown"
	}
	return "(" + sub.delay + ")"
}

// named builds from a function or variable of a library that is used as a value.
func (l *libraryReader) named(e ast.Expr, id *ast.Ident) *built {
	obj := l.info.Uses[id]
	switch obj.(type) {
	case *types.Func, *types.Var:
	default:
		return nil
	}
	lib, way := l.wayOf(obj, obj.Name())
	if way == nil || way.Delay == "" && !way.Sum {
		return nil
	}
	b := l.start(lib, way, e, false)
	l.finish(b)
	return b
}

// call builds from a call of a constructor, wrapper or method.
func (l *libraryReader) call(e *ast.CallExpr) *built {
	fn := l.callee(e)
	if fn == nil {
		return nil
	}
	lib, way := l.wayOf(fn, fn.Name())
	if lib == nil {
		return l.elsewhere(e, fn)
	}
	if way == nil {
		return l.chained(e, lib, fn.Name())
	}
	b := l.start(lib, way, e, false)
	if fn.Signature().Recv() != nil {
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && runsInLibrary(fn) {
			l.part(b, sel.X) // Have: r := retrier.New(…); r.Run(op)
		} else {
			return l.chained(e, lib, fn.Name())
		}
	}
	l.apply(b, way.Args, e.Args, e.Ellipsis.IsValid())
	l.later(b)
	l.finish(b)
	return b
}

// chained builds from a method that sets a knob of what it is called on.
//
//	// Have: resty.New().SetRetryCount(3)
func (l *libraryReader) chained(e *ast.CallExpr, lib *known.Library, name string) (b *built) {
	set := setOf(lib, name)
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if _, ok := ast.Unparen(sel.X).(*ast.CallExpr); !ok {
		return nil
	}
	from := l.build(sel.X)
	if from == nil || !related(from.lib, lib) {
		return nil
	}
	if set == nil {
		if t := l.info.TypeOf(e); t == nil || !types.Identical(t, l.info.TypeOf(sel.X)) {
			return nil
		}
		// Have: builder.WithSomething(x), which the tables do not know
		set = &known.Set{Name: name}
		defer func() { b.open = true }()
	}
	b = l.start(from.lib, from.way, e, false)
	for k, v := range from.env {
		b.env[k] = v
	}
	for k := range from.params {
		b.given[k] = []ast.Expr{nil} // by a call before this one
	}
	b.open, b.ctx, b.op, b.far = from.open, from.ctx, from.op, from.far
	b.subs = append(b.subs, unref(sel.X))
	l.apply(b, set.Args, e.Args, e.Ellipsis.IsValid())
	l.later(b)
	l.finish(b)
	return b
}

// related reports whether two packages of one module have the same knobs.
func related(a, b *known.Library) bool {
	return a == b || len(a.Knobs) > 0 && len(b.Knobs) > 0 && &a.Knobs[0] == &b.Knobs[0]
}

// callee returns the function that a call names.
func (l *libraryReader) callee(e *ast.CallExpr) *types.Func {
	fun := ast.Unparen(e.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	var id *ast.Ident
	switch f := fun.(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	fn, _ := l.info.Uses[id].(*types.Func)
	return fn
}

// argNames splits Args into the names of the positional arguments.
func argNames(args string) []string {
	args, _, _ = strings.Cut(args, ";")
	var out []string
	for a := range strings.SplitSeq(args, ",") {
		if a = strings.TrimSpace(a); a != "" {
			out = append(out, a)
		}
	}
	return out
}

// apply gives the knobs that args names the values of the arguments.
func (l *libraryReader) apply(b *built, args string, values []ast.Expr, spread bool) {
	var sum []string
	for i, name := range argNames(args) {
		if i >= len(values) && name != "..." && name != "*..." {
			break
		}
		switch {
		case name == "-":
		case name == "op":
			b.op = values[i]
		case name == "ctx":
			b.ctx = true
		case name == "...":
			l.options(b, values[min(i, len(values)):], spread)
		case name == "*...":
			for _, v := range values[min(i, len(values)):] {
				sum = append(sum, l.part(b, v))
			}
			b.open = b.open || spread
		case strings.HasPrefix(name, "*"):
			if _, ok := knobOf(b.lib, name[1:]); ok {
				l.set(b, name[1:], values[i])
			} else {
				b.env[name[1:]] = setting{text: l.part(b, values[i])}
				b.params[name[1:]] = true
			}
		default:
			l.set(b, name, values[i])
		}
	}
	if len(sum) > 0 {
		b.env["sum"] = setting{text: strings.Join(sum, " + ")}
	}
	_, consts, _ := strings.Cut(args, ";")
	for c := range strings.SplitSeq(consts, ",") {
		if name, text, ok := strings.Cut(strings.TrimSpace(c), "="); ok {
			b.env[name] = setting{text: text, zero: text == "0"}
			b.params[name] = true
		}
	}
}
