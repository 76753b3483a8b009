package policy

import (
	"math"
	"slices"
	"time"
)

// MaxAttempts returns the number of attempts, the first one included; 0 and
// true where no limit on attempts is seen; known is false where a limit exists
// but its number is unknown.
func (p *Policy) MaxAttempts() (n int, known bool) {
	s := p.study()
	n, known = s.mid[0].attempts(), true
	for _, m := range s.mid {
		known = known && m.attempts() == n
	}
	if n > 0 || !known {
		return n, known
	}
	if p.Again != nil && p.unseenLimit() {
		return 0, false
	}
	if p.Attempts > 0 { // beyond the attempts looked at, or after the time
		return p.Attempts, true
	}
	n = p.far().attempts()
	return n, n > 0 || !p.Limited
}

// attempts returns the number of attempts that a guard or limit allows, or 0.
func (s series) attempts() int {
	if s.timed {
		return 0
	}
	return s.ends
}

// far looks for a limit beyond the attempts that are looked at: Have:
// for i := 0; i < 1000; i++. What it returns has the last step alone; it is
// empty where the attempts looked at end by themselves.
func (p *Policy) far() series {
	s := p.study()
	if p.Again == nil || s.mid[0].timed || len(s.mid[0].steps) < maxSteps {
		return series{}
	}
	s.farOnce.Do(func() {
		left := budget
		s.far = s.series(p, s.as[0], mode{draws: midpoint.draws, far: true}, &left)
	})
	return s.far
}

// unseenLimit reports whether a guard compares what counts the attempts with
// something that cannot be seen into.
func (p *Policy) unseenLimit() bool {
	grows := p.growing()
	var unseen func(e *Expr) bool
	unseen = func(e *Expr) bool { // Have: try == cfg.MaxRetries+1
		return e.Op == OpOpaque || e.Op == OpUnknown || !grows[e] && slices.ContainsFunc(kids(e), unseen)
	}
	found := false
	p.walk(func(e *Expr) {
		if e.Op == OpLt || e.Op == OpLe || e.Op == OpEq {
			x, y := e.Args[0], e.Args[1]
			found = found || grows[x] && unseen(y) || grows[y] && unseen(x)
		}
	}, p.Again)
	return found
}

// TotalWait returns the bounds of the sum of the waits from the first to the
// last attempt; not ok without a limit or where it is unknown.
func (p *Policy) TotalWait() (lo, hi time.Duration, ok bool) {
	n, known := p.MaxAttempts()
	if n == 0 || !known || !p.Known() {
		return 0, 0, false
	}
	var l, h float64
	for _, st := range p.study().outer[0].steps {
		if st.waits && st.n < n {
			l, h = l+st.lo, h+st.hi
		}
	}
	return toDuration(l), toDuration(h), true
}

// OutOfTime returns the first attempt that comes after the time within, and
// never before it, with the shortest waits that there can be up to it; and the
// least sum of the waits between all attempts. Not ok where each attempt may
// come in time, and without a limit on the attempts that is known.
func (p *Policy) OutOfTime(within time.Duration) (attempt int, total time.Duration, ok bool) {
	n, known := p.MaxAttempts()
	if within <= 0 || n == 0 || !known || !p.Known() || p.Server() {
		return 0, 0, false
	}
	s := p.study()
	first, least := 0, math.Inf(1)
	for _, m := range s.outer {
		sum, late := 0.0, 0
		for _, st := range m.steps {
			if st.n >= n || st.marks&opaque != 0 {
				break
			}
			if st.waits {
				sum += st.lo
			}
			if late == 0 && sum >= float64(within) {
				late = st.n + 1
			}
		}
		if late == 0 {
			return 0, 0, false
		}
		first, least = max(first, late), min(least, sum)
	}
	return first, toDuration(least), first > 0
}

// Nominal returns the time from the first to the last attempt with all draws
// at 0.5 and unknowns in the middle.
func (p *Policy) Nominal() (time.Duration, bool) {
	m := p.study().mid[0]
	if m.ends == 0 || !known(m) {
		return 0, false
	}
	sum := 0.0
	for _, st := range m.steps {
		if st.waits && st.n < m.ends {
			sum += st.hi
		}
	}
	return toDuration(sum), true
}

// Nominals returns the first waits, up to max, that happen or are 0 for once,
// with draws at 0.5 and unknowns in the middle.
func (p *Policy) Nominals(max int) []time.Duration {
	var out []time.Duration
	for _, st := range p.study().mid[0].steps {
		if len(out) < max {
			out = append(out, toDuration(st.hi))
		}
	}
	return out
}
