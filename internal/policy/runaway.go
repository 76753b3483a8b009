package policy

import (
	"slices"
	"time"
)

// A Runaway is what becomes of a delay that grows without a bound that holds.
type Runaway struct {
	N    int           // the first attempt after which it has
	Wait time.Duration // the wait then
	// Overflow says that the integer was left: Wait is 0, negative, or a
	// fraction of the one before. Else Wait is over the limit asked for.
	Overflow bool
	// Converted says that it was left by converting a float: what comes of that
	// differs between processors, and is the smallest number on amd64.
	Converted bool
}

// OverflowAt returns the first attempt that happens and whose delay
// falls by half or more, to 0 or below it may be, for having wrapped, after one that was a wait. It looks at
// what is waited: a wrapped product that a test replaces is none.
func (p *Policy) OverflowAt() (n int, ok bool) {
	s := p.study()
	r, ok := runaway(s.mid[0], 0)
	return r.N, ok && r.Overflow
}

// Runaway returns what becomes of the delay: for every number that unknowns
// may have it passes longest, or overflows, on an attempt that happens. An
// unknown number of attempts is taken for any number where no bound follows
// the growth, and for none where one does.
func (p *Policy) Runaway(longest time.Duration) (Runaway, bool) {
	growth, _ := p.Growth()
	n, known := p.MaxAttempts()
	if growth != Exponential || p.Limited && n == 0 {
		return Runaway{}, false
	}
	if !known && p.hasCap() {
		return Runaway{}, false
	}
	s := p.study()
	var first Runaway
	for i := range s.as {
		run := s.mid[i]
		if !known {
			left := budget / 4
			run = s.series(p, s.as[i], freely, &left)
		}
		r, ok := runaway(run, float64(longest))
		if !ok {
			return Runaway{}, false
		}
		if i == 0 {
			first = r
		}
	}
	first.Converted = first.Overflow && p.converts()
	return first, true
}

// hasCap reports whether a bound from above follows the growth.
func (p *Policy) hasCap() bool {
	grows := p.growing()
	_, found := p.Cap()
	p.walkValues(func(e *Expr) { found = found || capped(e, grows) != nil })
	return found
}

// converts reports whether a float that grows by itself is converted to an
// integer; one that is an integer times a draw has not wrapped before it.
func (p *Policy) converts() bool {
	grows := p.growing()
	found := false
	p.walkValues(func(e *Expr) {
		found = found || e.Op == OpConv && e.Kind.IsInt() && e.Args[0].Kind.IsFloat() && grows[e.Args[0]] && growsFloat(e.Args[0])
	})
	return found
}

func growsFloat(e *Expr) bool {
	switch {
	case e.Op == OpFunc && (e.Name == "pow" || e.Name == "exp" || e.Name == "exp2"), e.Op == OpState && e.Kind.IsFloat():
		return true
	case e.Op == OpConv && e.Args[0].Kind.IsInt():
		return false
	}
	return slices.ContainsFunc(kids(e), growsFloat)
}

func runaway(s series, longest float64) (Runaway, bool) {
	top := 0.0
	for _, st := range s.steps {
		if st.marks&opaque != 0 {
			break
		}
		// Have: d := min(base<<n, limit); if d <= 0 { return 0 }
		fell := st.marks&wraps != 0 && st.hi < top/2 || st.near&wraps != 0 && st.hi <= 0
		switch {
		case top > 0 && fell:
			return Runaway{N: st.n, Wait: toDuration(st.hi), Overflow: true}, true
		case longest > 0 && st.waits && st.hi > longest:
			return Runaway{N: st.n, Wait: toDuration(st.hi)}, true
		}
		top = max(top, st.hi)
	}
	return Runaway{}, false
}
