package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// A libIndex says where variables and fields of the package get their values.
type libIndex struct {
	assigns map[types.Object][]ast.Expr      // what is assigned to a variable or field
	targets map[ast.Expr]types.Object        // the variable or field that an expression is assigned to
	fields  map[types.Object][]fieldSet      // x.F = v, by x
	calls   map[types.Object][]*ast.CallExpr // x.M(…) and x.M(…).N(…), by x
	block   map[ast.Node]ast.Node            // the block that a statement's expression stands in
	uses    map[types.Object][]token.Pos     // where a variable is named
	whole   map[ast.Expr]*ast.CompositeLit   // the literal that a literal or call is part of
}

type fieldSet struct {
	field *types.Var
	value ast.Expr
	block ast.Node
}

func indexLibraries(pass *analysis.Pass) *libIndex {
	ix := &libIndex{
		assigns: map[types.Object][]ast.Expr{}, targets: map[ast.Expr]types.Object{},
		fields: map[types.Object][]fieldSet{}, calls: map[types.Object][]*ast.CallExpr{},
		block: map[ast.Node]ast.Node{}, uses: map[types.Object][]token.Pos{},
		whole: map[ast.Expr]*ast.CompositeLit{},
	}
	info := pass.TypesInfo
	for _, f := range pass.Files {
		var blocks []ast.Node
		var stack []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				last := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if len(blocks) > 0 && blocks[len(blocks)-1] == last {
					blocks = blocks[:len(blocks)-1]
				}
				return true
			}
			stack = append(stack, n)
			switch n.(type) {
			case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
				blocks = append(blocks, n)
			}
			var in ast.Node
			if len(blocks) > 0 {
				in = blocks[len(blocks)-1]
			}
			ix.add(info, n, in)
			return true
		})
	}
	return ix
}

func (ix *libIndex) add(info *types.Info, n, in ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if len(n.Rhs) != len(n.Lhs) {
				ix.assign(info, lhs, nil, in) // from a call of several results
			} else if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
				ix.assign(info, lhs, n.Rhs[i], in)
			} else {
				ix.assign(info, lhs, nil, in)
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if i < len(n.Values) && len(n.Values) == len(n.Names) {
				ix.assign(info, name, n.Values[i], in)
			} else if len(n.Values) > 0 {
				ix.assign(info, name, nil, in)
			}
		}
	case *ast.KeyValueExpr:
		if k, ok := n.Key.(*ast.Ident); ok {
			if v, ok := info.Uses[k].(*types.Var); ok && v.IsField() {
				ix.targets[unref(n.Value)] = v
				ix.assigns[v] = append(ix.assigns[v], n.Value)
				ix.block[unref(n.Value)] = in
			}
		}
	case *ast.CallExpr:
		ix.block[n] = in
		if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
			if obj := rootObject(info, sel.X); obj != nil {
				ix.calls[obj] = append(ix.calls[obj], n)
			}
		}
	case *ast.CompositeLit:
		ix.block[n] = in
		for _, el := range n.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			ix.whole[unref(el)] = n
		}
	case *ast.Ident:
		if obj := info.Uses[n]; obj != nil {
			ix.uses[obj] = append(ix.uses[obj], n.Pos())
		}
	}
}

// assign notes lhs = rhs; a nil rhs is a value that is not seen.
func (ix *libIndex) assign(info *types.Info, lhs, rhs ast.Expr, in ast.Node) {
	lhs = ast.Unparen(lhs)
	if sel, ok := lhs.(*ast.SelectorExpr); ok {
		if f, ok := info.Uses[sel.Sel].(*types.Var); ok && f.IsField() {
			base := rootObject(info, sel.X) // nil: a base that is not followed
			ix.fields[base] = append(ix.fields[base], fieldSet{f, rhs, in})
		}
	}
	obj := objectOf(info, lhs)
	if obj == nil {
		return
	}
	ix.assigns[obj] = append(ix.assigns[obj], rhs)
	if rhs != nil {
		ix.targets[unref(rhs)] = obj
	}
}

// unref returns the literal in &T{…}.
func unref(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		return ast.Unparen(u.X)
	}
	return e
}

// objectOf returns the variable or field that e names.
func objectOf(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if e.Name == "_" {
			return nil
		}
		if v, ok := info.ObjectOf(e).(*types.Var); ok {
			return v
		}
	case *ast.SelectorExpr:
		if v, ok := info.Uses[e.Sel].(*types.Var); ok {
			return v
		}
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return objectOf(info, e.X)
		}
	}
	return nil
}

// rootObject returns the variable or field on which a chain of method calls begins.
func rootObject(info *types.Info, e ast.Expr) types.Object {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.CallExpr:
			sel, ok := x.Fun.(*ast.SelectorExpr)
			if !ok {
				return nil
			}
			if id, ok := sel.X.(*ast.Ident); ok {
				if _, isPkg := info.Uses[id].(*types.PkgName); isPkg {
					return nil
				}
			}
			e = sel.X
		case *ast.StarExpr:
			e = x.X
		default:
			return objectOf(info, e)
		}
	}
}
