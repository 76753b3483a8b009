package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// A way is where a round of a loop ends and the next one begins: what closes
// something there stands before one statement, or after another.
type way struct{ before, after ast.Stmt }

// ways returns the ways from list, statements of the round, to the next one, on
// which the thing is not closed yet. The end of the list is one if it ends the
// round; before are the statements that came first, in the lists around this one.
func (c *closing) ways(list []ast.Stmt, round bool, before []ast.Stmt) []way {
	var out []way
	for i, s := range list {
		past := append(slices.Clip(before), list[:i]...)
		switch s := s.(type) {
		case *ast.BranchStmt:
			if s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH {
				c.lost = true
			}
			if s.Tok == token.CONTINUE && (s.Label == nil || s.Label.Name == c.loop) {
				out = append(out, c.way(list[:i], s, past)...)
			}
			return out
		case *ast.LabeledStmt:
			c.lost = true
		case *ast.IfStmt:
			out = append(out, c.branches(s, past)...)
		case *ast.BlockStmt:
			out = append(out, c.ways(s.List, false, past)...)
		case *ast.SwitchStmt:
			out = append(out, c.clauses(s.Body, past)...)
		case *ast.TypeSwitchStmt:
			out = append(out, c.clauses(s.Body, past)...)
		case *ast.SelectStmt:
			out = append(out, c.clauses(s.Body, past)...)
		case *ast.ForStmt, *ast.RangeStmt:
			c.lost = c.lost || c.leavesFor(s)
		}
	}
	if round && (len(list) == 0 || !c.e.ends(list[len(list)-1])) {
		out = append(out, c.way(list, nil, before)...)
	}
	return out
}

func (c *closing) branches(s *ast.IfStmt, past []ast.Stmt) []way {
	var out []way
	if !c.failed(s.Cond) { // Have: if err != nil { …; continue }, where there is nothing to close
		out = c.ways(s.Body.List, false, past)
	}
	switch x := s.Else.(type) {
	case *ast.BlockStmt:
		out = append(out, c.ways(x.List, false, past)...)
	case *ast.IfStmt:
		out = append(out, c.branches(x, past)...)
	}
	return out
}

func (c *closing) clauses(b *ast.BlockStmt, past []ast.Stmt) []way {
	var out []way
	for _, s := range b.List {
		switch s := s.(type) {
		case *ast.CaseClause:
			out = append(out, c.ways(s.Body, false, past)...)
		case *ast.CommClause:
			out = append(out, c.ways(s.Body, false, past)...)
		}
	}
	return out
}

// leavesFor reports whether an inner loop goes on with the round of this one.
func (c *closing) leavesFor(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Label != nil {
			found = true
		}
		return !found
	})
	return found
}

// way returns where the thing is closed at the end of list, whose end is the
// statement that goes round, if there is one: before the wait, if nothing
// behind it is of the thing.
func (c *closing) way(list []ast.Stmt, end ast.Stmt, past []ast.Stmt) []way {
	if end == nil {
		past = append(slices.Clip(past), list...)
	}
	if slices.ContainsFunc(past, c.closedIn) {
		return nil
	}
	first := 0
	for i, s := range list {
		if c.mentions(s) {
			first = i + 1
		}
	}
	for _, s := range list[first:] {
		for _, w := range c.f.Waits {
			if s.Pos() <= w.Start && w.Finish <= s.End() {
				return []way{{before: s}}
			}
		}
	}
	if end != nil {
		return []way{{before: end}}
	}
	if len(list) > 0 {
		switch last := list[len(list)-1].(type) {
		case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.IfStmt, *ast.DeferStmt, *ast.DeclStmt:
			return []way{{after: last}}
		}
	}
	c.lost = true // it may not be reached
	return nil
}

// closedIn reports whether s closes the thing, and is not what defers it.
func (c *closing) closedIn(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt:
			return false
		case *ast.BlockStmt:
			return !c.e.endsHere(n) // Have: if busy { resp.Body.Close(); continue }
		case *ast.CaseClause:
			return len(n.Body) == 0 || !c.e.ends(n.Body[len(n.Body)-1])
		case *ast.CommClause:
			return len(n.Body) == 0 || !c.e.ends(n.Body[len(n.Body)-1])
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			found = found || ok && sel.Sel.Name == "Close" && c.mentions(sel.X)
			id, ok := n.Fun.(*ast.Ident)
			found = found || ok && c.e.pass.TypesInfo.ObjectOf(id) == c.obj
		}
		return !found
	})
	return found
}

func (c *closing) mentions(n ast.Node) bool { return c.e.mentions(n, c.obj) }

// mentions reports whether obj is named in n.
func (e *editor) mentions(n ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && e.pass.TypesInfo.ObjectOf(id) == obj {
			found = true
		}
		return !found
	})
	return found
}

// kept reports whether something that list makes of the thing lives on in a
// variable from before the round, in a goroutine, or on a channel.
//
//	// Have: last = resp
//	// Have: go read(resp.Body)
func (c *closing) kept(list []ast.Stmt) bool {
	found := false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				found = found || c.f.Opened == retrysite.Cancel || c.mentions(n)
			case *ast.SendStmt:
				found = found || c.mentions(n.Value)
			case *ast.AssignStmt:
				for i, x := range n.Rhs {
					found = found || len(n.Lhs) == len(n.Rhs) && n.Tok == token.ASSIGN && c.alias(x) && !c.inner(n.Lhs[i])
				}
			}
			return !found
		})
	}
	return found
}

// alias reports whether x is the thing or its body.
func (c *closing) alias(x ast.Expr) bool {
	if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok && sel.Sel.Name == "Body" {
		x = sel.X
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	return ok && c.e.pass.TypesInfo.ObjectOf(id) == c.obj
}

// inner reports whether x is a variable of the round.
func (c *closing) inner(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	obj := c.e.pass.TypesInfo.ObjectOf(id)
	return obj != nil && c.body.Pos() <= obj.Pos() && obj.Pos() < c.body.End()
}

// assigned returns how often v is assigned in n, or its address is taken.
func (e *editor) assigned(n ast.Node, v types.Object) int {
	times := 0
	is := func(x ast.Expr) {
		if id, ok := ast.Unparen(x).(*ast.Ident); ok && e.pass.TypesInfo.ObjectOf(id) == v {
			times++
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
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
		return true
	})
	return times
}

// endsHere reports whether what follows b is not reached from it.
func (e *editor) endsHere(b *ast.BlockStmt) bool {
	return len(b.List) > 0 && e.ends(b.List[len(b.List)-1])
}

// ends reports whether what follows s is not reached from it, as far as is seen.
func (e *editor) ends(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.BlockStmt:
		return e.endsHere(s)
	case *ast.IfStmt:
		return s.Else != nil && e.endsHere(s.Body) && e.ends(s.Else)
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && e.pass.TypesInfo.Uses[id] == types.Universe.Lookup("panic")
	}
	return false
}
