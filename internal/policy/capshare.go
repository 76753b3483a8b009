package policy

import (
	"math"
	"slices"
	"sort"
)

// leastShare is the share below which nobody asks for more than the middle.
const leastShare = 0.05

// shareClients is how many clients are sampled for CapShare.
const shareClients = 1000

// CapShare returns the largest share of clients, over the attempts that a
// client can live to see, that wait exactly the longest delay of that attempt,
// where a bound is applied above a draw; and the first attempt at which the
// share passes one half (0: none). Sampled with a fixed seed, for the numbers
// that unknowns may have the smallest share of all; at is that of the middle.
func (p *Policy) CapShare() (share float64, at int, ok bool) {
	if !p.Known() {
		return 0, 0, false
	}
	if !p.boundedDraw() {
		return 0, 0, true
	}
	s := p.study()
	s.shareOnce.Do(func() {
		s.share, s.shareAt = s.capShare(p, 0)
		for i := 1; i < len(s.as) && s.share >= leastShare; i++ {
			share, _ := s.capShare(p, i)
			s.share = min(s.share, share)
		}
	})
	return s.share, s.shareAt, true
}

// CapOutgrown reports whether the low end of the delay stays below its longest
// on every attempt, though no draw is kept in a state: only a range that is
// many times the cap puts most of the clients at it.
func (p *Policy) CapOutgrown() bool {
	for _, st := range p.States {
		if holdsDraw(st.Next, map[*Expr]bool{}) || holdsPrev(st.Next) {
			return false
		}
	}
	steps := p.study().outer[0].reach()
	top := 0.0
	for _, st := range steps {
		top = max(top, st.hi)
	}
	return !p.reaches(func(e *Expr) bool { return e.Op == OpPrev }) &&
		!slices.ContainsFunc(steps, func(st step) bool { return st.lo >= 0.99*top })
}

func holdsPrev(e *Expr) bool { return e.Op == OpPrev || slices.ContainsFunc(kids(e), holdsPrev) }

// capShare answers for assignment i.
func (s *study) capShare(p *Policy, i int) (share float64, at int) {
	steps := s.outer[i].reach()
	if len(steps) == 0 {
		return 0, 0
	}
	last := steps[len(steps)-1].n
	cut := s.cutting(p, i, steps)
	sm := s.prog.sampler(s.as[i])
	width := sm.StateLen()
	states := make([]uint64, width*shareClients)
	prev := make([]float64, shareClients)
	elapsed := make([]float64, shareClients)
	src := splitmix(7)
	first := p.firstPrev()
	for c := range prev {
		prev[c] = first
		sm.Init(states[c*width:(c+1)*width], &src)
	}
	delays := make([]float64, 0, shareClients)
	var shares []float64 // by attempt
	uncut := 0           // attempts before the first that is cut
	for n := 1; n <= last && !settled(shares[uncut:]); n++ {
		delays = delays[:0]
		for c := range prev {
			d, waits, _ := sm.Next(states[c*width:(c+1)*width], n, prev[c], serverSays, elapsed[c], &src)
			if waits {
				prev[c] = d
				elapsed[c] += d
				delays = append(delays, d)
			}
		}
		x := 0.0
		if len(delays) >= shareClients/2 && cut(n) {
			x = shareAtTop(delays)
		}
		if shares = append(shares, x); !cut(n) {
			uncut = n
		}
	}
	return largestShare(shares)
}

// cutting returns whether the upper bounds cut something off on attempt n: there
// all clients may wait the same for another reason.
//
//	// Have: lo + rand.N(d-lo), and d is lo at first
func (s *study) cutting(p *Policy, i int, steps []step) func(n int) bool {
	top := 0.0
	for _, st := range steps {
		top = max(top, st.hi)
	}
	his := map[int]float64{}
	for _, st := range steps {
		his[st.n] = st.hi
	}
	q := p.uncapped()
	if q == p { // the bound stands above a constant
		return func(n int) bool { return his[n] == top }
	}
	left := budget / 4
	open := &study{prog: compile(q), nom: s.nom}
	cut, last := map[int]bool{}, 0
	for _, st := range open.series(q, s.as[i], mode{cells: true, free: true}, &left).steps {
		cut[st.n], last = st.hi > his[st.n] || st.marks&wraps != 0, st.n
	}
	return func(n int) bool { return cut[min(n, last)] }
}

// The share is settled when it has stayed within the noise of the sample for
// some attempts.
const (
	settledAfter = 16
	settledOver  = 8
	shareNoise   = 0.08
)

func settled(shares []float64) bool {
	n := len(shares)
	if n < settledAfter {
		return false
	}
	end := shares[n-settledOver:]
	return slices.Max(end)-slices.Min(end) < shareNoise
}

// largestShare returns the largest share and the first attempt at which it is
// one half. Where the shares have settled, their mean stands for them: the
// largest of many samples is more than any of them means.
func largestShare(shares []float64) (share float64, at int) {
	mean, flat := 0.0, settled(shares)
	if flat {
		for _, x := range shares[len(shares)-settledOver:] {
			mean += x / settledOver
		}
	}
	for i, x := range shares {
		if flat && math.Abs(x-mean) < shareNoise {
			x = mean
		}
		share = max(share, x)
		if x >= 0.5 && at == 0 {
			at = i + 1
		}
	}
	return share, at
}

// growsIn reports whether something in e changes from attempt to attempt.
func growsIn(e *Expr, grows map[*Expr]bool) bool {
	return grows[e] || slices.ContainsFunc(kids(e), func(k *Expr) bool { return growsIn(k, grows) })
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
	grows := p.growing()
	p.walkValues(func(e *Expr) {
		switch e.Op {
		case OpMin, OpMax:
			found = found || drawn(e)
		case OpChoice:
			// Have: if d > limit { return limit }
			// But: if c.Jitter > 0 { d *= 1 - c.Jitter*rand.Float64() }, which bounds nothing
			// But: if tries == 1 { d = rand.N(d) }, where nothing grows
			arms := growsIn(e.Args[1], grows) || growsIn(e.Args[2], grows)
			found = found || drawn(e) && (drawn(e.Args[0]) || arms && growsIn(e.Args[0], grows))
		}
	})
	return found
}
