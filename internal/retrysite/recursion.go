package retrysite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

// recursionSite adds fn if it waits and then calls itself.
//
//	// Have: func (c *client) do(n int) error { ...; time.Sleep(d << n); return c.do(n + 1) }
func (s *scanner) recursionSite(fn *ssa.Function) {
	again := s.selfCall(fn)
	if again == nil {
		return
	}
	forest := s.pkg.Loops(fn)
	l := &reading.Loop{Fn: fn, Header: fn.Blocks[0], Blocks: map[*ssa.BasicBlock]bool{}, Back: []*ssa.BasicBlock{again.Block()}}
	for _, b := range fn.Blocks {
		l.Blocks[b] = true
	}
	var ws []wait
	var ins []ssa.Instruction
	for _, w := range s.waitsOf(fn, maxHelpers) {
		if forest.Innermost(w.in.Block()) == nil && reaches(w.in.Block(), again.Block()) {
			ws = append(ws, w)
			ins = append(ins, w.in)
		}
	}
	if len(ws) == 0 || len(s.pkg.Loops(fn).All) > 0 && forest.Innermost(again.Block()) != nil {
		return
	}
	at := findAttempt(s.sc, asLoop(l), ins)
	if at == nil {
		return
	}
	site := &Site{Kind: Recursion, Func: fn.String(), Attempt: at.Attempt, Context: at.ctx}
	if e := s.sc.exprs[again.Pos()]; e != nil {
		site.Header = Range{e.Pos(), e.End()}
	}
	for _, w := range ws {
		site.Waits = append(site.Waits, s.waitAt(w, s.recursionPolicies(w, fn, again)))
	}
	s.sites = append(s.sites, site)
}

func (s *scanner) recursionPolicies(w wait, fn *ssa.Function, again ssa.CallInstruction) []*policy.Policy {
	read := func(r *reading.Reader) (d, wait, more *policy.Expr, ok bool) {
		r.BindParams(again)
		d, ok = s.delayOf(r, w)
		if !ok {
			return
		}
		return d, r.Guard(w.in.Block()), r.Guard(again.Block()), true
	}
	r := reading.New(s.pkg, &reading.Cycle{Fn: fn})
	d, wait, more, ok := read(r)
	if !ok {
		return nil
	}
	if roles := reading.Roles(r.B, d, wait, more); len(roles) > 0 {
		r = r.WithRoles(roles)
		d, wait, more, _ = read(r)
	}
	for f := range r.Followed() {
		s.followed[f] = true
	}
	return alternatives(r, d, wait, more)
}

// selfCall returns the call of fn in its own body, nil if there is none.
func (s *scanner) selfCall(fn *ssa.Function) ssa.CallInstruction {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && call.Common().StaticCallee() == fn {
				return call
			}
		}
	}
	return nil
}

// reaches reports whether control can go from a to b.
func reaches(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	stack := []*ssa.BasicBlock{a}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			stack = append(stack, x.Succs...)
		}
	}
	return false
}
