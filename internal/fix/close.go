package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// closes has what one round of the loop opens closed on each way to the next
// round: before the wait, or where the round ends.
//
//	// Have: resp, err := c.Do(req); ...; defer resp.Body.Close(); ...; time.Sleep(d)
//	// Want: ...; defer resp.Body.Close(); ...; resp.Body.Close(); time.Sleep(d)
func (e *editor) closes(f Fix) bool {
	loop, body := e.loop(f)
	if body == nil {
		return false
	}
	c := closing{e: e, f: f, body: body, loop: loop}
	at := slices.IndexFunc(body.List, func(s ast.Stmt) bool { return s.Pos() <= f.At.Start && f.At.Finish <= s.End() })
	if at < 0 || !c.opened(body.List[at]) {
		return false
	}
	list := body.List[at+1:]
	if !f.Deferred {
		list = c.afterFailure(list)
	}
	if c.obj == nil || !c.certain && f.Opened != retrysite.Response || c.kept(list) {
		return false
	}
	ways := c.ways(list, true, nil)
	if c.lost || len(ways) == 0 {
		return false
	}
	text := c.text
	if !c.certain {
		text = "if " + c.obj.Name() + " != nil {\n" + text + "\n}"
	}
	for _, w := range ways {
		if w.before != nil {
			e.insert(e.above(w.before), text+"\n")
		} else if !e.lineAfter(w.after, text) {
			return false
		}
	}
	return true
}

// loop returns the loop of the fix, where the place is in its function, and the
// label that it has.
func (e *editor) loop(f Fix) (label string, body *ast.BlockStmt) {
	for i, n := range e.path {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return "", nil
		case *ast.ForStmt:
			if n.For == f.Loop.Start {
				body = n.Body
			}
		case *ast.RangeStmt:
			if n.For == f.Loop.Start {
				body = n.Body
			}
		}
		if body != nil {
			if l, ok := e.path[i+1].(*ast.LabeledStmt); ok {
				label = l.Label.Name
			}
			return label, body
		}
	}
	return "", nil
}

// A closing is what closes cares about: the thing that is opened, and how it is closed.
type closing struct {
	e       *editor
	f       Fix
	body    *ast.BlockStmt
	loop    string // the label of the loop
	obj     types.Object
	err     types.Object // the error that came with it
	text    string       // the statement that closes it
	certain bool         // it is seen to be there
	lost    bool         // a way is not followed
}

// opened reads the statement that opens the thing, or defers that it is closed.
func (c *closing) opened(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.DeferStmt:
		c.certain = true
		return c.f.Deferred && c.deferred(s.Call)
	case *ast.AssignStmt:
		if c.f.Deferred || len(s.Lhs) != 2 || len(s.Rhs) != 1 || !c.atCall(s.Rhs[0]) {
			return false
		}
		return c.assigned(s)
	}
	return false
}

// atCall reports whether x is the call at the place of the fix.
func (c *closing) atCall(x ast.Expr) bool {
	_, ok := ast.Unparen(x).(*ast.CallExpr)
	return ok && x.Pos() <= c.f.At.Start && c.f.At.Finish <= x.End()
}

func (c *closing) assigned(s *ast.AssignStmt) bool {
	i, how := 0, ".Close()"
	switch c.f.Opened {
	case retrysite.Response:
		how = ".Body.Close()"
	case retrysite.Cancel:
		i, how = 1, "()"
		c.certain = true
	}
	id, ok := s.Lhs[i].(*ast.Ident)
	if !ok || id.Name == "_" {
		return false
	}
	if other, ok := s.Lhs[1-i].(*ast.Ident); ok && i == 0 {
		c.err = c.e.pass.TypesInfo.ObjectOf(other)
	}
	c.text = id.Name + how
	return c.own(id)
}

// own takes id for the thing, if it is a variable that the loop alone uses.
func (c *closing) own(id *ast.Ident) bool {
	v, ok := c.e.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || c.e.assigned(c.body, v) > 1 {
		return false
	}
	if v.Pos() < c.body.Pos() || c.body.End() <= v.Pos() {
		for use, obj := range c.e.pass.TypesInfo.Uses {
			if obj == v && (use.Pos() < c.body.Pos() || c.body.End() <= use.Pos()) {
				return false // Have: return resp, err, behind the loop
			}
		}
		if c.e.result(v) {
			return false
		}
	}
	c.obj = v
	return true
}

// result reports whether v is a parameter or a named result of a function: it may
// be returned without being named.
func (e *editor) result(v *types.Var) bool {
	for _, n := range e.path {
		var t *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncLit:
			t = n.Type
		case *ast.FuncDecl:
			t = n.Type
		}
		if t != nil && t.Pos() <= v.Pos() && v.Pos() < t.End() {
			return true
		}
	}
	return v.Parent() == e.pass.Pkg.Scope() || v.IsField()
}

// deferred reads the call that is deferred.
//
//	// Have: defer resp.Body.Close()
//	// Have: defer func() { _ = resp.Body.Close() }()
func (c *closing) deferred(call *ast.CallExpr) bool {
	text := c.e.text(call)
	if lit, ok := call.Fun.(*ast.FuncLit); ok {
		if len(lit.Body.List) != 1 || len(call.Args) > 0 {
			return false
		}
		s := lit.Body.List[0]
		if text = c.e.text(s); strings.Contains(text, "\n") {
			return false
		}
		switch s := s.(type) {
		case *ast.ExprStmt:
			call, ok = s.X.(*ast.CallExpr)
		case *ast.AssignStmt:
			if ok = s.Tok == token.ASSIGN && len(s.Rhs) == 1; ok {
				call, ok = s.Rhs[0].(*ast.CallExpr)
			}
		default:
			return false
		}
		if !ok {
			return false
		}
	}
	if len(call.Args) > 0 {
		return false
	}
	x := call.Fun
	for {
		switch y := x.(type) {
		case *ast.SelectorExpr:
			x = y.X
			continue
		case *ast.Ident:
			c.text = text
			return c.own(y)
		}
		return false
	}
}

// afterFailure returns list without the test behind the opening call that
// leaves the round where it failed: from there on the thing is there.
//
//	// Have: if err != nil { return err }
func (c *closing) afterFailure(list []ast.Stmt) []ast.Stmt {
	if len(list) == 0 {
		return list
	}
	s, ok := list[0].(*ast.IfStmt)
	if !ok || s.Init != nil || s.Else != nil || !c.failed(s.Cond) || len(s.Body.List) == 0 || !c.e.endsHere(s.Body) {
		return list
	}
	c.certain = true
	return list[1:]
}

// failed reports whether x is err != nil.
func (c *closing) failed(x ast.Expr) bool {
	b, ok := x.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || !c.e.isNil(b.Y) || c.err == nil {
		return false
	}
	id, ok := b.X.(*ast.Ident)
	return ok && c.e.pass.TypesInfo.ObjectOf(id) == c.err
}
