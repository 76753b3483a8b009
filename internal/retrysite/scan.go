package retrysite

import (
	"go/ast"
	"go/token"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

// A scanner finds the sites of one package.
type scanner struct {
	units    units // whether the package names small ones
	pass     *analysis.Pass
	told     *told
	sc       *scope
	pkg      *reading.Package
	names    *reading.Reader // for following callees
	waits    map[inDepth][]wait
	followed map[*ssa.Function]bool  // delay functions and helpers that some site uses
	alone    []*ssa.Function         // delay functions judged by themselves
	ran      map[*ssa.Function]*Runs // what functions do with a parameter; nil: nothing
	sites    []*Site
	layers   []layer // the sites that attempt again what is seen

	met       map[*policy.Policy][]reading.Met // the numbers that policies were read from
	libraries *libraryReader                   // made when first asked for
	telling   bool                             // policies are read as others are told of them, over parameters
}

func newScanner(pass *analysis.Pass) *scanner {
	pkg, funcs := buildSSA(pass)
	return scannerOf(pass, pkg, funcs)
}

func scannerOf(pass *analysis.Pass, pkg *ssa.Package, funcs []*ssa.Function) *scanner {
	p := reading.Index(pkg, funcs)
	s := &scanner{
		pass: pass, told: toldTo(pass), sc: newScope(pkg, pass.Files, funcs), pkg: p,
		waits: map[inDepth][]wait{}, followed: map[*ssa.Function]bool{}, ran: map[*ssa.Function]*Runs{},
		met: map[*policy.Policy][]reading.Met{},
	}
	p.Given = s.given
	s.sc.told = s.told
	return s
}

// scan returns the sites of the package in the order of the source.
func (s *scanner) scan() []*Site {
	for _, fn := range s.sc.funcs {
		s.guarded(fn, s.loopSites)
	}
	for _, fn := range s.sc.funcs {
		s.guarded(fn, s.recursionSite)
	}
	for _, fn := range s.sc.funcs {
		s.guarded(fn, s.runSites)
	}
	for _, fn := range s.sc.funcs {
		s.guarded(fn, s.delayFunc)
	}
	s.dropFollowed()
	s.librarySites()
	s.nest()
	for _, site := range s.sites {
		site.numbers = func() []Number { return s.numbersOf(site) }
	}
	byPlace := inOrder(s.pass.Files)
	sort.SliceStable(s.sites, func(i, j int) bool { return byPlace(s.sites[i].pos(), s.sites[j].pos()) })
	return s.sites
}

func (s *Site) pos() token.Pos {
	if s.Header.IsValid() {
		return s.Header.Start
	}
	return s.Attempt.Start
}

// OnPanic is called with the panic of a function that could not be read, nil for
// the whole package; tests set it to fail. It is not to be changed while a
// package is analysed.
var OnPanic = func(fn *ssa.Function, cause any) {}

// guarded runs f on fn; a panic in it is silence for that function.
func (s *scanner) guarded(fn *ssa.Function, f func(*ssa.Function)) {
	n := len(s.sites)
	defer func() {
		if e := recover(); e != nil {
			s.sites = s.sites[:n]
			OnPanic(fn, e)
		}
	}()
	f(fn)
}

// calleeOf returns the function of the package that call calls, nil if it
// cannot be told.
func (s *scanner) calleeOf(call ssa.CallInstruction) *ssa.Function {
	return s.pkg.Callee(call)
}

// loopSites adds the loops of fn that retry.
func (s *scanner) loopSites(fn *ssa.Function) {
	forest := s.pkg.Loops(fn)
	if len(forest.All) == 0 {
		return
	}
	found := map[*reading.Loop]*Site{}
	var order []*reading.Loop
	add := func(l *reading.Loop, at *attempt) *Site {
		site := found[l]
		if site == nil {
			site = &Site{Kind: Loop, Func: fn.String(), Header: s.header(l), Attempt: at.Attempt, Context: at.ctx, Failure: at.failure}
			s.tell(site, asLoop(l), at)
			found[l] = site
			order = append(order, l)
		}
		return site
	}
	attempts := map[*reading.Loop]*attempt{}
	all := s.waitsOf(fn, maxHelpers)
	attemptOf := func(l *reading.Loop) *attempt {
		at, ok := attempts[l]
		if !ok {
			var ins []ssa.Instruction
			for _, w := range all {
				if l.Blocks[w.in.Block()] && !asLoop(l).timesOut(w) {
					ins = append(ins, w.in)
				}
			}
			if at = findAttempt(s.sc, asLoop(l), ins); at != nil && waitsForState(asLoop(l)) {
				at = nil
			}
			attempts[l] = at
		}
		return at
	}
	for _, w := range all {
		l, at, ps := s.loopOf(forest, w, attemptOf)
		if l != nil {
			site, out := add(l, at), s.waitAt(w, ps, l)
			s.tellWait(&out, asLoop(l), at, w)
			site.Waits = append(site.Waits, out)
		}
	}
	for _, l := range forest.All {
		if found[l] == nil {
			if at := attemptOf(l); at != nil {
				add(l, at)
			} else if site := s.leftByLoop(fn, l, all); site != nil {
				s.sites = append(s.sites, site)
			}
		}
	}
	for _, l := range order {
		soleDelays(found[l].Waits)
		s.sites = append(s.sites, found[l])
		s.noteRun(fn, asLoop(l), attempts[l], found[l].Waits)
	}
}

// loopOf returns the loop that the wait w belongs to: the innermost one that
// attempts again and on whose states the delay depends, else the innermost
// that attempts again; with the delay's alternatives.
func (s *scanner) loopOf(forest *reading.Forest, w wait, attemptOf func(*reading.Loop) *attempt) (*reading.Loop, *attempt, []*policy.Policy) {
	var first *reading.Loop
	var firstAt *attempt
	var firstPs []*policy.Policy
	for l := forest.Innermost(w.in.Block()); l != nil; l = l.Outer {
		at := attemptOf(l)
		if at == nil || asLoop(l).timesOut(w) {
			continue
		}
		ps := s.policies(w, at.call, reading.CycleThrough(l, w.in.Block()))
		if first == nil {
			first, firstAt, firstPs = l, at, ps
		}
		for _, p := range ps {
			if len(p.States) > 0 {
				return l, at, ps
			}
		}
	}
	return first, firstAt, firstPs
}

// policies reads the delay of w in the cycle c around the attempt, split into
// its alternatives; nil if it could not be read.
func (s *scanner) policies(w wait, attempt ssa.Instruction, c *reading.Cycle) []*policy.Policy {
	first := precedes(w.in, attempt, c)
	read := func(r *reading.Reader) (d, wait, more *policy.Expr, ok bool) {
		if s.telling {
			r.TellParams()
		}
		if d, ok = s.delayOf(r, w); !ok {
			return
		}
		wait = s.guardOf(r, w)
		round := r.Guard(c.Header)
		if first {
			// Have: if i > 0 { time.Sleep(d) }; err = attempt()
			// The wait after a failure is the one of the next time round, if there is one.
			d, wait = r.Next(d), r.B.Choice(round, r.Next(wait), r.B.Bool(false))
		}
		// Another attempt follows if the loop goes round and its header lets it in.
		more = round
		if attempt.Block() != c.Header { // where it stands in the header, nothing is asked before it
			more = r.B.Choice(more, r.Next(r.Guard(attempt.Block())), r.B.Bool(false))
		}
		return d, wait, more, true
	}
	r := reading.New(s.pkg, c)
	d, wait, more, ok := read(r)
	if !ok {
		return nil
	}
	if next, found := r.Again(r.Roles(r.Fold(d, wait, more)...)); found {
		r = next
		if d, wait, more, ok = read(r); !ok {
			return nil
		}
	}
	ps := s.alternatives(r, d, wait, more)
	s.follow(r, ps)
	return ps
}

// follow notes which delay functions a site uses, if it could be read what it
// makes of them: else they are still to be judged alone.
//
// A test that uses one says nothing of it: it is judged as if there were none.
func (s *scanner) follow(r *reading.Reader, ps []*policy.Policy) {
	if reading.InTest(r.Root().Func()) {
		return
	}
	for _, p := range ps {
		if p.Known() && (len(p.States) > 0 || p.Draws() || p.Server()) {
			for fn := range r.Followed() {
				s.followed[fn] = true
			}
			return
		}
	}
}

// precedes reports whether the wait comes before the attempt each time round
// the cycle.
func precedes(wait, attempt ssa.Instruction, c *reading.Cycle) bool {
	if wait.Block() == attempt.Block() {
		for _, in := range wait.Block().Instrs {
			if in == wait || in == attempt {
				return in == wait
			}
		}
	}
	return c.After[attempt.Block()]
}

// alternatives returns the policy with that delay, split; nil if the delay
// speaks of a state that no loop binds.
func (s *scanner) alternatives(r *reading.Reader, d, wait, again *policy.Expr) []*policy.Policy {
	if !r.Complete(d) {
		return nil
	}
	if !r.Complete(wait) {
		wait = nil
	}
	if !r.Complete(again) {
		again = nil
	}
	es := r.Fold(d, wait, again)
	var ps []*policy.Policy
	for _, a := range r.Sides(es...) {
		for _, st := range a.States {
			r.B.Bind(st.Var, st.Init, st.Next)
		}
		es := r.Fold(a.Exprs...)
		p := policy.New(r.B, es[0], es[1], es[2])
		p.Limited, p.LimitedFirst, p.Refuses = r.Limited(), r.LimitedFirst(), r.Refuses()
		p.Seed, p.Legacy = r.Seed()
		p.Zeros = r.Zeros()
		ps = append(ps, p.Alternatives()...)
	}
	ps = distinct(ps)
	for _, p := range ps {
		s.met[p] = r.Met()
	}
	return ps
}

// distinct leaves out the policies whose text stood before.
func distinct(ps []*policy.Policy) []*policy.Policy {
	var out []*policy.Policy
	seen := map[string]bool{}
	for _, p := range ps {
		if t := p.Text(); !seen[t] || strings.Contains(t, "unknown") {
			seen[t] = true
			out = append(out, p)
		}
	}
	return out
}

// delayOf reads the delay of w, through the helpers on the way to it.
func (s *scanner) delayOf(r *reading.Reader, w wait) (*policy.Expr, bool) {
	at := r.Root()
	for _, call := range w.via {
		var ok bool
		if at, ok = r.Enter(at, call); !ok {
			return nil, false
		}
	}
	if call, ok := w.last.(*ssa.Call); ok && w.given != nil {
		return r.FormulaIn(at, call, w.given)
	}
	return r.ValueIn(at, w.delay, w.last.Block()), true
}

// guardOf reads under which condition w is waited for, once the cycle begins,
// in the helpers on the way to it too.
func (s *scanner) guardOf(r *reading.Reader, w wait) *policy.Expr {
	g, at, ok := r.Guard(w.in.Block()), r.Root(), true
	for i, call := range w.via {
		if at, ok = r.Enter(at, call); !ok {
			break
		}
		to := w.last.Block()
		if i+1 < len(w.via) {
			to = w.via[i+1].Block()
		}
		if to.Parent() == at.Func() {
			g = r.B.Choice(g, r.GuardIn(at, to), r.B.Bool(false))
		}
	}
	return g
}

func asLoop(l *reading.Loop) *loop {
	if l == nil {
		return nil
	}
	return &loop{fn: l.Fn, header: l.Header, blocks: l.Blocks, back: l.Back, outer: asLoop(l.Outer)}
}

// header returns the range of the loop's header in the source: from the
// keyword to the opening brace.
func (s *scanner) header(l *reading.Loop) Range {
	var best ast.Node
	at := loopPos(l)
	if !at.IsValid() {
		return Range{}
	}
	for _, f := range s.pass.Files {
		if at < f.FileStart || at > f.FileEnd {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || at < n.Pos() || at >= n.End() {
				return false
			}
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				best = n
			case *ast.FuncLit:
				best = nil
			}
			return true
		})
	}
	switch n := best.(type) {
	case *ast.ForStmt:
		return Range{n.For, n.Body.Lbrace}
	case *ast.RangeStmt:
		return Range{n.For, n.Body.Lbrace}
	}
	return Range{at, at + 1}
}
