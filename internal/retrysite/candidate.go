package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// isCandidate reports whether the package may hold a retry site: a function
// that computes a wait, a loop or a recursion in a package that waits, or a
// loop that goes round an error. It is one pass over the syntax, and all that
// a package without a candidate costs.
func isCandidate(pass *analysis.Pass, in *inspector.Inspector) bool {
	if hasLibraryCandidate(pass, in) {
		return true
	}
	others := toldTo(pass)
	if !imports(pass.Pkg, "time", "context", "net/http", "net") && !others.any() {
		return false
	}
	waits, loops := false, false
	for c := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.CallExpr)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.BranchStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.FuncDecl:
			if (delayName.MatchString(n.Name.Name) || takesResponse(pass, n)) && givesDuration(pass, n) {
				return true
			}
			if n.Body != nil && callsItself(n) {
				loops = true
			}
		case *ast.CallExpr:
			waits = waits || waitsByName(n) || others.waits(n)
			if getsRetryAfter(n) {
				return true
			}
			if h := others.of(others.function(n)); h != nil {
				if h.Runs != nil {
					return true
				}
				waits = waits || h.Sends != nil
			}
		case *ast.BranchStmt:
			loops = loops || n.Tok == token.GOTO
		case *ast.RangeStmt:
			loops = true
			if t := pass.TypesInfo.TypeOf(n.X); t != nil && isNumber(t) && roundAnError(pass, n) {
				return true // Have: for range 3 { resp, err := c.Do(req); … }
			}
		case *ast.ForStmt:
			loops = true
			if roundAnError(pass, n) {
				return true
			}
		}
		if waits && loops {
			return true
		}
	}
	return false
}

func imports(pkg *types.Package, paths ...string) bool {
	for _, p := range pkg.Imports() {
		for _, want := range paths {
			if p.Path() == want {
				return true
			}
		}
	}
	return false
}

// getsRetryAfter reports whether call reads that header.
//
//	// Have: resp.Header.Get("Retry-After")
func getsRetryAfter(call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	return ok && len(lit.Value) == len(`"Retry-After"`) && strings.EqualFold(lit.Value, `"Retry-After"`)
}

// waitsByName reports whether call may be a wait, by the name of what it calls.
func waitsByName(call *ast.CallExpr) bool {
	switch calledName(call) {
	case "Sleep", "After", "NewTimer", "Timer", "AfterFunc":
		return true
	}
	return false
}

// takesResponse reports whether the function n has an *http.Response parameter.
func takesResponse(pass *analysis.Pass, n *ast.FuncDecl) bool {
	for _, f := range n.Type.Params.List {
		if ptr, ok := pass.TypesInfo.TypeOf(f.Type).(*types.Pointer); ok && isNamed(ptr.Elem(), "net/http", "Response") {
			return true
		}
	}
	return false
}

func givesDuration(pass *analysis.Pass, n *ast.FuncDecl) bool {
	fn, ok := pass.TypesInfo.Defs[n.Name].(*types.Func)
	if !ok {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if isDuration(v.Type()) {
			return true
		}
		if f, ok := v.Type().Underlying().(*types.Signature); ok && f.Results().Len() > 0 && isDuration(f.Results().At(0).Type()) {
			return true
		}
	}
	return false
}

// callsItself reports whether a function calls one of its own name.
func callsItself(n *ast.FuncDecl) bool {
	found := false
	ast.Inspect(n.Body, func(x ast.Node) bool {
		if c, ok := x.(*ast.CallExpr); ok && !found {
			switch f := c.Fun.(type) {
			case *ast.SelectorExpr:
				found = f.Sel.Name == n.Name.Name
			case *ast.Ident:
				found = f.Name == n.Name.Name
			}
		}
		return !found
	})
	return found
}

// roundAnError reports whether the loop compares an error with nil and calls
// something that takes a context or sends an HTTP request.
func roundAnError(pass *analysis.Pass, n ast.Stmt) bool {
	test, call := false, false
	ast.Inspect(n, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if x.Op == token.NEQ || x.Op == token.EQL {
				if id, ok := ast.Unparen(x.Y).(*ast.Ident); ok && id.Name == "nil" {
					if t := pass.TypesInfo.TypeOf(x.X); t != nil && isError(t) {
						test = true
					}
				}
			}
		case *ast.CallExpr:
			for _, a := range x.Args {
				if t := pass.TypesInfo.TypeOf(a); t != nil && (isContext(t) || isRequest(t)) {
					call = true
				}
			}
		}
		return !(test && call)
	})
	return test && call
}
