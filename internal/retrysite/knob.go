package retrysite

import (
	"go/ast"
	"go/types"
)

// knob returns what an edit can set to widen the jitter of b: the value that
// the code gives the knob, if it is a constant or a name of the library, or the
// literal or call that leaves it out.
//
//	// Have: wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
//	// Have: b := backoff.NewExponentialBackOff(); b.RandomizationFactor = 0
func (l *libraryReader) knob(b *built) Knob {
	for _, r := range b.lib.Repairs {
		if r.Code == "" {
			return Knob{}
		}
		k := Knob{Name: r.Knob, Code: r.Code, Path: b.lib.Path}
		switch given := b.given[r.Knob]; {
		case len(given) == 0 && !b.params[r.Knob] && !l.loose(b, r.Knob):
			k.At = Range{b.node.Pos(), b.node.End()}
			return k
		case len(given) == 1 && given[0] != nil && l.plain(b, given[0]):
			k.At, k.Set = Range{given[0].Pos(), given[0].End()}, true
			return k
		}
		return Knob{}
	}
	return Knob{}
}

// plain reports whether e is a constant, or names something of b's library.
func (l *libraryReader) plain(b *built, e ast.Expr) bool {
	if l.info.Types[e].Value != nil {
		_, lit := ast.Unparen(e).(*ast.BasicLit)
		id, word := ast.Unparen(e).(*ast.Ident)
		return lit || word && l.info.Uses[id] != nil && l.info.Uses[id].Parent() == types.Universe
	}
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Signature().Recv() == nil && fn.Pkg() != nil && fn.Pkg().Path() == b.lib.Path
}
