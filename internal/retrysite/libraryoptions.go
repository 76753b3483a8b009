package retrysite

import (
	"go/ast"
	"go/types"
	"strings"
)

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
func (l *libraryReader) elements(e ast.Expr) ([]ast.Expr, bool) { return l.elementsIn(e, maxAppends) }

// maxAppends bounds the appends to one slice of options that are followed: one
// to a field may be the only assignment to it, and so lead to itself.
//
//	// Have: func (c *client) use(o retry.Option) { c.options = append(c.options, o) }
const maxAppends = 20

func (l *libraryReader) elementsIn(e ast.Expr, left int) ([]ast.Expr, bool) {
	if left == 0 {
		return nil, false
	}
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
		if elems, ok := l.elementsIn(x.Args[0], left-1); ok {
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
		if !l.loose(b, k.Name) {
			continue
		}
		switch k.Role {
		case "op", "ctx", "again", "never":
			l.set(b, k.Name, nil)
		default:
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
		if x != nil && l.follows(b, x) {
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

// follows reports whether all that x is ever assigned is built here: a literal,
// or a call that the tables know.
func (l *libraryReader) follows(b *built, x types.Object) bool {
	vs := l.ix.assigns[x]
	for _, v := range vs {
		if v == nil {
			return false
		}
		switch e := unref(v).(type) {
		case *ast.CompositeLit:
		case *ast.CallExpr:
			// Have: c := newClient(); c.Backoff = spread // which client is not seen
			if fn := l.callee(e); fn != nil && fn.Pkg() == l.s.pass.Pkg && fn.Pkg().Path() != b.lib.Path {
				return false
			}
			if e != b.node && !l.busy[e] && l.build(e) == nil {
				return false
			}
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
