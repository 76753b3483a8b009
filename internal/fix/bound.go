package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// bound bounds the growth of the delay where it is computed, if one thing in
// that function grows: the exponent, or the variable that is multiplied.
//
//	// Have: base << n                 want: base << min(n, 10)
//	// Have: math.Pow(2, float64(n))   want: math.Pow(2, min(float64(n), 10))
//	// Have: delay *= 2                want: delay = min(delay*2, time.Minute)
func (e *editor) bound(f Fix) bool {
	body := e.function()
	if body == nil {
		return false
	}
	var growing []ast.Node
	ast.Inspect(body, func(n ast.Node) bool {
		if n != nil && e.grows(n) {
			growing = append(growing, n)
		}
		return true
	})
	if len(growing) != 1 || !e.since("21") || !e.predeclared("min", growing[0].Pos()) {
		return false
	}
	limit := strconv.Itoa(f.Exponent)
	switch n := growing[0].(type) {
	case *ast.BinaryExpr:
		e.around(n.Y, "min(", ", "+limit+")")
		return f.Exponent > 0
	case *ast.CallExpr:
		e.around(n.Args[1], "min(", ", "+limit+")")
		return f.Exponent > 0
	case *ast.AssignStmt:
		return e.boundVariable(f, n)
	}
	return false
}

func (e *editor) boundVariable(f Fix, s *ast.AssignStmt) bool {
	x := s.Lhs[0]
	pkg := e.imported("time", s.Pos())
	if t, ok := e.typeName(x); !ok || pkg == "" || t != pkg+".Duration" || f.Name == "" {
		return false
	}
	limit := ", " + pkg + "." + f.Name + ")"
	if s.Tok == token.ASSIGN {
		e.around(s.Rhs[0], "min(", limit)
		return true
	}
	op := strings.TrimSuffix(s.Tok.String(), "=")
	by := e.text(s.Rhs[0])
	if _, ok := s.Rhs[0].(*ast.BinaryExpr); ok {
		by = "(" + by + ")"
	}
	e.replace(s.TokPos, s.Rhs[0].End(), "= min("+e.text(x)+op+by+limit)
	return true
}

// function returns the body of the function around the place.
func (e *editor) function() *ast.BlockStmt {
	for _, n := range e.path {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Body
		case *ast.FuncDecl:
			return n.Body
		}
	}
	return nil
}

// grows reports whether n makes something grow exponentially.
func (e *editor) grows(n ast.Node) bool {
	constant := func(x ast.Expr) bool { return e.pass.TypesInfo.Types[x].Value != nil }
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return n.Op == token.SHL && !constant(n.Y)
	case *ast.CallExpr:
		return len(n.Args) == 2 && e.calls(n, "math.Pow") && !constant(n.Args[1])
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return false
		}
		x := e.text(n.Lhs[0])
		switch n.Tok {
		case token.MUL_ASSIGN, token.SHL_ASSIGN:
			return constant(n.Rhs[0])
		case token.ADD_ASSIGN:
			return e.text(n.Rhs[0]) == x
		case token.ASSIGN:
			b, ok := n.Rhs[0].(*ast.BinaryExpr)
			return ok && b.Op == token.MUL && (constant(b.Y) && e.text(b.X) == x || constant(b.X) && e.text(b.Y) == x)
		}
	}
	return false
}

// calls reports whether x calls the function of that name.
func (e *editor) calls(x *ast.CallExpr, name string) bool {
	sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := e.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	return ok && fn.FullName() == name
}

// widenDraw writes the standard factor for the one narrow factor around one in
// the function around the place.
//
//	// Have: d * (0.9 + 0.2*rand.Float64())
//	// Want: d * (0.5 + rand.Float64())
func (e *editor) widenDraw() bool {
	body := e.function()
	if body == nil {
		return false
	}
	var found []*ast.BinaryExpr
	var draws []ast.Expr
	ast.Inspect(body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op == token.ADD {
			for _, side := range [2][2]ast.Expr{{b.X, b.Y}, {b.Y, b.X}} {
				from, ok := e.number(side[0])
				draw, by := e.scaledDraw(side[1])
				if ok && draw != nil && from > 0.5 && from < 1.5 && by > 0 && by < 1 {
					found, draws = append(found, b), append(draws, draw)
				}
			}
		}
		return true
	})
	if len(found) != 1 {
		return false
	}
	e.replace(found[0].Pos(), found[0].End(), "0.5 + "+e.text(draws[0]))
	return true
}

// number returns the value of a constant that is written as a number.
func (e *editor) number(x ast.Expr) (float64, bool) {
	lit, ok := ast.Unparen(x).(*ast.BasicLit)
	if !ok {
		return 0, false
	}
	v := e.pass.TypesInfo.Types[lit].Value
	if v == nil || v.Kind() != constant.Int && v.Kind() != constant.Float {
		return 0, false
	}
	f, _ := constant.Float64Val(constant.ToFloat(v))
	return f, true
}

// scaledDraw returns the draw from [0, 1) in x, and what it is multiplied by.
func (e *editor) scaledDraw(x ast.Expr) (draw ast.Expr, by float64) {
	switch x := ast.Unparen(x).(type) {
	case *ast.CallExpr:
		if sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok && len(x.Args) == 0 && sel.Sel.Name == "Float64" {
			if fn, ok := e.pass.TypesInfo.Uses[sel.Sel].(*types.Func); ok && fn.Pkg() != nil && (fn.Pkg().Path() == randV1 || fn.Pkg().Path() == randV2) {
				return x, 1
			}
		}
	case *ast.BinaryExpr:
		for _, side := range [2][2]ast.Expr{{x.X, x.Y}, {x.Y, x.X}} {
			d, one := e.scaledDraw(side[0])
			n, ok := e.number(side[1])
			switch {
			case d == nil || one != 1 || !ok || n == 0:
			case x.Op == token.MUL:
				return d, n
			case x.Op == token.QUO && side[0] == x.X:
				return d, 1 / n
			}
		}
	}
	return nil, 0
}

// drawsOf are the functions that panic where they have nothing to draw from.
var drawsOf = map[string]bool{
	"Int31n": true, "Int63n": true, "Intn": true,
	"IntN": true, "Int32N": true, "Int64N": true, "N": true,
}

// drawAtLeast guards the one draw in the function around the place.
//
//	// Have: rand.Int63n(int64(d))
//	// Want: rand.Int63n(max(int64(d), 1))
func (e *editor) drawAtLeast(f Fix) bool {
	body := e.function()
	if body == nil {
		return false
	}
	var found []*ast.CallExpr
	ast.Inspect(body, func(n ast.Node) bool {
		if x, ok := n.(*ast.CallExpr); ok && len(x.Args) == 1 {
			if sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok && drawsOf[sel.Sel.Name] {
				if fn, ok := e.pass.TypesInfo.Uses[sel.Sel].(*types.Func); ok && fn.Pkg() != nil && (fn.Pkg().Path() == randV1 || fn.Pkg().Path() == randV2) {
					found = append(found, x)
				}
			}
		}
		return true
	})
	if len(found) != 1 || e.pass.TypesInfo.Types[found[0].Args[0]].Value != nil || !e.bounds(found[0].Pos()) {
		return false
	}
	e.around(found[0].Args[0], "max(", ", 1)")
	return true
}
