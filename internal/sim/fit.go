package sim

import (
	"math"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
)

// shortest is the nominal time below which a policy is not simulated: its
// attempts all fall into the round trip of the first.
const shortest = time.Millisecond

// Fit returns the scenario that p can live through. A policy with a limit, whose
// last attempt at a server that is down follows the first within less than two
// outages (all draws at 0.5), never sees the end of the outage: for it the whole
// scenario is scaled by one factor, times by it and the capacity inversely, so
// that the outage is half of that time. Any other policy gets c itself.
//
// It reports false if there is no such scenario: p depends on something
// unknown, makes one attempt only, or its time is less than a millisecond.
// Nothing is said of such a policy.
func (c Config) Fit(p *policy.Policy) (Config, bool) {
	m, err := p.Sampler()
	if err != nil {
		return c, false
	}
	life, limited := lifetime(m, serverOnly(p, m), 2*float64(c.Outage))
	if !limited {
		return c, true
	}
	if life < float64(shortest) {
		return c, false
	}
	return c.scale(life / 2 / float64(c.Outage)), true
}

// manyAttempts is the number of attempts after which a policy counts as one
// without a limit, though they take no time.
const manyAttempts = 10_000

// lifetime returns the nominal time in ns from the first to the last attempt of
// a client whose server never comes back, if that is less than enough.
func lifetime(m sampler, ownless bool, enough float64) (ns float64, limited bool) {
	state := make([]uint64, m.StateLen())
	m.Init(state, middle{})
	prev, elapsed := firstPrev, 0.0
	for n := 1; n < manyAttempts && elapsed < enough; n++ {
		delay, waits, again := next(m, ownless, state, n, prev, 0, elapsed, middle{})
		if !again {
			return elapsed, true
		}
		if waits {
			prev = delay
		}
		elapsed += pause(delay, waits)
	}
	return 0, false
}

// scale returns c with every time multiplied by f and the capacity divided by
// it. The tick is rounded to nanoseconds and the other times follow it, so that
// a scaled scenario has the ticks of the one it was made from.
func (c Config) scale(f float64) Config {
	tick := max(1, math.Round(float64(c.Tick)*f))
	f = tick / float64(c.Tick)
	by := func(d time.Duration) time.Duration { return time.Duration(math.Round(float64(d) * f)) }
	c.Tick = time.Duration(tick)
	c.Outage, c.Spread, c.Horizon = by(c.Outage), by(c.Spread), by(c.Horizon)
	c.Capacity /= f
	return c
}

// serverOnly reports whether p, compiled to m, knows no wait but the server's:
// its delay depends on the server's value and on nothing else that changes from
// attempt to attempt but draws, and if it chooses by a condition, the choice
// made without a server's value is no wait either.
//
// Have: ra + r*ra, min(ra, 60s), max(ra, 1s), ra > 60s ? 60s : ra
// Not: ra > 0 ? ra : 5s, max(ra, 1s * pow(2, n))
func serverOnly(p *policy.Policy, m sampler) bool {
	var server, own, choice bool
	seen := map[*policy.Expr]bool{}
	var visit func(e *policy.Expr)
	visit = func(e *policy.Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		switch e.Op {
		case policy.OpServer:
			server = true
		case policy.OpChoice:
			choice = true
		case policy.OpAttempt, policy.OpPrev, policy.OpElapsed, policy.OpState, policy.OpTable, policy.OpExit:
			own = true
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	visit(p.Delay)
	if !server || own || !choice {
		return server && !own
	}
	state := make([]uint64, m.StateLen())
	m.Init(state, middle{})
	delay, _, _ := m.Next(state, 1, 0, 0, 0, middle{})
	return !(delay > 0)
}
