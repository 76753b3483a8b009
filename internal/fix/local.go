package fix

import (
	"go/ast"
	"go/token"
	"go/types"
)

// local reports whether x is made of numbers of the function it stands in alone:
// constants, and variables of the function that hold nothing else. What comes
// from a parameter, a field or another function may be 0 or below one day, and a
// draw from that panics.
func (e *editor) local(x ast.Expr) bool {
	var body *ast.BlockStmt
	for _, n := range e.path {
		if d, ok := n.(*ast.FuncDecl); ok {
			body = d.Body
		}
	}
	if body == nil {
		return false
	}
	l := localReader{e: e, body: body, seen: map[types.Object]bool{}}
	return l.expr(x)
}

type localReader struct {
	e    *editor
	body *ast.BlockStmt
	seen map[types.Object]bool
}

func (l *localReader) expr(x ast.Expr) bool {
	if l.e.pass.TypesInfo.Types[x].Value != nil {
		return true
	}
	switch x := x.(type) {
	case *ast.Ident:
		return l.variable(x)
	case *ast.ParenExpr:
		return l.expr(x.X)
	case *ast.BinaryExpr:
		return l.expr(x.X) && l.expr(x.Y)
	case *ast.CallExpr:
		if !l.pure(x) {
			return false
		}
		for _, a := range x.Args {
			if !l.expr(a) {
				return false
			}
		}
		return true
	}
	return false
}

// pure reports whether x is a conversion, min, max, or a power.
func (l *localReader) pure(x *ast.CallExpr) bool {
	tv := l.e.pass.TypesInfo.Types[x.Fun]
	if tv.IsType() || l.e.calls(x, "math.Pow") {
		return true
	}
	id, ok := x.Fun.(*ast.Ident)
	return ok && tv.IsBuiltin() && (id.Name == "min" || id.Name == "max")
}

// variable reports whether the variable id is the function's own, and is only
// ever assigned what is local too.
func (l *localReader) variable(id *ast.Ident) bool {
	v, ok := l.e.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Pos() < l.body.Pos() || l.body.End() <= v.Pos() || l.parameter(v) {
		return false
	}
	if l.seen[v] {
		return true
	}
	l.seen[v] = true
	is := func(x ast.Expr) bool {
		i, ok := ast.Unparen(x).(*ast.Ident)
		return ok && l.e.pass.TypesInfo.ObjectOf(i) == v
	}
	fine := true
	ast.Inspect(l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if is(lhs) && (len(n.Lhs) != len(n.Rhs) || !l.expr(n.Rhs[i])) {
					fine = false
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if is(name) && (len(n.Values) > 0 && len(n.Values) != len(n.Names) || len(n.Values) > 0 && !l.expr(n.Values[i])) {
					fine = false
				}
			}
		case *ast.RangeStmt:
			if n.Value != nil && is(n.Value) || n.Key != nil && is(n.Key) && !l.expr(n.X) {
				fine = false
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && is(n.X) {
				fine = false
			}
		}
		return fine
	})
	return fine
}

// parameter reports whether v is a parameter of a function written in the body.
func (l *localReader) parameter(v *types.Var) bool {
	found := false
	ast.Inspect(l.body, func(n ast.Node) bool {
		if t, ok := n.(*ast.FuncType); ok && t.Pos() <= v.Pos() && v.Pos() < t.End() {
			found = true
		}
		return !found
	})
	return found
}
