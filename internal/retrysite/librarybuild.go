package retrysite

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

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
	b := &built{lib: lib, way: way, node: e, env: map[string]setting{}, params: map[string]bool{}}
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
	switch {
	case k.Role == "policy":
		b.env[name] = setting{text: l.part(b, e)}
	case e == nil:
		b.env[name] = unseen(k)
	default:
		b.env[name] = l.value(e, k)
	}
}

// unseen is the setting of a knob about which nothing is seen.
func unseen(k known.Knob) setting {
	switch k.Role {
	case "":
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
	if e == nil {
		return "unknown"
	}
	node := l.resolve(e)
	if node == nil {
		return "unknown"
	}
	sub := l.build(node)
	if sub == nil || sub.open {
		return "unknown"
	}
	b.subs = append(b.subs, unref(node))
	b.ctx = b.ctx || sub.ctx
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
		return nil
	}
	if way == nil {
		return l.chained(e, lib, fn.Name())
	}
	if fn.Signature().Recv() != nil {
		return l.chained(e, lib, fn.Name())
	}
	b := l.start(lib, way, e, false)
	l.apply(b, way.Args, e.Args, e.Ellipsis.IsValid())
	l.later(b)
	l.finish(b)
	return b
}

// chained builds from a method that sets a knob of what it is called on.
//
//	// Have: resty.New().SetRetryCount(3)
func (l *libraryReader) chained(e *ast.CallExpr, lib *known.Library, name string) *built {
	set := setOf(lib, name)
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if set == nil || !ok {
		return nil
	}
	if _, ok := ast.Unparen(sel.X).(*ast.CallExpr); !ok {
		return nil
	}
	from := l.build(sel.X)
	if from == nil || from.lib != lib {
		return nil
	}
	b := l.start(lib, from.way, e, false)
	for k, v := range from.env {
		b.env[k] = v
	}
	b.open, b.ctx, b.op = from.open, from.ctx, from.op
	b.subs = append(b.subs, unref(sel.X))
	l.apply(b, set.Args, e.Args, e.Ellipsis.IsValid())
	l.later(b)
	l.finish(b)
	return b
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

// options applies the options of a call.
func (l *libraryReader) options(b *built, values []ast.Expr, spread bool) {
	if spread && len(values) > 0 {
		last := values[len(values)-1]
		values = values[:len(values)-1]
		elems, ok := l.elements(last)
		if !ok {
			b.open = true
		}
		values = append(values[:len(values):len(values)], elems...)
	}
	for _, v := range values {
		l.option(b, v)
	}
}

// elements returns the elements of a slice of options.
//
//	// Have: opts := []retry.Option{retry.Attempts(3)}; retry.Do(f, opts...)
//	// Have: retry.Do(f, append(common, retry.Attempts(3))...)
func (l *libraryReader) elements(e ast.Expr) ([]ast.Expr, bool) {
	switch x := l.resolve(e).(type) {
	case *ast.CompositeLit:
		if _, ok := l.info.TypeOf(x).Underlying().(*types.Slice); ok {
			return x.Elts, true
		}
	case *ast.CallExpr:
		id, ok := ast.Unparen(x.Fun).(*ast.Ident)
		if !ok || id.Name != "append" || len(x.Args) == 0 || x.Ellipsis.IsValid() {
			break
		}
		if _, ok := l.info.Uses[id].(*types.Builtin); !ok {
			break
		}
		if elems, ok := l.elements(x.Args[0]); ok {
			return append(elems[:len(elems):len(elems)], x.Args[1:]...), true
		}
	}
	return nil, false
}

// option applies one option: a call of the library's, or a function that sets fields.
func (l *libraryReader) option(b *built, v ast.Expr) {
	switch x := l.resolve(v).(type) {
	case *ast.CallExpr:
		if fn := l.callee(x); fn != nil && l.libraryOf(fn) == b.lib {
			if set := setOf(b.lib, fn.Name()); set != nil {
				l.apply(b, set.Args, x.Args, x.Ellipsis.IsValid())
				return
			}
		}
	case *ast.FuncLit:
		// Have: retry.NewStandard(func(o *retry.StandardOptions) { o.MaxBackoff = d })
		if ps := x.Type.Params; len(ps.List) == 1 && len(ps.List[0].Names) == 1 {
			if obj := l.info.Defs[ps.List[0].Names[0]]; obj != nil {
				l.sets(b, obj, x.Body)
				return
			}
		}
	}
	b.open = true
}

// later applies what is done to the variable or field that b is assigned to.
func (l *libraryReader) later(b *built) {
	for _, k := range b.lib.Knobs {
		if l.loose(b, k.Name) {
			b.env[k.Name] = unseen(k)
		}
	}
	if obj := l.ix.targets[b.node]; obj != nil {
		l.sets(b, obj, l.ix.block[b.node])
	}
}

// sets applies x.F = v and x.M(v) for x; what stands in another block than
// home may or may not happen.
func (l *libraryReader) sets(b *built, x types.Object, home ast.Node) {
	for _, f := range l.ix.fields[x] {
		value := f.value
		if f.block != home {
			value = nil
		}
		l.set(b, f.field.Name(), value)
	}
	for _, c := range l.ix.calls[x] {
		fn := l.callee(c)
		if fn == nil || fn.Signature().Recv() == nil || l.libraryOf(fn) != b.lib {
			continue
		}
		set := setOf(b.lib, fn.Name())
		if set == nil {
			continue
		}
		if l.ix.block[c] == home || strings.HasPrefix(set.Args, ";") {
			l.apply(b, set.Args, c.Args, c.Ellipsis.IsValid())
			continue
		}
		for _, name := range argNames(set.Args) {
			l.set(b, strings.TrimPrefix(name, "*"), nil)
		}
	}
}

// loose reports whether the package sets a field of that name, of the type
// that b is, through something that is not followed.
//
//	// Have: func widen(b *wait.Backoff) { b.Jitter = 1 }
func (l *libraryReader) loose(b *built, field string) bool {
	for x, sets := range l.ix.fields {
		if x != nil && l.follows(x) {
			continue
		}
		for _, f := range sets {
			if f.field.Name() == field && f.field.Pkg() != nil && l.libraryOf(f.field) == b.lib && !l.optionParam(x) {
				return true
			}
		}
	}
	return false
}

// follows reports whether all that x is ever assigned is a literal or a call.
func (l *libraryReader) follows(x types.Object) bool {
	vs := l.ix.assigns[x]
	for _, v := range vs {
		if v == nil {
			return false
		}
		switch unref(v).(type) {
		case *ast.CompositeLit, *ast.CallExpr:
		default:
			return false
		}
	}
	return len(vs) > 0
}

// optionParam reports whether x is the parameter of a function literal.
func (l *libraryReader) optionParam(x types.Object) bool {
	if x == nil {
		return false
	}
	fn := l.funcAt(x.Pos())
	if fn == nil {
		return false
	}
	lit, ok := fn.Syntax().(*ast.FuncLit)
	return ok && lit.Type.Pos() <= x.Pos() && x.Pos() < lit.Body.Pos()
}

// resolve returns the expression that makes the value of e: a literal, a call,
// a function or a variable of a library; nil if there is more than one.
func (l *libraryReader) resolve(e ast.Expr) ast.Expr {
	e = unref(e)
	for range 8 {
		switch x := e.(type) {
		case *ast.CompositeLit, *ast.CallExpr, *ast.FuncLit:
			return e
		case *ast.Ident, *ast.SelectorExpr:
			if next := l.source(x); next != nil {
				e = unref(next)
				continue
			}
			return e
		default:
			return nil
		}
	}
	return nil
}

// source returns what the variable or field e holds: by SSA the value that
// reaches it, else the one thing that is ever assigned to it.
func (l *libraryReader) source(e ast.Expr) ast.Expr {
	obj := objectOf(l.info, e)
	if obj == nil || obj.Pkg() != l.s.pass.Pkg {
		return nil
	}
	if fn := l.funcAt(e.Pos()); fn != nil {
		if v, _ := fn.ValueForExpr(e); v != nil {
			if call, ok := strip(v).(*ssa.Call); ok {
				if x := l.s.sc.exprs[call.Pos()]; x != nil {
					return x
				}
			}
			if _, ok := strip(v).(*ssa.Phi); ok {
				return nil
			}
		}
	}
	if vs := l.ix.assigns[obj]; len(vs) == 1 {
		return vs[0]
	}
	return nil
}
