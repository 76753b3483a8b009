package policy

import (
	"math"
	"slices"
	"sort"
)

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
	var shares []float64 // by attempt
	for n := 1; n <= last && !settled(shares); n++ {
		delays = delays[:0]
		for i := range prev {
			d, waits, _ := sm.Next(states[i*width:(i+1)*width], n, prev[i], serverSays, elapsed[i], &src)
			if waits {
				prev[i] = d
				elapsed[i] += d
				delays = append(delays, d)
			}
		}
		x := 0.0
		if len(delays) >= shareClients/2 {
			x = shareAtTop(delays)
		}
		shares = append(shares, x)
	}
	return largestShare(shares)
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
