package retrysite

import (
	"go/ast"
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// tinyDelay is what a delay is below that nobody waits for: a number that lacks
// its unit.
const tinyDelay = 1000 // ns

// tinyConst reports whether v is a Duration of some nanoseconds.
func tinyConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int || !isDuration(c.Type()) {
		return false
	}
	n, exact := constant.Int64Val(c.Value)
	return exact && n > 0 && n < tinyDelay
}

// tiny returns the place of a constant delay of some nanoseconds: the delay of
// the wait itself, or what the function that computes it returns somewhere. It
// is no place in a package that names such units, and means what it writes.
//
//	// Have: time.Sleep(5)
//	// Have: if limited { return 10 } // seconds
func (s *scanner) tiny(v ssa.Value, at Range) Range {
	if s.smallUnits() {
		return Range{}
	}
	if tinyConst(v) {
		return at
	}
	if call, ok := v.(*ssa.Call); ok {
		if fn := s.calleeOf(call); fn != nil {
			return s.tinyReturn(fn)
		}
	}
	return Range{}
}

// tinyReturn returns the place of a return of some nanoseconds in fn.
func (s *scanner) tinyReturn(fn *ssa.Function) Range {
	if s.smallUnits() {
		return Range{}
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && len(ret.Results) > 0 && tinyConst(ret.Results[0]) && ret.Pos().IsValid() {
			return Range{ret.Pos(), ret.Pos() + token.Pos(len("return"))}
		}
	}
	return Range{}
}

// smallUnits reports whether the package names nanoseconds or microseconds.
func (s *scanner) smallUnits() bool {
	if s.units == unitsUnknown {
		s.units = unitsLarge
		for _, f := range s.pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Nanosecond" || sel.Sel.Name == "Microsecond") {
					s.units = unitsSmall
				}
				return s.units == unitsLarge
			})
		}
	}
	return s.units == unitsSmall
}

// units says whether the package names units below a millisecond.
type units uint8

const (
	unitsUnknown units = iota
	unitsLarge
	unitsSmall
)
