package retrysite

import (
	"go/ast"
	"go/constant"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/reading"
)

// delayExpr returns the expression whose value is waited for, as an argument of
// a call in the loop l, if that is not nil: what a random part is written around.
// It is shared if it stands in a helper, for others to wait for too.
//
//	// Have: time.Sleep(d)                      // d
//	// Have: t := time.NewTimer(d); <-t.C       // d
//	// Have: pause(ctx, d), which sleeps d      // d
//	// Have: pauseFor(n), which sleeps base<<n  // base<<n, shared
//	// Have: c := time.After(d); for { …; <-c } // none: it is no wait between attempts
func (s *scanner) delayExpr(w wait, l *reading.Loop) (at Range, shared bool) {
	if w.given != nil || w.delay == nil {
		return Range{}, false
	}
	in, v := w.last, w.delay
	for i := len(w.via) - 1; i >= 0; i-- {
		p, ok := v.(*ssa.Parameter)
		if !ok {
			break
		}
		if in, v = w.via[i], argOf(w.via[i], p); v == nil {
			return Range{}, false
		}
	}
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return Range{}, false
	}
	if shared = call.Parent() != w.in.Parent(); !shared && l != nil && !l.Blocks[call.Block()] {
		return Range{}, false
	}
	e := s.sc.exprs[call.Pos()]
	if e == nil || e.Ellipsis.IsValid() {
		return Range{}, false
	}
	args := call.Common().Args
	off := len(args) - len(e.Args)
	for i, a := range args {
		if a == v && i-off >= 0 && i-off < len(e.Args) {
			return Range{e.Args[i-off].Pos(), e.Args[i-off].End()}, shared
		}
	}
	return Range{}, false
}

// resultExprs returns the expressions that fn, a delay function, returns as its
// i'th result, but for those that are no wait: 0, and less than that; none if
// some return does not show one.
//
//	// Have: if d > most { return most }; return d // most, d
func (s *scanner) resultExprs(fn *ssa.Function, i int) []Range {
	var body *ast.BlockStmt
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	}
	if body == nil {
		return nil
	}
	var out []Range
	all := true
	ast.Inspect(body, func(n ast.Node) bool {
		r, ok := n.(*ast.ReturnStmt)
		switch {
		case ok && (i >= len(r.Results) || len(r.Results) != fn.Signature.Results().Len()):
			all = false
		case ok:
			x := r.Results[i]
			if v := s.pass.TypesInfo.Types[x].Value; v == nil || v.Kind() != constant.Int || constant.Sign(v) > 0 {
				out = append(out, Range{x.Pos(), x.End()})
			}
		}
		_, lit := n.(*ast.FuncLit)
		return all && !lit
	})
	if !all {
		return nil
	}
	return out
}

// soleDelays forgets the delay expressions of waits that are at one place, as a
// timer is that is set in several: none of them is the whole delay.
//
//	// Have: t.Reset(a) … t.Reset(b) … <-t.C
func soleDelays(ws []Wait) {
	for i, w := range ws {
		for _, v := range ws {
			if v.Range == w.Range && v.Delay != w.Delay {
				ws[i].Delay = Range{}
			}
		}
	}
}
