package retrysite

import (
	"go/ast"
	"go/types"
	"strings"
)

// unused reports whether the policy at e is held by a package variable that
// only tests use.
//
//	// Have: var fastBackoff = wait.Backoff{…} // for tests
func (l *libraryReader) unused(e ast.Expr) bool {
	obj := l.ix.targets[e]
	if obj == nil || obj.Exported() || obj.Parent() != l.s.pass.Pkg.Scope() {
		return false
	}
	for _, at := range l.ix.uses[obj] {
		if !strings.HasSuffix(l.s.pass.Fset.Position(at).Filename, "_test.go") {
			return false
		}
	}
	return true
}

// localLoops reports whether the policy at e is the package's own business: a
// variable holds it that is used in functions that retry, none of which
// attempts what may leave the process.
//
//	// Have: var bs = backoff.Exponential{Config: backoff.Config{…}}; for { c, err := l.Accept(); …; time.Sleep(bs.Backoff(n)) }
func (l *libraryReader) localLoops(e ast.Expr) bool {
	for l.ix.whole[e] != nil {
		e = l.ix.whole[e]
	}
	obj := l.ix.targets[e]
	if obj == nil || obj.Exported() {
		return false
	}
	in := map[string]bool{}
	l.usedIn(obj, in, 3)
	found := false
	for _, s := range l.s.sites {
		if s.Kind != Library && in[s.Func] {
			if s.Attempt.Remote.Herd() {
				return false
			}
			found = true
		}
	}
	return found
}

// unseenLoops reports whether the policy is asked for its waits in loops of
// the function that it stands in, none of which is seen to attempt what may
// leave the process.
//
//	// Have: b := backoff.New(ctx, backoff.Config{…}); for b.Ongoing() { if ready() { return }; b.Wait() }
func (l *libraryReader) unseenLoops(b *built) bool {
	fn := l.funcAt(b.node.Pos())
	if fn == nil || fn.Syntax() == nil {
		return false
	}
	asked := false
	ast.Inspect(fn.Syntax(), func(n ast.Node) bool {
		loop, ok := n.(*ast.ForStmt)
		if !ok {
			return !asked
		}
		ast.Inspect(loop, func(x ast.Node) bool {
			if call, ok := x.(*ast.CallExpr); ok {
				if f := l.callee(call); f != nil && f.Signature().Recv() != nil && f.Pkg() != nil && f.Pkg().Path() == b.lib.Path {
					asked = true
				}
			}
			return !asked
		})
		return !asked
	})
	if !asked {
		return false
	}
	for _, s := range l.s.sites {
		if s.Kind != Library && s.Func == fn.String() && s.Attempt.Remote.Herd() {
			return false
		}
	}
	return true
}

// usedIn adds the functions in which obj is used, or a variable that is made from it.
//
//	// Have: var next = bs.Backoff
func (l *libraryReader) usedIn(obj types.Object, in map[string]bool, left int) {
	for _, at := range l.ix.uses[obj] {
		if fn := l.funcAt(at); fn != nil {
			in[fn.String()] = true
		}
		for other, values := range l.ix.assigns {
			for _, v := range values {
				if v != nil && other != obj && left > 0 && v.Pos() <= at && at < v.End() {
					l.usedIn(other, in, left-1)
				}
			}
		}
	}
}
