package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// last leaves the wait out after the last attempt, where the loop counts in
// its header.
//
//	// Have: for i := 0; i < n; i++ { …; time.Sleep(d) }
//	// Want: if i < n-1 { time.Sleep(d) }
func (e *editor) last(f Fix) bool {
	s := e.statement()
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.SelectStmt, *ast.IfStmt:
	case *ast.AssignStmt:
		if s.Tok != token.ASSIGN {
			return false // what it declares may be used behind it
		}
	default:
		return false
	}
	more := e.more(f)
	if more == "" {
		return false
	}
	from := e.offset(s.End())
	rest, _, _ := strings.Cut(string(e.src[from:]), "\n")
	if t := strings.TrimSpace(rest); t != "" && !strings.HasPrefix(t, "//") {
		return false
	}
	e.insert(e.above(s), "if "+more+" {\n")
	e.raw = append(e.raw, change{from + len(rest), from + len(rest), "\n}"})
	return true
}

// more returns the condition under which the loop goes round once more, "" if
// its header does not say.
func (e *editor) more(f Fix) string {
	for _, n := range e.path {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return ""
		case *ast.ForStmt:
			if n.For != f.Loop.Start {
				continue
			}
			cond, ok := n.Cond.(*ast.BinaryExpr)
			inc, isInc := n.Post.(*ast.IncDecStmt)
			if !ok || !isInc || inc.Tok != token.INC {
				return ""
			}
			i, _ := cond.X.(*ast.Ident)
			j, _ := inc.X.(*ast.Ident)
			if i == nil || j == nil || e.pass.TypesInfo.ObjectOf(i) != e.pass.TypesInfo.ObjectOf(j) || e.changes(n.Body, i) {
				return ""
			}
			switch cond.Op {
			case token.LSS:
				return e.below(i, cond.Y)
			case token.LEQ:
				if e.steady(cond.Y) {
					return e.text(i) + " < " + e.text(cond.Y)
				}
			}
			return ""
		case *ast.RangeStmt:
			if n.For != f.Loop.Start {
				continue
			}
			i, _ := n.Key.(*ast.Ident)
			t := e.pass.TypesInfo.TypeOf(n.X)
			if i == nil || i.Name == "_" || t == nil || e.changes(n.Body, i) {
				return ""
			}
			if b, ok := t.Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
				return ""
			}
			return e.below(i, n.X)
		}
	}
	return ""
}

// below returns i < limit-1.
func (e *editor) below(i *ast.Ident, limit ast.Expr) string {
	if !e.steady(limit) {
		return ""
	}
	if lit, ok := limit.(*ast.BasicLit); ok {
		n, err := strconv.Atoi(lit.Value)
		if err != nil || n < 1 {
			return ""
		}
		return e.text(i) + " < " + strconv.Itoa(n-1)
	}
	text := e.text(limit)
	if b, ok := limit.(*ast.BinaryExpr); ok && b.Op != token.ADD && b.Op != token.SUB {
		text = "(" + text + ")"
	}
	return e.text(i) + " < " + text + "-1"
}

// steady reports whether x is numbers, variables and fields: it can be written
// again, and costs nothing.
func (e *editor) steady(x ast.Expr) bool {
	ok := len(e.text(x)) < 50 && !strings.Contains(e.text(x), "\n")
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.Ident, *ast.BasicLit, *ast.BinaryExpr, *ast.ParenExpr, *ast.SelectorExpr:
		case *ast.CallExpr:
			tv := e.pass.TypesInfo.Types[n.Fun]
			ok = ok && tv.IsType()
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// changes reports whether something in body assigns to the variable, or takes its address.
func (e *editor) changes(body ast.Node, id *ast.Ident) bool {
	obj, found := e.pass.TypesInfo.ObjectOf(id), false
	is := func(x ast.Expr) {
		if i, ok := ast.Unparen(x).(*ast.Ident); ok && e.pass.TypesInfo.ObjectOf(i) == obj {
			found = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				is(x)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return !found
	})
	return found
}
