package policy

import "sort"

// shareClients is how many clients are sampled for CapShare.
const shareClients = 1000

// CapShare returns the largest share of clients, over the attempts that a
// client can live to see, that wait exactly the longest delay of that attempt,
// where a bound is applied above a draw; and the first attempt at which the
// share passes one half (0: none). Sampled with a fixed seed, unknowns in the
// middle of their ranges.
func (p *Policy) CapShare() (share float64, at int, ok bool) {
	if !p.Known() {
		return 0, 0, false
	}
	if !p.boundedDraw() {
		return 0, 0, true
	}
	s := p.study()
	s.shareOnce.Do(func() { s.share, s.shareAt = s.capShare(p) })
	return s.share, s.shareAt, true
}

func (s *study) capShare(p *Policy) (share float64, at int) {
	steps := s.outer[0].reach()
	if len(steps) == 0 {
		return 0, 0
	}
	last := steps[len(steps)-1].n
	sm := s.prog.sampler(s.as[0])
	width := sm.StateLen()
	states := make([]uint64, width*shareClients)
	prev := make([]float64, shareClients)
	elapsed := make([]float64, shareClients)
	src := splitmix(7)
	first := p.firstPrev()
	for i := range prev {
		prev[i] = first
		sm.Init(states[i*width:(i+1)*width], &src)
	}
	delays := make([]float64, 0, shareClients)
	for n := 1; n <= last; n++ {
		delays = delays[:0]
		for i := range prev {
			d, waits, _ := sm.Next(states[i*width:(i+1)*width], n, prev[i], serverSays, elapsed[i], &src)
			if waits {
				prev[i] = d
				elapsed[i] += d
				delays = append(delays, d)
			}
		}
		if x := shareAtTop(delays); len(delays) >= shareClients/2 {
			share = max(share, x)
			if x >= 0.5 && at == 0 {
				at = n
			}
		}
	}
	return share, at
}

func shareAtTop(d []float64) float64 {
	if len(d) == 0 {
		return 0
	}
	sort.Float64s(d)
	n := 0
	for i := len(d) - 1; i >= 0 && d[i] == d[len(d)-1]; i-- {
		n++
	}
	if n == 1 { // nobody shares it
		return 0
	}
	return float64(n) / float64(len(d))
}

// firstPrev returns the value of Prev at the first failure, ns.
func (p *Policy) firstPrev() float64 {
	s := p.study()
	left := budget
	r := s.prog.runner(s.as[0], &left)
	r.start()
	return r.prev.flo
}

// boundedDraw reports whether a bound or choice stands above a draw.
func (p *Policy) boundedDraw() bool {
	memo := map[*Expr]bool{}
	var drawn func(e *Expr) bool
	drawn = func(e *Expr) bool {
		if d, ok := memo[e]; ok {
			return d
		}
		memo[e] = false
		d := e.Op == OpDraw || e.Op == OpDrawN
		for _, k := range kids(e) {
			d = drawn(k) || d
		}
		for _, s := range p.States {
			if s.Var == e {
				d = drawn(s.Next) || drawn(s.Init) || d
			}
		}
		if e.Op == OpPrev {
			d = drawn(p.Delay)
		}
		memo[e] = d
		return d
	}
	found := false
	p.walkValues(func(e *Expr) {
		if e.Op == OpMin || e.Op == OpMax || e.Op == OpChoice {
			found = found || drawn(e)
		}
	})
	return found
}
