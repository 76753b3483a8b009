package policy

import (
	"slices"
	"time"
)

// WaitsAfterLast returns the wait that is reached after the last attempt, if
// the limit on attempts is tested only after it, and the number of attempts;
// for every number that unknowns may have. The wait, with draws at 0.5 and
// unknowns in the middle of their ranges, is 0 where the delay is not seen into.
func (p *Policy) WaitsAfterLast() (wait time.Duration, attempts int, ok bool) {
	s := p.study()
	for i, m := range s.mid {
		if m.ends == 0 && len(m.steps) >= maxSteps {
			if i > 0 {
				continue // Have: n <= limit, which is more attempts than are looked at
			}
			m = p.far()
		}
		n := len(m.steps)
		if m.broke || m.timed || m.ends < 2 || n == 0 {
			return 0, 0, false // one attempt is no retry: what ended it is not read for what it is
		}
		last := m.steps[n-1]
		if last.n != m.ends || !last.may || last.marks&endRun != 0 {
			return 0, 0, false
		}
		if i == 0 && !last.waits {
			return 0, 0, false
		}
		if i == 0 {
			wait, attempts = toDuration(last.hi), m.ends
			if last.marks&opaque != 0 {
				wait = 0
			}
		}
	}
	return wait, attempts, true
}

// DrawsFromNothing returns the first attempt that happens and on which a draw
// has no number to draw: its limit is 0 or below, for every number that
// unknowns may have.
func (p *Policy) DrawsFromNothing() (attempt int, ok bool) {
	s := p.study()
	if !p.Known() {
		return 0, false
	}
	for i, m := range s.mid {
		at := 0
		for _, st := range m.steps {
			if st.marks&opaque != 0 {
				break
			}
			if st.marks&empty != 0 && st.may {
				at = st.n
				break
			}
		}
		if at == 0 {
			return 0, false
		}
		if i == 0 {
			attempt = at
		}
	}
	return attempt, true
}

// DrawsFromZero returns the unknown number that the code may leave at 0 and by
// which, if it is 0, no attempt has anything to draw from.
func (p *Policy) DrawsFromZero() (name string, ok bool) {
	if !p.Known() {
		return "", false
	}
	s := p.study()
	for _, name := range p.Zeros {
		left := budget / 4
		a := *s.as[0]
		a.zero = map[string]bool{name: true}
		steps := s.series(p, &a, midpoint, &left).steps
		empties := 0
		for _, st := range steps[:min(len(steps), 4)] {
			if st.marks&empty != 0 && st.marks&opaque == 0 {
				empties++
			}
		}
		if empties > 0 && empties == min(len(steps), 4) {
			return name, true
		}
	}
	return "", false
}

// DrawsByCount reports whether what a draw has to draw from depends on the
// attempt number itself, or on a state that counts.
func (p *Policy) DrawsByCount() bool {
	found := false
	var counts func(e *Expr) bool
	counts = func(e *Expr) bool { return counter(p, e) || slices.ContainsFunc(kids(e), counts) }
	p.walkValues(func(e *Expr) { found = found || e.Op == OpDrawN && counts(e.Args[0]) })
	return found
}

// foreverSays is a server's value that nobody waits for: a year.
const foreverSays = 365 * 24 * float64(time.Hour)

// ServerUnbounded returns how long the policy waits if the server says a year,
// if that is more than a month: nothing holds the server's value.
func (p *Policy) ServerUnbounded() (wait time.Duration, ok bool) {
	if !p.Server() || !p.Known() {
		return 0, false
	}
	s := p.study()
	left := budget / 4
	for i := range s.as {
		a := *s.as[i]
		a.server = foreverSays
		steps := s.series(p, &a, midpoint, &left).steps
		if len(steps) == 0 || steps[0].hi < foreverSays/12 {
			return 0, false
		}
		if i == 0 {
			wait = toDuration(steps[0].hi)
		}
	}
	return wait, true
}

// ServerNothing reports whether the policy waits for nothing where the server
// says nothing, or less than that: for 0, and for a date that is past.
func (p *Policy) ServerNothing() bool {
	if !p.Server() || !p.Known() {
		return false
	}
	s := p.study()
	left := budget / 4
	for i := range s.as {
		for _, says := range [2]float64{0, -second} {
			a := *s.as[i]
			a.server = says
			steps := s.series(p, &a, midpoint, &left).steps
			if len(steps) == 0 || steps[0].marks&(opaque|panics) != 0 || steps[0].hi > 0 {
				return false
			}
		}
	}
	return true
}

// XorPower reports whether the delay holds a small number exclusive-or the
// attempt number, as in 2^n, which elsewhere is a power; base is the number.
func (p *Policy) XorPower() (base int, ok bool) {
	grows := p.growing()
	p.walkValues(func(e *Expr) {
		if e.Op != OpXor {
			return
		}
		for i, x := range e.Args {
			x, y := unconv(x), unconv(e.Args[1-i])
			if x.Op == OpConst && x.Int >= 2 && x.Int <= 10 && grows[y] && counter(p, y) {
				base, ok = int(x.Int), true
			}
		}
	})
	return base, ok
}

// Powered returns the policy with the exclusive or that XorPower sees made the
// power that is meant.
func (p *Policy) Powered() *Policy {
	grows := p.growing()
	rw := p.rewriter(func(rw *rewriter, e *Expr) *Expr {
		if e.Op != OpXor {
			return nil
		}
		for i, x := range e.Args {
			y := e.Args[1-i]
			if base := unconv(x); base.Op == OpConst && base.Int >= 2 && base.Int <= 10 && grows[y] {
				f := rw.b.Func("pow", rw.b.Float(Float64, float64(base.Int)), rw.b.Op(OpConv, Float64, rw.expr(y)))
				return rw.b.Op(OpConv, e.Kind, f)
			}
		}
		return nil
	})
	return rw.policy(rw.expr(p.Delay))
}

// counter reports whether e counts attempts: n, or a state that goes up by a
// constant, with a constant added or taken off.
func counter(p *Policy, e *Expr) bool {
	e = unconv(e)
	switch {
	case e.Op == OpAttempt:
		return true
	case (e.Op == OpAdd || e.Op == OpSub) && e.Args[1].Op == OpConst:
		return counter(p, e.Args[0])
	case e.Op == OpState:
		for _, s := range p.States {
			if s.Var == e {
				n := unconv(s.Next)
				return n.Op == OpAdd && (n.Args[0] == e && n.Args[1].Op == OpConst || n.Args[1] == e && n.Args[0].Op == OpConst)
			}
		}
	}
	return false
}

// CapReached returns the first attempt whose delay a bound from above cuts
// off, limits aside; for every number that unknowns may have the same.
func (p *Policy) CapReached() (attempt int, ok bool) {
	q := p.uncapped()
	if q == p || !p.Known() {
		return 0, false
	}
	s := p.study()
	open := &study{prog: compile(q), nom: s.nom}
	for i, a := range s.as {
		left := budget / 4
		held, free := s.series(p, a, freely, &left).steps, open.series(q, a, freely, &left).steps
		at := 0
		for j := range min(len(held), len(free)) {
			if free[j].hi > held[j].hi*1.000001 {
				at = held[j].n
				break
			}
		}
		if at == 0 || i > 0 && at != attempt {
			return 0, false
		}
		attempt = at
	}
	return attempt, attempt > 0
}

// Creeps reports whether the delay, of a millisecond or more, grows by the
// same few nanoseconds with each of the first attempts, or of those after one that
// does not wait: a count that lacks its unit. It returns by how many.
func (p *Policy) Creeps() (by time.Duration, ok bool) {
	for i, m := range p.study().mid {
		steps := m.steps
		if len(steps) > 0 && steps[0].hi == 0 && steps[0].marks&opaque == 0 {
			steps = steps[1:] // Have: if n == 0 { return 0 }
		}
		step, ok := creeps(steps)
		if !ok {
			return 0, false
		}
		if i == 0 {
			by = toDuration(step)
		}
	}
	return by, true
}

func creeps(steps []step) (by float64, ok bool) {
	if len(steps) < 4 {
		return 0, false
	}
	for j := 1; j < 4; j++ {
		prev, next := steps[j-1], steps[j]
		d := next.hi - prev.hi
		if (next.marks|prev.marks)&opaque != 0 || d <= 0 || d >= 1000 || prev.hi < ms || j > 1 && d != by {
			return 0, false
		}
		by = d
	}
	return by, true
}
