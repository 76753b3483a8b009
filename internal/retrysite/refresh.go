package retrysite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
	"github.com/retrylint/retrylint/internal/reading"
)

// leftByLoop returns the site of a loop of which nothing is known but what one
// round leaves for the next, nil if there is none. Ws are the function's waits.
func (s *scanner) leftByLoop(fn *ssa.Function, l *reading.Loop, ws []wait) *Site {
	if site := s.refreshSite(fn, l); site != nil {
		return site
	}
	return s.pacedSite(fn, l, ws)
}

// refreshSite returns the site of a loop that attempts again only where it was
// not authorized, after it has got other credentials; nil if l is none. Nothing
// else is said of it than what an attempt leaves for the next: it is no retry
// of what failed.
//
//	// Have: for range 2 { resp, err = c.Do(req); …; if resp.StatusCode != 401 { return resp, nil }; token, err = refresh() }
func (s *scanner) refreshSite(fn *ssa.Function, l *reading.Loop) *Site {
	round := asLoop(l)
	for _, b := range fn.Blocks {
		if !l.Blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !givesResponse(c) || s.sc.body(c) == fn {
				continue
			}
			refused := outcome{kind: answered, status: 401}
			k := &carry{frees: func(ssa.Instruction) bool { return false }}
			if !s.sc.reachesNext(round, c, refused, k) || s.sc.reachesNext(round, c, outcome{kind: succeeded}, k) || round.operandsVary(c, false, map[ssa.Value]bool{}) {
				continue
			}
			a := &attempt{call: c}
			if site := s.leftSite(fn, round, a, refused); site != nil {
				site.Kind, site.Header = Loop, s.header(l)
				return site
			}
		}
	}
	return nil
}

// pacedSite returns the site of a loop that asks a backoff for its waits and calls
// what leaves the process; nil if l is none. Which of its calls it makes again
// because it failed is not seen, so that nothing else is said of it than what is
// left for the function's end.
//
//	// Have: for len(ids) > 0 { ids = failed(ids, c.Acknowledge(ctx, ids)); time.Sleep(bo.Pause()) }
func (s *scanner) pacedSite(fn *ssa.Function, l *reading.Loop, ws []wait) *Site {
	round, paced := asLoop(l), false
	for _, w := range ws {
		paced = paced || l.Blocks[w.in.Block()] && round.asksBackoff(w.in)
	}
	if !paced {
		return nil
	}
	site := &Site{Kind: Loop, Func: fn.String(), Header: s.header(l)}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if ok && l.Blocks[b] && !site.Attempt.Range.IsValid() && returnsError(c.Call.Signature()) && s.sc.remoteOf(c) >= Possibly {
				site.Attempt.Range, site.Attempt.Name = s.sc.place(c)
			}
		}
	}
	if !site.Attempt.Range.IsValid() {
		return nil
	}
	for _, leak := range s.sc.leaks(round, false) {
		if leak.Deferred {
			site.Attempt.Leaks = append(site.Attempt.Leaks, leak)
		}
	}
	if site.Attempt.Leaks == nil {
		return nil
	}
	return site
}

// asksBackoff reports whether a wait is computed from what a backoff says.
func (l *loop) asksBackoff(w ssa.Instruction) bool {
	found, _ := l.computedFrom(w, func(v ssa.Value) (found, known bool) {
		c, ok := v.(*ssa.Call)
		if !ok || !isDuration(c.Type()) || len(callArgs(c)) == 0 {
			return false, false
		}
		found = nameHas(calleeName(c), "backoff", "pause", "nextdelay", "nextinterval", "retry") || statefulCall(c)
		return found, found
	})
	return found
}

// statefulCall reports whether a call asks a library's backoff.
func statefulCall(c *ssa.Call) bool {
	pkg, name := typeName(callArgs(c)[0].Type())
	return known.Stateful(pkg, name, calleeName(c))
}

// leftSite is a site of which nothing is known but what an attempt leaves for
// the next; nil if it leaves nothing.
func (s *scanner) leftSite(fn *ssa.Function, l *loop, a *attempt, o outcome) *Site {
	site := &Site{Func: fn.String()}
	site.Attempt.Range, site.Attempt.Name = s.sc.place(a.call)
	for _, leak := range s.sc.leaks(l, false) {
		if leak.What == Response && leak.Opens == site.Attempt.Range {
			site.Attempt.Leaks = append(site.Attempt.Leaks, leak)
		}
	}
	site.Attempt.Replays = s.sc.replaysAfter(l, a, o)
	if len(site.Attempt.Leaks)+len(site.Attempt.Replays) == 0 {
		return nil
	}
	return site
}

// throughHelper adds fn if it attempts something and, where that failed, calls
// a helper that calls it again. What is waited for is the helper's.
//
//	// Have: func (c *client) do(…) { …; return c.retry(…) }; func (c *client) retry(…) { time.Sleep(d); return c.do(…) }
func (s *scanner) throughHelper(fn *ssa.Function) {
	forest := s.pkg.Loops(fn)
	l := &loop{fn: fn, header: fn.Blocks[0], blocks: map[*ssa.BasicBlock]bool{}}
	var ins []ssa.Instruction
	var first ssa.CallInstruction
	for _, b := range fn.Blocks {
		l.blocks[b] = true
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || forest.Innermost(b) != nil {
				continue
			}
			g := s.sc.body(c)
			if g == nil || g == fn || !returnsError(g.Signature) || len(s.waitsOf(g, 0)) == 0 || !callsStatically(g, fn) {
				continue
			}
			if first == nil {
				first = c
			}
			l.back, ins = append(l.back, b), append(ins, c)
		}
	}
	if first == nil {
		return
	}
	at := findAttempt(s.sc, l, ins)
	if at == nil || at.call == first {
		return
	}
	if site := s.leftSite(fn, l, at, outcome{kind: answered, status: 503}); site != nil {
		site.Kind, site.Attempt.Replays = Recursion, nil // the helper may rewind
		site.Header, _ = s.sc.place(first)
		s.sites = append(s.sites, site)
	}
}

func callsStatically(g, fn *ssa.Function) bool {
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() == fn {
				return true
			}
		}
	}
	return false
}
