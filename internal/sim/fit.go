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
	s, err := newSubject(p)
	if err != nil {
		return c, false
	}
	life, limited := s.lifetime(2 * float64(c.Outage))
	if !limited {
		return c, true
	}
	if life < float64(shortest) {
		return c, false
	}
	return c.scale(life / 2 / float64(c.Outage)), true
}

// scale returns c with every time multiplied by f, to the nanosecond, and the
// capacity divided so that the server serves in a tick what it did before. The
// tick is rounded up: so the outage ends in the tick in which it did.
func (c Config) scale(f float64) Config {
	by := func(d time.Duration) time.Duration { return time.Duration(math.Round(float64(d) * f)) }
	tick := time.Duration(math.Ceil(float64(c.Tick)*f - 1e-6))
	c.Capacity *= float64(c.Tick) / float64(tick)
	c.Tick = tick
	c.Outage, c.Spread, c.Horizon = by(c.Outage), by(c.Spread), by(c.Horizon)
	return c
}
