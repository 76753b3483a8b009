package retrysite

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// addSite adds the site that b is, if it is one.
func (l *libraryReader) addSite(b *built) {
	at := Range{b.node.Pos(), b.node.End()}
	fn := l.funcAt(b.node.Pos())
	s := &Site{Kind: Library, Header: at, Attempt: Attempt{Range: at}}
	if fn != nil {
		s.Func = fn.String()
	}
	call, isCall := b.node.(*ast.CallExpr)
	if isCall {
		if f := l.callee(call); f != nil && f.Pkg() == l.s.pass.Pkg {
			return // Have: var defaultClient = NewClient(), in the library itself
		}
		s.Attempt.Name = types.ExprString(call.Fun)
	}
	own := b.lib.Path == l.s.pass.Pkg.Path() // the library itself: what it builds is its own default
	if b.way.Delay != "" && !b.way.Part && !b.far && !l.inner[b.node] && !own && !l.unused(b.node) {
		w := Wait{Range: at, Policies: b.policies()}
		if len(w.Policies) > 0 {
			w.EndsAtCap = b.lib.EndsAtCap && len(l.runs[b.node]) > 0
			w.Repair, w.Repaired = l.repaired(b)
			w.RepairServer = b.lib.After
			w.Knob = l.knob(b)
			s.Waits = []Wait{w}
		}
		s.Attempt.Remote = l.remote(b)
	}
	left := false
	if isCall && fn != nil {
		s.Shared = l.s.sc.sharedAt(fn, call.Lparen)
		left = len(s.Shared) > 0
	}
	y := layer{site: s}
	if !b.lib.Attempts() {
		y.client = b.lib.Path
	}
	if b.op != nil && isCall {
		s.Context = l.context(b)
		s.Attempt.HTTP = l.httpOf(b)
		if fn := l.opFunc(b.op); fn != nil && len(fn.Blocks) > 0 {
			left = l.s.sc.leftBy(fn, &s.Attempt) || left
			y.fn, y.op, y.plain = l.funcAt(b.node.Pos()), fn, b.lib.Again == "error" && !b.open
		}
	}
	if len(s.Waits) > 0 || s.Context.Reaches || s.Attempt.HTTP != nil || left {
		l.s.sites = append(l.s.sites, s)
		y.told = true
	}
	l.s.layers = append(l.s.layers, y)
}

// remote says whether what is attempted under b leaves the process.
func (l *libraryReader) remote(b *built) Remote {
	if b.lib.Quiet {
		return RemoteUnknown
	}
	runs := l.runs[b.node]
	if len(runs) == 0 {
		if l.localLoops(b.node) || l.unseenLoops(b) {
			return RemoteUnknown
		}
		return Possibly
	}
	best := RemoteUnknown
	for _, t := range runs {
		best = max(best, l.opRemote(t.op))
	}
	if obj := l.ix.targets[b.node]; obj != nil && obj.Exported() && (obj.Parent() == l.s.pass.Pkg.Scope() || isField(obj)) {
		best = max(best, Possibly)
	} else if obj != nil && len(l.ix.uses[obj]) > len(runs)+len(l.ix.fields[obj])+len(l.ix.calls[obj]) {
		best = max(best, Possibly)
	}
	return best
}

func isField(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField()
}

// opRemote judges the operation that a library is given.
func (l *libraryReader) opRemote(op ast.Expr) Remote {
	fn := l.opFunc(op)
	if fn == nil || len(fn.Blocks) == 0 {
		return Possibly
	}
	if lit, ok := fn.Syntax().(*ast.FuncLit); ok && l.polls(lit) {
		return RemoteUnknown
	}
	return l.s.sc.bodyRemote(fn, bodyDepth)
}

// opFunc returns the function of the package that op names or is.
func (l *libraryReader) opFunc(op ast.Expr) *ssa.Function {
	if x, ok := l.resolve(op).(*ast.FuncLit); ok {
		for _, fn := range l.s.sc.funcs {
			if fn.Syntax() == ast.Node(x) {
				return fn
			}
		}
	}
	if f := l.opObject(op); f != nil {
		return l.s.sc.prog.FuncValue(f)
	}
	return nil
}

// opObject returns the function or method that op names, nil if it names none.
func (l *libraryReader) opObject(op ast.Expr) *types.Func {
	var f *types.Func
	switch x := l.resolve(op).(type) {
	case *ast.Ident:
		f, _ = l.info.Uses[x].(*types.Func)
	case *ast.SelectorExpr:
		f, _ = l.info.Uses[x.Sel].(*types.Func)
	}
	return f
}

// polls reports whether lit is a condition that is waited for, func() (bool,
// error), and in which no failure leads to another try.
//
//	// Have: func() (bool, error) { pod, err := get(); if err != nil { return false, err }; return pod.Ready, nil }
func (l *libraryReader) polls(lit *ast.FuncLit) bool {
	sig, ok := l.info.TypeOf(lit).(*types.Signature)
	if !ok || sig.Results().Len() != 2 || !isBool(sig.Results().At(0).Type()) || !isError(sig.Results().At(1).Type()) {
		return false
	}
	failing := false
	var visit func(n ast.Node, onError bool)
	visit = func(n ast.Node, onError bool) {
		ast.Inspect(n, func(x ast.Node) bool {
			switch x := x.(type) {
			case *ast.FuncLit:
				return x == lit
			case *ast.IfStmt:
				if x != n {
					e := onError || l.speaksOfError(x.Cond) || x.Init != nil && l.speaksOfError(x.Init)
					visit(x.Body, e)
					if x.Else != nil {
						visit(x.Else, e)
					}
					return false
				}
			case *ast.CaseClause:
				if x != n {
					e := onError
					for _, c := range x.List {
						e = e || l.speaksOfError(c)
					}
					for _, st := range x.Body {
						visit(st, e)
					}
					return false
				}
			case *ast.ReturnStmt:
				if len(x.Results) != 2 {
					failing = true // of a call
					return false
				}
				if id, ok := ast.Unparen(x.Results[1]).(*ast.Ident); ok && id.Name == "nil" {
					if v := l.info.Types[x.Results[0]].Value; v != nil {
						failing = failing || onError && v.String() == "false"
					} else {
						failing = failing || l.speaksOfError(x.Results[0]) || onError
					}
				}
			}
			return true
		})
	}
	visit(lit.Body, false)
	return !failing
}

// speaksOfError reports whether something in n is an error.
func (l *libraryReader) speaksOfError(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(x ast.Node) bool {
		if e, ok := x.(ast.Expr); ok && !found {
			if t := l.info.TypeOf(e); t != nil && isError(t) {
				found = true
			}
		}
		return !found
	})
	return found
}

// context says whether a context from outside reaches the operation of b, of
// which the library is not told.
func (l *libraryReader) context(b *built) Context {
	if !l.deaf(b) {
		return Context{}
	}
	op, mc := l.operation(b.op)
	fn := l.funcAt(b.node.Pos())
	if op == nil || len(op.Blocks) == 0 || fn == nil || l.s.sc.watched(fn) || l.leaves(op) {
		return Context{}
	}
	_, ctx := l.s.heldContext(op, mc, Runs{Deaf: true, again: b.lib.Again})
	ctx.Tell = strings.Replace(b.lib.Check, "ctx", ctx.Name, 1)
	return ctx
}

// operation returns the function of the package that op names or is, and where
// its closure is made, if it is one.
func (l *libraryReader) operation(op ast.Expr) (*ssa.Function, *ssa.MakeClosure) {
	fn := l.opFunc(op)
	if fn == nil || fn.Parent() == nil {
		return fn, nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok && mc.Fn == fn {
				return fn, mc
			}
		}
	}
	return fn, nil
}

// deaf reports whether the library is told of no context, and retries what the
// end of one returns.
func (l *libraryReader) deaf(b *built) bool {
	if b.lib.Check == "" || b.open || b.ctx || !b.env["context"].zero && b.params["context"] || !l.again(b, canceled) || !l.again(b, expired) {
		return false
	}
	for _, sub := range b.subs {
		if s := l.built[sub]; s == nil || s.open || s.ctx {
			return false
		}
	}
	return b.way.Delay != "" || len(b.subs) > 0 // else the policy is not seen
}

// leaves reports whether the operation itself looks at the end of a context,
// or tells the library to stop.
func (l *libraryReader) leaves(op *ssa.Function) bool {
	if op.Syntax() == nil {
		return true
	}
	found := false
	ast.Inspect(op.Syntax(), func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			switch id.Name {
			case "Err", "Done", "Canceled", "DeadlineExceeded", "Unrecoverable", "Permanent", "IsRecoverable", "Cause":
				found = true
			}
		}
		return !found
	})
	return found
}
