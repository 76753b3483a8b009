package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
)

// power writes a power for the one exclusive or in the function around the
// place: of two as a shift, and else as a float, which is exact for all that an
// integer holds here.
//
//	// Have: time.Duration(2^n) * time.Second
//	// Want: time.Duration(1<<n) * time.Second
//	// Have: time.Duration(10^n) * time.Millisecond
//	// Want: time.Duration(math.Pow(10, float64(n))) * time.Millisecond
func (e *editor) power(f Fix) bool {
	body := e.function()
	if body == nil {
		return false
	}
	var found []*ast.BinaryExpr
	whole := map[*ast.BinaryExpr]bool{} // what a conversion to an integer is made of
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if tv := e.pass.TypesInfo.Types[n.Fun]; tv.IsType() && isInteger(tv.Type) && len(n.Args) == 1 {
				if x, ok := ast.Unparen(n.Args[0]).(*ast.BinaryExpr); ok {
					whole[x] = true
				}
			}
		case *ast.BinaryExpr:
			if n.Op == token.XOR && e.is(n.X, f.Base) {
				found = append(found, n)
			}
		}
		return true
	})
	if len(found) != 1 {
		return false
	}
	x := found[0]
	if _, ok := x.Y.(*ast.BinaryExpr); ok || !isInteger(e.pass.TypesInfo.TypeOf(x.Y)) {
		return false
	}
	t, ok := e.typeName(x)
	if !ok || t == "" {
		return false
	}
	n := e.text(ast.Unparen(x.Y))
	if f.Exponent > 0 {
		if !e.bounds(x.Pos()) {
			return false
		}
		n = "min(" + n + ", " + strconv.Itoa(f.Exponent) + ")"
	}
	switch {
	case f.Base == 2 && whole[x]:
		n = "1<<" + n
	case f.Base == 2:
		n = t + "(1)<<" + n
	default:
		name := e.mathematics(x.Pos())
		if name == "" || !e.predeclared("float64", x.Pos()) {
			return false
		}
		if n = name + ".Pow(" + e.text(x.X) + ", float64(" + n + "))"; !whole[x] {
			n = t + "(" + n + ")"
		}
	}
	e.replace(x.Pos(), x.End(), n)
	return true
}

// mathematics returns the name of package math, which the file imports if it
// does not yet; "" if it cannot.
func (e *editor) mathematics(pos token.Pos) string {
	const path = "math"
	if e.imports(path) {
		return e.imported(path, pos)
	}
	if !e.free(path) || !e.addImport(path, path) {
		return ""
	}
	return path
}

// is reports whether x is the constant n.
func (e *editor) is(x ast.Expr, n int) bool {
	v := e.pass.TypesInfo.Types[x].Value
	if v == nil || v.Kind() != constant.Int {
		return false
	}
	i, exact := constant.Int64Val(v)
	return exact && i == int64(n)
}

func isInteger(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
