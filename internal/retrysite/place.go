package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

// waitAt returns the wait w as a site tells it.
func (s *scanner) waitAt(w wait, ps []*policy.Policy, l *reading.Loop) Wait {
	out := Wait{Range: s.placeOf(w), Policies: ps, Bare: w.bare}
	out.Delay, out.Shared = s.delayExpr(w, l)
	out.Tiny = s.tiny(w.delay, out.Range)
	if len(w.via) > 0 {
		// The delay is the helper's own unless the helper was given it.
		if _, given := w.delay.(*ssa.Parameter); !given {
			out.Computed = s.exprAt(w.last, w.delay)
		}
	}
	if !out.Computed.IsValid() {
		v := w.delay
		if p, ok := v.(*ssa.Parameter); ok && len(w.via) > 0 {
			if a := argOf(w.via[len(w.via)-1], p); a != nil {
				v = a
			}
		}
		out.Computed = s.computed(v, 0)
	}
	return out
}

func argOf(call ssa.CallInstruction, p *ssa.Parameter) ssa.Value {
	for i, q := range p.Parent().Params {
		if args := callArgs(call); q == p && i < len(args) {
			return args[i]
		}
	}
	return nil
}

// placeOf returns the delay expression of a wait in the function itself; for a
// receive from a timer it is the receive.
func (s *scanner) placeOf(w wait) Range {
	call, _ := w.in.(ssa.CallInstruction)
	if w.place.IsValid() && len(w.via) == 0 {
		if c, ok := w.last.(*ssa.Call); ok && s.sc.exprs[c.Pos()] != nil && s.sameLine(c.Pos(), w.place) {
			call = c
		} else {
			return Range{w.place, w.place + 2}
		}
	}
	if call == nil {
		return Range{w.in.Pos(), w.in.Pos() + 1}
	}
	e := s.sc.exprs[call.Pos()]
	if e == nil {
		return Range{call.Pos(), call.Pos() + 1}
	}
	delay := w.delay
	if len(w.via) > 0 {
		delay = nil
		if p, ok := w.delay.(*ssa.Parameter); ok && len(w.via) == 1 {
			delay = argOf(w.via[0], p)
		}
	}
	args := call.Common().Args
	off := len(args) - len(e.Args)
	for i, a := range args {
		if a == delay && i-off >= 0 && i-off < len(e.Args) {
			return Range{e.Args[i-off].Pos(), e.Args[i-off].End()}
		}
	}
	return Range{e.Pos(), e.End()}
}

func (s *scanner) sameLine(a, b token.Pos) bool {
	return s.pass.Fset.Position(a).Line == s.pass.Fset.Position(b).Line
}

// exprAt returns the place of the value v, used by in.
func (s *scanner) exprAt(in ssa.Instruction, v ssa.Value) Range {
	if call, ok := in.(ssa.CallInstruction); ok {
		if e := s.sc.exprs[call.Pos()]; e != nil {
			args := call.Common().Args
			off := len(args) - len(e.Args)
			for i, a := range args {
				if a == v && i-off >= 0 && i-off < len(e.Args) {
					return Range{e.Args[i-off].Pos(), e.Args[i-off].End()}
				}
			}
			return Range{e.Pos(), e.End()}
		}
	}
	if p := in.Pos(); p.IsValid() {
		return Range{p, p + 1}
	}
	return Range{}
}

// computed returns the place where v is computed, if that is in another
// function of the package: the result it returns.
func (s *scanner) computed(v ssa.Value, depth int) Range {
	if depth > 5 {
		return Range{}
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	switch v := v.(type) {
	case *ssa.Call:
		fn := s.calleeOf(v)
		if fn == nil {
			for _, a := range callArgs(v) {
				if r := s.computed(a, depth+1); r.IsValid() {
					return r
				}
			}
			return Range{}
		}
		return s.returned(fn, depth)
	case *ssa.BinOp:
		if r := s.computed(v.X, depth+1); r.IsValid() {
			return r
		}
		return s.computed(v.Y, depth+1)
	case *ssa.Convert:
		return s.computed(v.X, depth+1)
	case *ssa.ChangeType:
		return s.computed(v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if r := s.computed(e, depth+1); r.IsValid() {
				return r
			}
		}
	}
	return Range{}
}

// returned returns the place of the result that fn computes: that of a
// function it delegates to, else its last return of something that is not a
// constant
func (s *scanner) returned(fn *ssa.Function, depth int) Range {
	var own, given Range
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if _, constant := ret.Results[0].(*ssa.Const); constant {
			continue
		}
		if delegates(ret.Results[0]) {
			if r := s.computed(ret.Results[0], depth+1); r.IsValid() && !given.IsValid() {
				given = r
			}
			continue
		}
		if p := ret.Pos(); p.IsValid() {
			own = Range{p, p + token.Pos(len("return"))}
		}
	}
	if own.IsValid() {
		return own
	}
	return given
}

// delegates reports whether v is what another function returned, as it is.
func delegates(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	_, ok := v.(*ssa.Call)
	return ok
}
