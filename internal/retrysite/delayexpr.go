package retrysite

import (
	"golang.org/x/tools/go/ssa"
)

// delayExpr returns the expression in the function of the site whose value is
// waited for, as an argument: what a random part is written around. It is no
// place where a helper computes the delay itself.
//
//	// Have: time.Sleep(d)                      // d
//	// Have: t := time.NewTimer(d); <-t.C       // d
//	// Have: pause(ctx, d), which sleeps d      // d
//	// Have: pauseFor(n), which sleeps base<<n  // none
func (s *scanner) delayExpr(w wait) Range {
	if w.given != nil || w.delay == nil {
		return Range{}
	}
	in, v := w.last, w.delay
	for i := len(w.via) - 1; i >= 0; i-- {
		p, ok := v.(*ssa.Parameter)
		if !ok {
			return Range{}
		}
		if in, v = w.via[i], argOf(w.via[i], p); v == nil {
			return Range{}
		}
	}
	call, ok := in.(ssa.CallInstruction)
	if !ok || call.Parent() != w.in.Parent() {
		return Range{}
	}
	e := s.sc.exprs[call.Pos()]
	if e == nil || e.Ellipsis.IsValid() {
		return Range{}
	}
	args := call.Common().Args
	off := len(args) - len(e.Args)
	for i, a := range args {
		if a == v && i-off >= 0 && i-off < len(e.Args) {
			return Range{e.Args[i-off].Pos(), e.Args[i-off].End()}
		}
	}
	return Range{}
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
