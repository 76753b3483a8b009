package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// last leaves the wait out after the last attempt, where the header of the loop
// counts, or bounds what its body counts.
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
	more := e.more(f, s)
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

// more returns the condition under which the loop goes round once more after
// s, "" if its header does not say. A range without a variable is given one.
func (e *editor) more(f Fix, s ast.Stmt) string {
	for _, n := range e.path {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return ""
		case *ast.ForStmt:
			if n.For == f.Loop.Start {
				return e.moreFor(n, s)
			}
		case *ast.RangeStmt:
			if n.For == f.Loop.Start {
				return e.moreRange(n)
			}
		}
	}
	return ""
}

func (e *editor) moreRange(n *ast.RangeStmt) string {
	t := e.pass.TypesInfo.TypeOf(n.X)
	if t == nil || !isInteger(t) {
		return ""
	}
	if n.Key == nil { // Have: for range 5
		for _, name := range []string{"i", "attempt", "try"} {
			if !e.named(name) {
				more := e.below(name, n.X)
				if more != "" {
					e.insert(n.Range, name+" := ")
				}
				return more
			}
		}
		return ""
	}
	i, _ := n.Key.(*ast.Ident)
	if i == nil || i.Name == "_" || e.changes(n.Body, i) {
		return ""
	}
	return e.below(i.Name, n.X)
}

// named reports whether something has that name in the function around the
// place, or it means something there.
func (e *editor) named(name string) bool {
	found := false
	for _, n := range e.path {
		if d, ok := n.(*ast.FuncDecl); ok {
			ast.Inspect(d, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				found = found || ok && id.Name == name
				return !found
			})
		}
	}
	return found || e.lookup(name, e.path[0].Pos()) != nil
}

func (e *editor) moreFor(n *ast.ForStmt, s ast.Stmt) string {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok {
		return ""
	}
	i, _ := ast.Unparen(cond.X).(*ast.Ident)
	if i == nil || !e.steady(cond.Y) {
		return ""
	}
	step, done := e.step(n, i, s)
	switch {
	case step == nil:
		return ""
	case done: // Have: for i < n { …; i++; …; time.Sleep(d) }
		return e.text(cond)
	case step.Tok == token.INC && cond.Op == token.LSS:
		return e.below(i.Name, cond.Y)
	case step.Tok == token.INC && cond.Op == token.LEQ:
		return i.Name + " < " + e.text(cond.Y)
	case step.Tok == token.DEC && cond.Op == token.GTR && e.is(cond.Y, 0):
		return i.Name + " > 1"
	case step.Tok == token.DEC && cond.Op == token.GEQ:
		return i.Name + " > " + e.text(cond.Y)
	}
	return ""
}

// step returns the one statement that counts i in the loop n: in its header, or
// among the statements of its body, and whether that is done when s is reached.
func (e *editor) step(n *ast.ForStmt, i *ast.Ident, s ast.Stmt) (step *ast.IncDecStmt, done bool) {
	is := func(x ast.Stmt) bool {
		inc, ok := x.(*ast.IncDecStmt)
		if !ok {
			return false
		}
		j, ok := inc.X.(*ast.Ident)
		return ok && e.pass.TypesInfo.ObjectOf(i) == e.pass.TypesInfo.ObjectOf(j)
	}
	if n.Post != nil {
		if !is(n.Post) || e.changes(n.Body, i) {
			return nil, false
		}
		return n.Post.(*ast.IncDecStmt), false
	}
	v, ok := e.pass.TypesInfo.ObjectOf(i).(*types.Var)
	at := slices.IndexFunc(n.Body.List, is)
	if !ok || at < 0 || e.assigned(n.Body, v) != 1 {
		return nil, false
	}
	step = n.Body.List[at].(*ast.IncDecStmt)
	if step.End() <= s.Pos() {
		return step, true
	}
	if e.branches(n.Body, s.Pos()) {
		return nil, false // a way past it
	}
	return step, false
}

// branches reports whether some statement of body behind pos goes elsewhere.
func (e *editor) branches(body ast.Node, pos token.Pos) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		found = found || ok && b.Pos() > pos && b.Tok != token.BREAK
		return !found
	})
	return found
}

// below returns i < limit-1.
func (e *editor) below(i string, limit ast.Expr) string {
	if !e.steady(limit) {
		return ""
	}
	if lit, ok := limit.(*ast.BasicLit); ok {
		n, err := strconv.Atoi(lit.Value)
		if err != nil || n < 1 {
			return ""
		}
		return i + " < " + strconv.Itoa(n-1)
	}
	text := e.text(limit)
	if b, ok := limit.(*ast.BinaryExpr); ok && b.Op != token.ADD && b.Op != token.SUB {
		text = "(" + text + ")"
	}
	return i + " < " + text + "-1"
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
	return e.assigned(body, e.pass.TypesInfo.ObjectOf(id)) > 0
}
