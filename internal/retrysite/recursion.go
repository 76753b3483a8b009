package retrysite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

// recursionSite adds fn if it attempts something and, where that failed, calls itself.
//
//	// Have: func (c *client) do(n int) error { ...; time.Sleep(d << n); return c.do(n + 1) }
func (s *scanner) recursionSite(fn *ssa.Function) {
	forest := s.pkg.Loops(fn)
	l := &reading.Loop{Fn: fn, Header: fn.Blocks[0], Blocks: map[*ssa.BasicBlock]bool{}}
	var agains []ssa.CallInstruction
	for _, again := range s.selfCalls(fn) {
		if forest.Innermost(again.Block()) == nil {
			agains = append(agains, again)
			l.Back = append(l.Back, again.Block())
		}
	}
	if len(agains) == 0 {
		s.throughHelper(fn)
		return
	}
	for _, b := range fn.Blocks {
		l.Blocks[b] = true
	}
	var ws []wait
	var to []ssa.CallInstruction // the call that follows each wait
	var ins []ssa.Instruction
	for _, w := range s.waitsOf(fn, maxHelpers) {
		for _, again := range agains {
			if forest.Innermost(w.in.Block()) == nil && reaches(w.in.Block(), again.Block()) {
				ws, to, ins = append(ws, w), append(to, again), append(ins, w.in)
				break
			}
		}
	}
	at := findAttempt(s.sc, asLoop(l), ins)
	if at == nil {
		return
	}
	site := &Site{Kind: Recursion, Func: fn.String(), Attempt: at.Attempt, Context: at.ctx, Failure: at.failure}
	s.tell(site, asLoop(l), at)
	if e := s.sc.exprs[agains[0].Pos()]; e != nil {
		site.Header = Range{e.Pos(), e.End()}
	}
	for i, w := range ws {
		if w.in == ssa.Instruction(at.call) {
			continue // Have: resp, err := c.doOnce(req), which waits before it sends
		}
		out := s.waitAt(w, s.recursionPolicies(w, fn, to[i]), nil)
		out.Apart = !at.path.failed.blocks[w.in.Block()] && !paced(w, agains)
		site.Waits = append(site.Waits, out)
	}
	s.sites = append(s.sites, site)
	s.noteRun(fn, asLoop(l), at, site.Waits)
}

func (s *scanner) recursionPolicies(w wait, fn *ssa.Function, call ssa.CallInstruction) []*policy.Policy {
	read := func(r *reading.Reader) (d, wait, more *policy.Expr, ok bool) {
		r.BindParams(call)
		d, ok = s.delayOf(r, w)
		if !ok {
			return
		}
		return d, r.Guard(w.in.Block()), r.Guard(call.Block()), true
	}
	r := reading.New(s.pkg, &reading.Cycle{Fn: fn})
	d, wait, more, ok := read(r)
	if !ok {
		return nil
	}
	if again, found := r.Again(r.Roles(d, wait, more)); found {
		r = again
		d, wait, more, _ = read(r)
	}
	ps := s.alternatives(r, d, wait, more)
	s.follow(r, ps)
	return ps
}

// paced reports whether a wait at the beginning of a recursion, or how long it
// is, depends on what the recursion passes on: a first attempt may go without.
//
//	// Have: func do(n int) error { if n > 0 { time.Sleep(d) }; if err := op(); err == nil { return nil }; return do(n + 1) }
func paced(w wait, agains []ssa.CallInstruction) bool {
	fn := w.in.Parent()
	changed := map[ssa.Value]bool{}
	for _, again := range agains {
		for i, a := range again.Common().Args {
			if i < len(fn.Params) && paramOf(fn, a) != i {
				changed[fn.Params[i]] = true
			}
		}
	}
	seen := map[ssa.Value]bool{}
	var depends func(v ssa.Value) bool
	depends = func(v ssa.Value) bool {
		if v == nil || seen[v] {
			return false
		}
		seen[v] = true
		in, ok := v.(ssa.Instruction)
		if !ok {
			return changed[v]
		}
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			if depends(*op) {
				return true
			}
		}
		return false
	}
	if depends(w.delay) || len(w.via) > 0 {
		return true
	}
	for b := w.in.Block(); b != nil; b = b.Idom() {
		if f, ok := last(b).(*ssa.If); ok && depends(f.Cond) {
			return true
		}
	}
	return false
}

// selfCalls are the calls of fn in its own body.
func (s *scanner) selfCalls(fn *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && call.Common().StaticCallee() == fn {
				out = append(out, call)
			}
		}
	}
	return out
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
