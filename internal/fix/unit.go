package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strconv"
)

// plain leaves out the unit of the one product of two Durations in the function
// around the place.
//
//	// Have: time.Sleep(pause * time.Second)
//	// Want: time.Sleep(pause)
func (e *editor) plain() bool {
	body := e.function()
	if body == nil {
		return false
	}
	var found []*ast.BinaryExpr
	ast.Inspect(body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.MUL && e.isDuration(b.X) && e.isDuration(b.Y) && (e.timeUnit(b.X) || e.timeUnit(b.Y)) {
			found = append(found, b)
		}
		return true
	})
	if len(found) != 1 || !e.dispensable(found[0], isProduct) {
		return false
	}
	b := found[0]
	if e.timeUnit(b.Y) {
		e.replace(b.X.End(), b.Y.End(), "")
	} else {
		e.replace(b.X.Pos(), b.Y.Pos(), "")
	}
	return true
}

func isProduct(n ast.Node) bool {
	b, ok := n.(*ast.BinaryExpr)
	return ok && b.Op == token.MUL
}

// timeUnit reports whether x is time.Second, or another unit of package time.
func (e *editor) timeUnit(x ast.Expr) bool {
	sel, ok := x.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj := e.pass.TypesInfo.Uses[sel.Sel]
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "time" && e.pass.TypesInfo.Types[x].Value != nil
}

// isDuration reports whether x is a Duration, and not a plain number that is
// taken for one, or converted to one.
//
//	// Have: 5 * time.Second
//	// Have: time.Duration(n) * time.Second
func (e *editor) isDuration(x ast.Expr) bool {
	t, ok := e.typeName(x)
	if !ok || t != e.imported("time", x.Pos())+".Duration" {
		return false
	}
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	return !ok || !e.pass.TypesInfo.Types[call.Fun].IsType() || e.isDuration(call.Args[0])
}

// unit writes the unit of package time that f names behind the one bare number
// at the place: what is waited for, or what a function returns. And has it
// spread too.
//
//	// Have: time.Sleep(5)
//	// Want: time.Sleep(5*time.Second/2 + rand.N(5*time.Second))
func (e *editor) unit(f Fix) bool {
	var found []*ast.BasicLit
	if len(e.path) == 0 {
		return false
	}
	ast.Inspect(e.path[0], func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.INT {
			found = append(found, lit)
		}
		return true
	})
	if len(found) != 1 || e.text(found[0]) != e.text(e.waited()) {
		return false
	}
	x := found[0]
	v := e.pass.TypesInfo.Types[x].Value
	pkg := e.imported("time", x.Pos())
	if v == nil || pkg == "" {
		return false
	}
	n, ok := constant.Int64Val(v)
	name := unitOf(n)
	if !ok || name == "" || strconv.FormatInt(n, 10) != x.Value {
		return false
	}
	if f.And == nil {
		e.insert(x.End(), " * "+pkg+"."+name)
		return true
	}
	r, ok := e.rand(x.Pos())
	if !ok {
		return false
	}
	before, after := r.draw(pkg+".Duration", true, true)
	d := x.Value + "*" + pkg + "." + name
	e.replace(x.Pos(), x.End(), d+"/2 + "+before+d+after)
	return e.comment(x.Pos())
}

// waited is the expression at the place: itself, or the one that is returned first.
func (e *editor) waited() ast.Node {
	if ret, ok := e.path[0].(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
		return ret.Results[0]
	}
	return e.path[0]
}

// unitOf guesses the unit of a bare number that is waited for: few are seconds
// and hundreds milliseconds.
func unitOf(n int64) string {
	switch {
	case 1 <= n && n <= 30:
		return "Second"
	case 100 <= n && n < 1000:
		return "Millisecond"
	}
	return ""
}
