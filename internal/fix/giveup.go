package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// exit returns the statement at s that leaves the loop as it is left when the
// attempts are used up: a return, if the loop holds one, else a break, if it ends
// by itself.
func (e *editor) exit(f Fix, s ast.Stmt) (string, bool) {
	_, body := e.loop(f)
	if holdsReturn(body) {
		if ret, ok := e.returns(f.Name + ".Err()"); ok {
			return ret, true
		}
	}
	return "break", e.breaks(f, s)
}

// breaks reports whether a break at s does what the loop does when its count is
// used up: what comes behind it then takes what is left of the last attempt.
//
//	// Have: for i := 0; i < n; i++ { if err = do(ctx); err == nil { break }; time.Sleep(d) }; return err
func (e *editor) breaks(f Fix, s ast.Stmt) bool {
	path, _ := astutil.PathEnclosingInterval(e.file, s.Pos(), s.End())
	for i, n := range path {
		switch n := n.(type) {
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit, *ast.FuncDecl:
			return false
		case *ast.RangeStmt:
			return n.For == f.Loop.Start && (n.Tok == token.DEFINE || n.Key == nil) && e.ended(n)
		case *ast.ForStmt:
			if n.For != f.Loop.Start || i+1 == len(path) {
				return false
			}
			init, ok := n.Init.(*ast.AssignStmt)
			return ok && init.Tok == token.DEFINE && len(init.Lhs) == 1 && e.counts(n)
		}
	}
	return false
}

// ended reports whether a range ends by a number: of a count, or of a list.
func (e *editor) ended(n *ast.RangeStmt) bool {
	t := e.pass.TypesInfo.TypeOf(n.X)
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	}
	return isInteger(t)
}

// counts reports whether the header of a loop counts its attempts, and nothing else.
func (e *editor) counts(n *ast.ForStmt) bool {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	inc, isInc := n.Post.(*ast.IncDecStmt)
	if !ok || !isInc || cond.Op != token.LSS && cond.Op != token.LEQ && cond.Op != token.GTR && cond.Op != token.GEQ {
		return false
	}
	i, _ := cond.X.(*ast.Ident)
	j, _ := inc.X.(*ast.Ident)
	return i != nil && j != nil && e.pass.TypesInfo.ObjectOf(i) == e.pass.TypesInfo.ObjectOf(j)
}

// failedEnd returns the statement at which the way ends that is taken where the
// attempt in s has failed: the wait there, or the continue.
//
//	// Have: resp, err := c.Do(req); if err != nil { log(err); continue }
func (e *editor) failedEnd(f Fix, s ast.Stmt) ast.Stmt {
	var block *ast.BlockStmt
	switch s := s.(type) {
	case *ast.IfStmt: // Have: if err := do(ctx); err != nil { …; continue }
		if as, ok := s.Init.(*ast.AssignStmt); ok && s.Else == nil && f.At.Finish <= as.End() && e.failedBy(as, s.Cond) {
			block = s.Body
		}
	case *ast.AssignStmt:
		list := e.siblings(s)
		for _, next := range list[:min(len(list), 4)] {
			if x, ok := next.(*ast.IfStmt); ok && x.Init == nil && e.failedBy(s, x.Cond) {
				if x.Else == nil {
					block = x.Body
				}
				break
			}
		}
	}
	if block == nil || len(block.List) == 0 {
		return nil
	}
	for _, x := range block.List {
		for _, w := range f.Waits {
			if x.Pos() <= w.Start && w.Finish <= x.End() {
				return x
			}
		}
	}
	last, ok := block.List[len(block.List)-1].(*ast.BranchStmt)
	if label, _ := e.loop(f); ok && last.Tok == token.CONTINUE && (last.Label == nil && e.innermost(f) || last.Label != nil && last.Label.Name == label) {
		return last
	}
	return nil
}

// innermost reports whether no other loop stands between the place and that of the fix.
func (e *editor) innermost(f Fix) bool {
	for _, n := range e.path {
		switch n := n.(type) {
		case *ast.ForStmt:
			return n.For == f.Loop.Start
		case *ast.RangeStmt:
			return n.For == f.Loop.Start
		}
	}
	return false
}

// siblings returns the statements behind s in its list.
func (e *editor) siblings(s ast.Stmt) []ast.Stmt {
	for _, n := range e.path {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		for i, x := range list {
			if x == s {
				return list[i+1:]
			}
		}
	}
	return nil
}

// failedBy reports whether x says that the error which s assigns last is one.
func (e *editor) failedBy(s *ast.AssignStmt, x ast.Expr) bool {
	b, ok := x.(*ast.BinaryExpr)
	if !ok || b.Op != token.NEQ || !e.isNil(b.Y) {
		return false
	}
	id, ok := b.X.(*ast.Ident)
	err, isIdent := s.Lhs[len(s.Lhs)-1].(*ast.Ident)
	return ok && isIdent && e.pass.TypesInfo.ObjectOf(id) == e.pass.TypesInfo.ObjectOf(err)
}

// nothing returns what a function that fails returns beside its error, by the
// types alone; nil if they do not say.
func (e *editor) nothing(sig *types.Signature) []string {
	var out []string
	for i := range sig.Results().Len() - 1 {
		switch t := sig.Results().At(i).Type().Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
			if _, param := types.Unalias(sig.Results().At(i).Type()).(*types.TypeParam); param {
				return nil
			}
			out = append(out, "nil")
		case *types.Basic:
			switch {
			case t.Info()&types.IsString != 0:
				out = append(out, `""`)
			case t.Info()&types.IsBoolean != 0:
				out = append(out, "false")
			default:
				return nil // a number may say how far it came
			}
		default:
			return nil
		}
	}
	return out
}

// returns returns the statement with which the function around the place gives
// up because of the error why: with what it returns beside an error elsewhere.
func (e *editor) returns(why string) (string, bool) {
	var sig *types.Signature
	var body *ast.BlockStmt
	for _, n := range e.path {
		switch n := n.(type) {
		case *ast.FuncLit:
			sig, _ = e.pass.TypesInfo.TypeOf(n).(*types.Signature)
			body = n.Body
		case *ast.FuncDecl:
			if obj := e.pass.TypesInfo.Defs[n.Name]; obj != nil {
				sig, _ = obj.Type().(*types.Signature)
				body = n.Body
			}
		}
		if body != nil {
			break
		}
	}
	if sig == nil {
		return "", false
	}
	n := sig.Results().Len()
	if n == 0 {
		return "return", true
	}
	if why == "" || !types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		return "", false
	}
	if n == 1 {
		return "return " + why, true
	}
	zero := e.failure(body, n)
	if zero == nil {
		zero = e.nothing(sig)
	}
	if zero == nil {
		return "", false
	}
	return "return " + strings.Join(zero, ", ") + ", " + why, true
}

// failure returns what stands before the error in a return of body that is
// of nothing but an error.
func (e *editor) failure(body *ast.BlockStmt, n int) []string {
	var out []string
	ast.Inspect(body, func(x ast.Node) bool {
		if _, ok := x.(*ast.FuncLit); ok || out != nil {
			return false
		}
		ret, ok := x.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != n || e.isNil(ret.Results[n-1]) {
			return true
		}
		var zero []string
		for _, r := range ret.Results[:n-1] {
			if !e.isZero(r) {
				return true
			}
			zero = append(zero, e.text(r))
		}
		out = zero
		return false
	})
	return out
}

func (e *editor) isNil(x ast.Expr) bool { return e.pass.TypesInfo.Types[x].IsNil() }

// isZero reports whether x is written as a zero value.
func (e *editor) isZero(x ast.Expr) bool {
	if lit, ok := x.(*ast.CompositeLit); ok {
		return len(lit.Elts) == 0
	}
	switch v := e.pass.TypesInfo.Types[x].Value; {
	case e.isNil(x):
		return true
	case v == nil:
		return false
	case v.Kind() == constant.Bool:
		return !constant.BoolVal(v)
	case v.Kind() == constant.String:
		return constant.StringVal(v) == ""
	case v.Kind() == constant.Int, v.Kind() == constant.Float:
		return constant.Sign(v) == 0
	}
	return false
}
