package sim

// A guard is what the clients of one process share: the budget of their retries
// and the breaker that their requests pass.
type guard struct {
	tokens   float64 // retries that may be made
	failures int     // in a row, while the breaker is closed
	until    float64 // open until then, ns; 0: closed
	probe    int32   // the client whose request is to show whether the server is back, or -1
}

// reserve is the number of retries that a budget begins with, and the largest
// that it saves up.
const reserve = 10

func (r *run) guardOf(i int32) *guard {
	if r.guards == nil {
		return nil
	}
	return &r.guards[int(i)%len(r.guards)]
}

// newGuards makes the guards of all processes, if the policy has any.
func newGuards(s *subject, processes int) []guard {
	if s.budget == 0 && s.breaker == 0 {
		return nil
	}
	gs := make([]guard, processes)
	for i := range gs {
		gs[i] = guard{tokens: reserve, probe: -1}
	}
	return gs
}

// passes reports whether a request of client i leaves its process. One that is
// held back by the breaker has failed.
func (r *run) passes(i int32) bool {
	g := r.guardOf(i)
	if g == nil {
		return true
	}
	if g.until > 0 {
		if r.now < g.until || g.probe >= 0 {
			r.res.Held++
			return false
		}
		g.probe = i
	}
	if r.begun != nil && !r.begun[i] {
		r.begun[i] = true
		g.tokens = min(reserve, g.tokens+r.s.budget)
	}
	return true
}

// answered lets the breaker of client i's process take note of how its request
// ended.
func (r *run) answered(i int32, ok bool) {
	g := r.guardOf(i)
	if g == nil || r.s.breaker == 0 {
		return
	}
	switch {
	case g.until > 0 && g.probe != i: // sent before the breaker opened
	case ok:
		*g = guard{tokens: g.tokens, probe: -1}
	case g.until > 0:
		g.until, g.probe = r.now+r.s.open, -1
	default:
		if g.failures++; g.failures == r.s.breaker {
			g.failures, g.until = 0, r.now+r.s.open
		}
	}
}

// affords takes a retry of client i from the budget, and reports whether there
// is one.
func (r *run) affords(i int32) bool {
	g := r.guardOf(i)
	if g == nil || r.s.budget == 0 {
		return true
	}
	if g.tokens < 1 {
		return false
	}
	g.tokens--
	return true
}
