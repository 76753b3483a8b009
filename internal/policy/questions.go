package policy

import (
	"math"
	"time"
)

// A Bound says in what interval the wait of one attempt lies, with every draw
// ranging over all it can return.
type Bound struct {
	N        int
	Lo, Hi   time.Duration
	LoF, HiF float64 // the same in ns, not truncated
	Wrapped  bool    // some integer operation left its kind
	Panics   bool    // some shift count is negative, or a draw's limit <= 0
}

// Known reports whether nothing unseen reaches the delay on the attempts that
// happen.
func (p *Policy) Known() bool {
	s := p.study()
	if len(s.nom.coins) > maxCoins {
		return false
	}
	for i := range s.as {
		if !known(s.mid[i]) || !known(s.outer[i]) {
			return false
		}
	}
	return true
}

func known(s series) bool {
	if s.broke {
		return false
	}
	for _, st := range s.steps {
		if st.marks&opaque != 0 {
			return false
		}
	}
	return true
}

// Draws reports whether a random draw reaches the delay.
func (p *Policy) Draws() bool {
	return p.reaches(func(e *Expr) bool { return e.Op == OpDraw || e.Op == OpDrawN })
}

// Server reports whether the server's value reaches the delay.
func (p *Policy) Server() bool { return p.reaches(func(e *Expr) bool { return e.Op == OpServer }) }

func (p *Policy) reaches(is func(*Expr) bool) bool {
	found := false
	p.walkValues(func(e *Expr) { found = found || is(e) })
	return found
}

// Bounds returns the bounds of the waits that happen up to attempt max, at most
// 100, with unknowns at the middle of their ranges.
func (p *Policy) Bounds(max int) []Bound {
	s := p.study()
	var bs []Bound
	for _, st := range s.outer[0].steps {
		if st.n > max {
			break
		}
		if !st.waits {
			continue
		}
		bs = append(bs, Bound{
			N: st.n, Lo: toDuration(st.lo), Hi: toDuration(st.hi), LoF: st.lo, HiF: st.hi,
			Wrapped: st.marks&wraps != 0, Panics: st.marks&panics != 0,
		})
	}
	return bs
}

// longest is where attempts without a limit stop to be looked at: a wait of a
// day is nobody's plan, and what is small beside it says nothing.
const longest = 24 * float64(time.Hour)

// reach returns the waits of the series that a client can live to see.
func (s series) reach() []step {
	var out []step
	for i, st := range s.steps {
		if i >= maxReach || st.marks&wraps != 0 && len(out) > 0 || st.hi > longest && len(out) > 0 {
			break
		}
		if st.waits {
			out = append(out, st)
		}
	}
	return out
}

func halfWidth(lo, hi float64) float64 {
	switch {
	case math.IsInf(hi, 1):
		return 1
	case hi <= lo || hi <= 0:
		return 0
	}
	return (hi - lo) / (hi + lo)
}

// widthAtLongest returns the largest half-width on the attempts where the
// delay is within a tenth of its longest.
func widthAtLongest(steps []step) float64 {
	top, w := 0.0, 0.0
	for _, st := range steps {
		top = max(top, st.hi)
	}
	for _, st := range steps {
		if st.hi >= 0.9*top {
			w = max(w, halfWidth(st.lo, st.hi))
		}
	}
	return w
}

// HalfWidth returns the largest half-width on the attempts where the delay is
// longest, by intervals, over every assignment. It is not ok where something
// is unknown, or where the assignments disagree whether it is narrow.
func (p *Policy) HalfWidth() (w float64, ok bool) {
	_, hi, ok := p.HalfWidths()
	if !ok {
		return 0, false
	}
	s := p.study()
	narrow, wide := false, false
	least := math.Inf(1)
	for i := range s.as {
		x := widthAtLongest(s.outer[i].reach())
		least = min(least, x)
		narrow = narrow || x < 0.249
		wide = wide || x >= 0.249
	}
	if narrow && wide && hi-least > 0.02 {
		return 0, false
	}
	return hi, true
}

// HalfWidths returns the same twice: lo lies inside the truth (by trying draws,
// the smallest over the assignments), hi around it (by intervals, the largest).
func (p *Policy) HalfWidths() (lo, hi float64, ok bool) {
	s := p.study()
	s.widthOnce.Do(func() {
		if s.widthKnown = p.Known(); s.widthKnown {
			s.lo, s.hi, s.widthKnown = s.widths(p)
		}
	})
	return s.lo, s.hi, s.widthKnown
}

func (s *study) widths(p *Policy) (lo, hi float64, ok bool) {
	for i := range s.as {
		steps := s.outer[i].reach()
		ok = ok || len(steps) > 0
		hi = max(hi, widthAtLongest(steps))
	}
	if !ok || hi == 0 {
		return 0, 0, ok
	}
	lo = hi
	left := budget
	for i := range s.as {
		in := s.inner(p, i, &left)
		if in.broke {
			return 0, 0, false
		}
		if steps := in.reach(); len(steps) > 0 {
			lo = min(lo, widthAtLongest(steps))
		}
	}
	return lo, hi, true
}

// inner bounds the delays from inside: it runs the policy with the draws at
// their ends, in every combination of up to four, and with some between.
func (s *study) inner(p *Policy, i int, left *int) series {
	if s.outer[i].exact {
		return s.outer[i]
	}
	var out series
	add := func(run series) {
		out.broke = out.broke || run.broke
		if out.steps == nil {
			out = run
			return
		}
		out.steps = out.steps[:min(len(out.steps), len(run.steps))]
		for j := range out.steps {
			o, n := &out.steps[j], run.steps[j]
			o.lo, o.hi = min(o.lo, n.lo), max(o.hi, n.hi)
			o.waits = o.waits || n.waits
			o.marks |= n.marks
		}
	}
	for c := range 1 << min(len(s.prog.draws), 4) {
		add(s.series(p, s.as[i], mode{draws: func(r *runner, n int) {
			for d := range r.draws {
				u := float64(c >> (d % 4) & 1)
				r.draws[d] = span{u, u}
			}
		}}, left))
	}
	rng := splitmix(1)
	for range 12 {
		add(s.series(p, s.as[i], mode{draws: func(r *runner, n int) {
			for d := range r.draws {
				u := rng.Float64()
				if r.p.draws[d].client && n > 1 {
					continue
				}
				r.draws[d] = span{u, u}
			}
		}}, left))
	}
	return out
}

// splitmix is a small deterministic source of draws.
type splitmix uint64

// Float64 returns the next draw in [0,1).
func (s *splitmix) Float64() float64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return float64((z^z>>31)>>11) / (1 << 53)
}

// Spread returns the spread (hi-lo)/lo of the wait where the server says 30 s,
// from inside and from outside, the smallest and the largest over the
// assignments. It takes the attempt on which it is widest.
func (p *Policy) Spread() (lo, hi float64, ok bool) {
	if !p.Known() {
		return 0, 0, false
	}
	s := p.study()
	lo = math.Inf(1)
	left := budget
	for i := range s.as {
		l, h := spread(s.inner(p, i, &left).reach()), spread(s.outer[i].reach())
		if l < 0 || h < 0 {
			return 0, 0, false
		}
		lo, hi = min(lo, l), max(hi, h)
	}
	return lo, hi, true
}

func spread(steps []step) float64 {
	w := -1.0
	for _, st := range steps {
		if st.lo <= 0 {
			return math.Inf(1)
		}
		w = max(w, (st.hi-st.lo)/st.lo)
	}
	return w
}

// First returns the first wait, with draws at 0.5 and unknowns in the middle.
func (p *Policy) First() time.Duration {
	for _, st := range p.study().mid[0].steps {
		if st.waits {
			return toDuration(st.hi)
		}
	}
	return 0
}

// Longest returns the longest wait that a client can live to see and the first
// attempt at which it is reached, with draws at 0.5 and unknowns in the middle.
func (p *Policy) Longest() (d time.Duration, attempt int) {
	top := -1.0
	for _, st := range p.study().mid[0].reach() {
		if st.hi > top {
			top, attempt = st.hi, st.n
		}
	}
	return toDuration(max(top, 0)), attempt
}

// Cap returns the delay at which the growth stops and stays, with draws at 0.5.
func (p *Policy) Cap() (time.Duration, bool) {
	free := p.study().free(p, 0)
	n := len(free)
	if n < 3 || free[n-1] != free[n-2] || free[n-1] <= free[0] {
		return 0, false
	}
	if g, _ := p.Growth(); g == Constant || g == FromServer {
		return 0, false
	}
	return toDuration(free[n-1]), true
}

// free returns the delays of assignment i with draws at 0.5 as if no limit
// ended the attempts, up to the first that wraps.
func (s *study) free(p *Policy, i int) []float64 {
	var out []float64
	left := budget / 4
	for _, st := range s.series(p, s.as[i], freely, &left).steps {
		if st.marks&wraps != 0 && len(out) == 0 {
			continue // Have: base << uint(i-1) with i = 0
		}
		if st.marks&(wraps|opaque) != 0 || math.IsInf(st.hi, 0) {
			break
		}
		out = append(out, max(st.hi, 0))
	}
	return out
}
