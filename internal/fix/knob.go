package fix

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// knob sets a knob of a library's policy.
func (e *editor) knob(k retrysite.Knob) bool {
	code, option := strings.CutPrefix(k.Code, "+")
	if strings.Contains(code, "$") {
		name := e.imported(k.Path, k.At.Start)
		if name == "" {
			return false
		}
		code = strings.ReplaceAll(code, "$", name)
	}
	x := e.exprAt(k.At)
	if x == nil {
		return false
	}
	if k.Set {
		if option { // Have: retry.DelayType(retry.BackOffDelay)
			_, code, _ = strings.Cut(strings.TrimSuffix(code, ")"), "(")
		}
		e.replace(x.Pos(), x.End(), code)
		return true
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		return !option && e.addField(x, k.Name, code)
	case *ast.CallExpr:
		if option {
			return e.addArgument(x, code)
		}
		return e.assignAfter(x, k.Name, code)
	}
	return false
}

// addField adds a field to a literal with names.
func (e *editor) addField(x *ast.CompositeLit, name, code string) bool {
	if !hasField(e.pass.TypesInfo.TypeOf(x), name) {
		return false
	}
	if len(x.Elts) == 0 {
		if e.tf.Line(x.Lbrace) != e.tf.Line(x.Rbrace) {
			return false
		}
		e.insert(x.Rbrace, name+": "+code)
		return true
	}
	last := x.Elts[len(x.Elts)-1]
	if _, ok := last.(*ast.KeyValueExpr); !ok {
		return false
	}
	if e.tf.Line(last.End()) == e.tf.Line(x.Rbrace) {
		e.insert(last.End(), ", "+name+": "+code)
	} else {
		e.insert(x.Rbrace, name+": "+code+",\n")
	}
	return true
}

// hasField reports whether t is, or points to, a struct with that field.
func hasField(t types.Type, name string) bool {
	if t == nil {
		return false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == name {
			return true
		}
	}
	return false
}

// addArgument adds an argument at the end of a call.
func (e *editor) addArgument(x *ast.CallExpr, code string) bool {
	if x.Ellipsis.IsValid() || len(x.Args) == 0 {
		return false
	}
	sig, ok := e.pass.TypesInfo.TypeOf(x.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() || len(x.Args) < sig.Params().Len()-1 {
		return false
	}
	last := x.Args[len(x.Args)-1]
	if e.tf.Line(last.End()) == e.tf.Line(x.Rparen) {
		e.insert(last.End(), ", "+code)
	} else {
		e.insert(x.Rparen, code+",\n")
	}
	return true
}

// assignAfter sets the field of a variable behind the statement that makes it.
//
//	// Have: client := retryablehttp.NewClient()
func (e *editor) assignAfter(x *ast.CallExpr, name, code string) bool {
	if !hasField(e.pass.TypesInfo.TypeOf(x), name) {
		return false
	}
	for i, n := range e.path {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			continue
		}
		if len(as.Lhs) != 1 || len(as.Rhs) != 1 || ast.Unparen(as.Rhs[0]) != ast.Expr(x) || i+1 == len(e.path) || !isList(e.path[i+1]) {
			return false
		}
		if id, ok := as.Lhs[0].(*ast.Ident); !ok || id.Name == "_" {
			return false
		}
		return e.lineAfter(as, e.text(as.Lhs[0])+"."+name+" = "+code)
	}
	return false
}

// isList reports whether n holds a list of statements.
func isList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// lineAfter writes text on a line of its own behind that of s, which nothing
// but a comment may follow.
func (e *editor) lineAfter(s ast.Stmt, text string) bool {
	from := e.offset(s.End())
	rest, _, _ := strings.Cut(string(e.src[from:]), "\n")
	if t := strings.TrimSpace(rest); t != "" && !strings.HasPrefix(t, "//") {
		return false
	}
	e.raw = append(e.raw, change{from + len(rest), from + len(rest), "\n" + text})
	return true
}

// counted sets Steps of the literal at the place to the attempts that are made,
// and takes Cap, which ends them, out.
//
//	// Have: wait.Backoff{Duration: time.Second, Factor: 2, Steps: 100, Cap: time.Minute}
//	// Want: wait.Backoff{Duration: time.Second, Factor: 2, Steps: 6}
func (e *editor) counted(f Fix) bool {
	x, ok := e.exprAt(f.At).(*ast.CompositeLit)
	if !ok {
		return false
	}
	var steps *ast.KeyValueExpr
	limit := -1
	for i, el := range x.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		switch e.text(kv.Key) {
		case "Steps":
			steps = kv
		case "Cap":
			limit = i
		}
	}
	if steps == nil || limit < 0 || !e.dispensable(steps.Value, isEnd) || !e.dispensable(x.Elts[limit], isEnd) {
		return false
	}
	e.replace(steps.Value.Pos(), steps.Value.End(), strconv.Itoa(f.Steps))
	return e.takeOut(x, limit)
}

// isEnd reports whether n is what counted takes out of literals.
func isEnd(n ast.Node) bool {
	kv, ok := n.(*ast.KeyValueExpr)
	if !ok {
		return false
	}
	id, ok := kv.Key.(*ast.Ident)
	return ok && (id.Name == "Steps" || id.Name == "Cap")
}

// dispensable reports whether the packages that x names are named elsewhere in
// the file too, outside of what such fixes take out: so their imports are needed.
//
//	// Have: Steps: math.MaxInt32
func (e *editor) dispensable(x ast.Node, out func(ast.Node) bool) bool {
	needed := map[types.Object]bool{}
	uses := func(n ast.Node, f func(*types.PkgName)) {
		if id, ok := n.(*ast.Ident); ok {
			if p, ok := e.pass.TypesInfo.Uses[id].(*types.PkgName); ok {
				f(p)
			}
		}
	}
	ast.Inspect(e.file, func(n ast.Node) bool {
		uses(n, func(p *types.PkgName) { needed[p] = true })
		return n == nil || !out(n)
	})
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		uses(n, func(p *types.PkgName) { ok = ok && needed[p] })
		return true
	})
	return ok
}

// takeOut takes an element out of a literal, with its line if it has one.
func (e *editor) takeOut(x *ast.CompositeLit, i int) bool {
	el := x.Elts[i]
	switch {
	case e.lineBegins(el.Pos()):
		from := e.offset(e.tf.LineStart(e.tf.Line(el.Pos())))
		end := e.offset(el.End())
		rest, _, _ := strings.Cut(string(e.src[end:]), "\n")
		if strings.TrimSpace(rest) != "," {
			return false
		}
		e.raw = append(e.raw, change{from, end + len(rest) + 1, ""})
	case i > 0:
		e.replace(x.Elts[i-1].End(), el.End(), "")
	case len(x.Elts) > 1:
		e.replace(el.Pos(), x.Elts[1].Pos(), "")
	}
	return true
}
