package fix

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// leave has the loop left at the end of a context, where it waits, or where an
// attempt has failed: the wait is a select with it if it is a time.Sleep, and else
// comes after a test.
func (e *editor) leave(f Fix) bool {
	s := e.statement()
	if f.Failed {
		s = e.failedEnd(f, s)
	}
	if s == nil || !e.leaves(f, s) {
		return false
	}
	if f.Select && e.sleep(s) != nil && e.selects(f, s) {
		return true
	}
	if f.Channel || f.Do == Interrupt {
		return false
	}
	exit, ok := e.exit(f, s)
	if !ok {
		return false
	}
	e.insert(e.above(s), "if "+f.Name+".Err() != nil {\n"+exit+"\n}\n")
	return true
}

// selects makes of a time.Sleep a select with the end of the context or channel.
//
//	// Have: time.Sleep(d)
//	// Want: select { case <-time.After(d): case <-ctx.Done(): return ctx.Err() }
func (e *editor) selects(f Fix, s ast.Stmt) bool {
	call := e.sleep(s)
	from := e.offset(s.End())
	rest, _, _ := strings.Cut(string(e.src[from:]), "\n")
	if t := strings.TrimSpace(rest); t != "" && !strings.HasPrefix(t, "//") {
		return false
	}
	event, why := f.Name+".Done()", f.Name+".Err()"
	if f.Channel {
		event, why = f.Name, ""
	}
	_, body := e.loop(f)
	ret, ok := e.returns(why)
	if !ok || body == nil || !holdsReturn(body) {
		return false
	}
	e.early = true // the select ends before a block around it
	pkg := e.text(call.Fun.(*ast.SelectorExpr).X)
	e.replace(s.Pos(), call.Args[0].Pos(), "select {\ncase <-"+pkg+".After(")
	e.insert(s.End(), ":")
	e.raw = append(e.raw, change{from + len(rest), from + len(rest), "\ncase <-" + event + ":\n" + ret + "\n}"})
	return true
}

// statement returns the innermost statement around the place that stands in a
// list of statements.
func (e *editor) statement() ast.Stmt {
	for i, n := range e.path[:max(len(e.path)-1, 0)] {
		s, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		switch p := e.path[i+1].(type) {
		case *ast.BlockStmt:
			if slices.Contains(p.List, s) && !isClause(s) {
				return s
			}
		case *ast.CaseClause:
			if slices.Contains(p.Body, s) {
				return s
			}
		case *ast.CommClause:
			if slices.Contains(p.Body, s) {
				return s
			}
		case *ast.LabeledStmt:
			return nil
		}
	}
	return nil
}

func isClause(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// sleep returns the call of s if that is time.Sleep and nothing else.
func (e *editor) sleep(s ast.Stmt) *ast.CallExpr {
	es, ok := s.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := es.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if fn, ok := e.pass.TypesInfo.Uses[sel.Sel].(*types.Func); !ok || fn.FullName() != "time.Sleep" {
		return nil
	}
	return call
}

// leaves reports whether s is in the loop of the fix, and what f.Name names is
// there and from before the loop.
func (e *editor) leaves(f Fix, s ast.Stmt) bool {
	_, body := e.loop(f)
	if body == nil {
		return false // Have: for { try(func() { time.Sleep(d) }) }
	}
	x, err := parser.ParseExpr(f.Name)
	if err != nil {
		return false
	}
	t, root := e.typeAt(x, s.Pos())
	if t == nil || body.Pos() <= root.Pos() && root.Pos() < body.End() {
		return false
	}
	if f.Channel {
		_, ok := t.Underlying().(*types.Chan)
		return ok
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// holdsReturn reports whether the function itself returns somewhere in b.
func holdsReturn(b *ast.BlockStmt) bool {
	found := false
	ast.Inspect(b, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		}
		return !found
	})
	return found
}

// typeAt returns the type of x at pos, where x is a variable, a field, or a
// call without arguments, and the variable at its root.
func (e *editor) typeAt(x ast.Expr, pos token.Pos) (types.Type, types.Object) {
	switch x := x.(type) {
	case *ast.Ident:
		if v, ok := e.lookup(x.Name, pos).(*types.Var); ok {
			return v.Type(), v
		}
	case *ast.SelectorExpr:
		t, root := e.typeAt(x.X, pos)
		if t == nil {
			return nil, nil
		}
		obj, _, _ := types.LookupFieldOrMethod(t, true, e.pass.Pkg, x.Sel.Name)
		if obj != nil {
			return obj.Type(), root
		}
	case *ast.CallExpr:
		t, root := e.typeAt(x.Fun, pos)
		if sig, ok := t.(*types.Signature); ok && len(x.Args) == 0 && sig.Params().Len() == 0 && sig.Results().Len() == 1 {
			return sig.Results().At(0).Type(), root
		}
	}
	return nil, nil
}

// above returns where s begins, with the comment that stands right above it.
func (e *editor) above(s ast.Stmt) token.Pos {
	for _, g := range e.file.Comments {
		if e.tf.Line(g.End()) == e.tf.Line(s.Pos())-1 && g.Pos() > e.file.Name.End() {
			start := e.offset(e.tf.LineStart(e.tf.Line(g.Pos())))
			if strings.TrimSpace(string(e.src[start:e.offset(g.Pos())])) == "" {
				return g.Pos()
			}
		}
	}
	return s.Pos()
}
