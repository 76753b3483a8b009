package retrysite

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// findRuns adds the functions that may attempt again what they are given: they
// have a parameter that is a function which can fail, and call it in a loop, or
// hand it to another that does.
func (x *helperFinder) findRuns() {
	type taker struct {
		d   *ast.FuncDecl
		ops map[types.Object]bool
	}
	var takers []taker
	for _, f := range x.pass.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				if ops := x.operations(fd); ops != nil {
					takers = append(takers, taker{fd, ops})
				}
			}
		}
	}
	running := map[string]bool{} // the names of those that may
	for range maxWrapped {
		for _, t := range takers {
			if name := t.d.Name.Name; !running[name] && x.mayRun(t.d, t.ops, running) {
				running[name] = true
			}
		}
	}
	for _, t := range takers {
		if !t.d.Name.IsExported() || !running[t.d.Name.Name] {
			continue
		}
		if !slices.Contains(x.helpers, t.d) {
			x.add(t.d)
		}
		if slices.Contains(x.helpers, t.d) {
			x.runs = append(x.runs, t.d)
		}
	}
}

// operations returns the parameters of d that are functions whose last result
// is an error, nil if there are none.
func (x *helperFinder) operations(d *ast.FuncDecl) map[types.Object]bool {
	var ops map[types.Object]bool
	for _, p := range d.Type.Params.List {
		switch p.Type.(type) {
		case *ast.FuncType, *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		default:
			continue
		}
		t := x.pass.TypesInfo.TypeOf(p.Type)
		if t == nil {
			continue
		}
		if sig, ok := t.Underlying().(*types.Signature); !ok || !returnsError(sig) {
			continue
		}
		for _, id := range p.Names {
			if obj := x.pass.TypesInfo.Defs[id]; obj != nil {
				if ops == nil {
					ops = map[types.Object]bool{}
				}
				ops[obj] = true
			}
		}
	}
	return ops
}

// mayRun reports whether the function d calls one of the operations and has a
// loop that is no range over a list, or hands one on to a function that may:
// one of those names, or of a package that has told so.
func (x *helperFinder) mayRun(d *ast.FuncDecl, ops map[types.Object]bool, running map[string]bool) bool {
	loops, called, handed := callsItself(d), false, false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			loops = true
		case *ast.RangeStmt:
			loops = loops || !x.isList(n.X)
		case *ast.CallExpr:
			if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && ops[x.pass.TypesInfo.Uses[id]] {
				called = true
			}
			for _, a := range n.Args {
				_, hands := a.(*ast.FuncLit) // Have: Times(5, func() error { return f() })
				hands = hands || x.holds(a, ops)
				if hands && !handed {
					called = true // Have: err = safely(f)
					handed = running[calledName(n)] || x.told.runs(n) != nil || runsInLibrary(x.told.function(n))
				}
			}
		}
		return true
	})
	return called && loops || handed
}

// holds reports whether e is one of the operations, or a literal that holds one
// or a function literal.
//
//	// Have: retry.Call(retry.CallArgs{Func: f})
func (x *helperFinder) holds(e ast.Expr, ops map[types.Object]bool) bool {
	switch e := unref(e).(type) {
	case *ast.Ident:
		return ops[x.pass.TypesInfo.Uses[e]]
	case *ast.CompositeLit:
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				if _, lit := kv.Value.(*ast.FuncLit); lit || x.holds(kv.Value, ops) {
					return true
				}
			}
		}
	}
	return false
}

// isList reports whether a range over e takes the elements of something.
func (x *helperFinder) isList(e ast.Expr) bool {
	t := x.pass.TypesInfo.TypeOf(e)
	if t == nil {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Signature:
		return false
	case *types.Basic:
		return t.Info()&types.IsInteger == 0
	}
	return true
}

// runs returns what another package has told of a function that call calls and
// of what it does with its arguments, nil: nothing.
func (t *told) runs(call *ast.CallExpr) *Runs {
	if h := t.of(t.function(call)); h != nil {
		return h.Runs
	}
	return nil
}

// function returns the function or method that call names, nil if it names none.
func (t *told) function(call *ast.CallExpr) *types.Func {
	if t == nil {
		return nil
	}
	fn, _ := typeutil.Callee(t.pass.TypesInfo, call).(*types.Func)
	return fn
}

// readRuns reads what the functions of a package do with what they are given:
// the helpers ds, and what they call.
func (s *scanner) readRuns(ds []*ast.FuncDecl, funcs []*ssa.Function) {
	if len(ds) == 0 {
		return
	}
	for _, fn := range funcs {
		if takesFunc(fn) {
			s.guarded(fn, s.loopSites)
			s.guarded(fn, s.recursionSite)
		}
	}
	for _, d := range ds {
		obj, ok := s.pass.TypesInfo.Defs[d.Name].(*types.Func)
		if !ok {
			continue
		}
		if fn := s.sc.prog.FuncValue(obj); fn != nil && fn.Blocks != nil {
			s.guarded(fn, func(fn *ssa.Function) { s.ran[fn] = s.runsOf(fn, maxWrapped) })
		}
	}
}

// any reports whether a package that is imported has told of a helper.
func (t *told) any() bool {
	if t == nil {
		return false
	}
	for _, f := range t.pass.AllObjectFacts() {
		if _, ok := f.Fact.(*Helper); ok {
			return true
		}
	}
	return false
}
