package policy

import (
	"math"
	"sync"
	"time"
)

// maxSteps is how many attempts are looked at: int64 nanoseconds overflow
// within 64 doublings.
const maxSteps = 100

// farSteps is how far a limit on attempts is looked for.
const farSteps = 2000

// maxReach is up to which attempt widths are asked for.
const maxReach = 60

// budget is how many node evaluations one policy may cost. What needs more is
// unknown.
const budget = 1500000

// A step is what one attempt does under one assignment.
type step struct {
	n      int
	lo, hi float64 // of the delay, ns, not below 0
	marks  uint8
	near   uint8 // the marks of all that was computed, used or not; draws at 0.5 only
	may    bool  // its guard allows the wait
	waits  bool  // there may be a wait, longer than 0
}

// A series is the steps of one assignment.
type series struct {
	steps []step
	ends  int  // the number of attempts after which the run ends for certain; 0: none seen
	timed bool // it ended by Elapsed
	broke bool // out of budget
	exact bool // the bounds are reached, not only kept
}

// A study is everything computed once for a policy.
type study struct {
	prog  *program
	nom   *nominal
	as    []*assignment
	outer []series // by assignment: draws over all they can return
	mid   []series // the same with all draws at 0.5

	widthOnce  sync.Once
	lo, hi     float64 // half-widths
	widthKnown bool

	farOnce sync.Once
	far     series // the last step of the run beyond maxSteps

	shareOnce sync.Once
	share     float64 // of CapShare
	shareAt   int     // the attempt
}

type lazy struct {
	once sync.Once
	s    *study
}

func (p *Policy) study() *study {
	p.lazy.once.Do(func() { p.lazy.s = newStudy(p) })
	return p.lazy.s
}

func newStudy(p *Policy) *study {
	s := &study{prog: compile(p), nom: p.scan()}
	left := budget
	s.as = s.nom.assignments()
	for _, a := range s.as {
		m := s.series(p, a, midpoint, &left)
		s.mid = append(s.mid, m)
		if len(s.prog.draws) == 0 {
			s.outer = append(s.outer, m)
			continue
		}
		s.outer = append(s.outer, s.series(p, a, allDraws, &left))
	}
	return s
}

// A mode says what the draws are and whether limits end the run.
type mode struct {
	draws func(r *runner, n int) // sets the draws before attempt n
	free  bool                   // limits do not end the run
	cells bool                   // split what is used twice
	far   bool                   // go on far beyond maxSteps, keep the last step alone
}

var (
	allDraws = mode{cells: true}
	midpoint = mode{draws: func(r *runner, n int) { r.setDraws(span{0.5, 0.5}) }}
	freely   = mode{draws: midpoint.draws, free: true}
)

// series runs the recurrence under one assignment.
func (s *study) series(p *Policy, a *assignment, m mode, left *int) series {
	r := s.prog.runner(a, left)
	if m.draws != nil {
		m.draws(r, 1)
	}
	r.start()
	out := series{}
	limit := p.Attempts
	last := maxSteps
	if m.far {
		last = farSteps
	}
	for n := 1; n <= last; n++ {
		if *left < 0 {
			out.broke = true
			break
		}
		if limit > 0 && n >= limit && !m.free {
			out.ends = limit
			break
		}
		if m.draws != nil {
			m.draws(r, n)
		}
		st := r.step(n, m.cells && n <= maxReach)
		if st.delay.marks&endRun != 0 {
			out.ends = n
			break
		}
		sp := r.waited(n, st, m)
		if m.far {
			out.steps = out.steps[:0]
		}
		out.steps = append(out.steps, sp)
		over := p.Elapsed > 0 && r.past.flo >= float64(p.Elapsed)
		if (st.again.ihi == 0 || over) && !m.free {
			out.ends, out.timed = n, st.again.ihi != 0
			break
		}
	}
	out.exact = !r.loose
	return out
}

// waited returns the step and lets its wait pass.
func (r *runner) waited(n int, st stepVal, m mode) step {
	sp := step{n: n, lo: max(st.delay.flo, 0), hi: st.delay.fhi, marks: st.delay.marks}
	if m.draws != nil {
		for _, i := range r.p.step {
			sp.near |= r.v[i].marks
		}
	}
	sp.may = st.wait.ihi == 1 || m.free
	sp.waits = sp.may && sp.hi > 0
	if sp.waits {
		r.past.flo += sp.lo
		r.past.fhi += sp.hi
	}
	return sp
}

// step computes attempt n and advances the states.
func (r *runner) step(n int, cells bool) stepVal {
	r.n = int64(n)
	r.run(r.p.step)
	st := stepVal{delay: r.float(r.p.delay), wait: ints(1, 1), again: ints(1, 1)}
	if r.p.wait >= 0 {
		st.wait = guard(r.v[r.p.wait])
	}
	if r.p.again >= 0 {
		st.again = guard(r.v[r.p.again])
	}
	next := make([]val, len(r.p.states))
	for i, s := range r.p.states {
		next[i] = r.v[s.next]
	}
	if cells {
		r.refine(&st, next)
	}
	r.checkStates(next)
	for i, s := range r.p.states {
		r.v[s.slot] = next[i]
	}
	if st.wait.ihi == 1 {
		r.prev = st.delay
	}
	return st
}

// checkStates notes where draws reach two states: what they have in common is
// forgotten.
func (r *runner) checkStates(next []val) {
	fed := 0
	for i, s := range r.p.states {
		if !next[i].point(r.p.nodes[s.next].kind) {
			fed++
		}
	}
	if fed > 1 {
		r.loose = true
	}
}

// guard takes a condition not seen into as possible.
func guard(v val) val {
	if v.marks&opaque != 0 {
		return ints(0, 1)
	}
	return v
}

// toDuration truncates ns to a Duration, as the conversion in the code does.
func toDuration(ns float64) time.Duration {
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}
