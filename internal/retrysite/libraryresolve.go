package retrysite

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"
)

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
			v = strip(v)
			if x, ok := v.(*ssa.Extract); ok && x.Index == 0 {
				v = x.Tuple // Have: c, err := client.New()
			}
			if call, ok := v.(*ssa.Call); ok {
				if x := l.s.sc.exprs[call.Pos()]; x != nil {
					return x
				}
			}
			if _, ok := v.(*ssa.Phi); ok {
				return nil
			}
		}
	}
	if vs := l.ix.assigns[obj]; len(vs) == 1 {
		return vs[0]
	}
	return nil
}
