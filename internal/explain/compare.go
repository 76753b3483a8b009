package explain

import (
	"context"
	"math"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

// A Comparison is what was simulated for a Question.
type Comparison struct {
	Scenario sim.Scenario
	// Policy is what was simulated: Before of the question, or Typical where that
	// could not be.
	Policy *policy.Policy
	Before sim.Summary
	// After is the same with the remedy; nil if there is none or it cannot be
	// simulated. Better says that the remedy changes the numbers for the better.
	After  *sim.Summary
	Better bool
}

// Compare simulates what q asks. With curve, the runs have curves. It reports
// false if there are no figures.
func Compare(q Question, curve bool) (Comparison, bool) {
	c := q.Scenario.Base()
	c.Curve = curve
	switch q.Scenario {
	case sim.Abandon, sim.LostReply, sim.Permanent:
		for _, p := range []*policy.Policy{q.Before, Typical()} {
			if readable(p) {
				if out, ok := switched(q.Scenario, p, c); ok {
					return out, true
				}
			}
		}
		return Comparison{}, false
	case sim.Hot:
		// However the delay grows: it is where it is no wait that counts.
		if q.Before == nil || !q.Before.Known() {
			return Comparison{}, false
		}
	default:
		if !readable(q.Before) {
			return Comparison{}, false
		}
	}
	after := sim.Job{Scenario: q.Scenario, Policy: q.After}
	switch q.Scenario {
	case sim.SameSeed: // the same, each client drawing for itself
		after = sim.Job{Scenario: sim.Herd, Policy: q.Before}
	case sim.Hot:
		if n, ok := q.Before.OverflowAt(); ok {
			// The clients have come as far as the delay that is no wait any more.
			c.Failed = n - 1
		}
	case sim.Layers: // the same in one layer
		c.Inner = q.Inner
		if c.Inner != nil && !readable(c.Inner) {
			return Comparison{}, false
		}
		after.Scenario = sim.Herd
		if q.After == nil {
			after.Policy = q.Before
		}
	}
	return compare(sim.Job{Scenario: q.Scenario, Policy: q.Before, Config: c}, after)
}

// compare runs before in the scenario that its policy lives through, and after in the same.
func compare(before, after sim.Job) (Comparison, bool) {
	c, ok := before.Config.Fit(before.Scenario, before.Policy)
	if !ok {
		return Comparison{}, false
	}
	before.Config = fewer(before.Scenario, before.Policy, c)
	out := Comparison{Scenario: before.Scenario, Policy: before.Policy}
	if out.Before, ok = run(before); !ok {
		return Comparison{}, false
	}
	if after.Policy != nil {
		after.Config = before.Config
		if s, ok := run(after); ok {
			out.After, out.Better = &s, betterIn(before.Scenario, out.Before, s)
		}
	}
	return out, true
}

// switched answers for the scenarios in which the remedy is no other delay, but
// a client that stops or a request that carries a key.
func switched(sc sim.Scenario, p *policy.Policy, c sim.Config) (Comparison, bool) {
	c, ok := c.Fit(sc, p)
	if !ok {
		return Comparison{}, false
	}
	c = fewer(sc, p, c)
	before, ok := run(sim.Job{Scenario: sc, Policy: p, Config: c})
	harm := before.Wasted
	if sc == sim.LostReply {
		harm = before.DuplicatesPer(perRequests)
	}
	if !ok || math.Round(harm) < 1 {
		return Comparison{}, false
	}
	c.Stop, c.Key = true, true
	after, ok := run(sim.Job{Scenario: sc, Policy: p, Config: c})
	return Comparison{Scenario: sc, Policy: p, Before: before, After: &after, Better: true}, ok
}

// run simulates a job, and reports whether there is a result that its policy
// could live to see.
func run(j sim.Job) (sim.Summary, bool) {
	s, err := sim.RunAll(context.Background(), j.Scenario, j.Policy, j.Config)
	return s, err == nil && len(s.Runs) > 0
}

// hot is how often the longest wait goes into an outage before one run stands
// for all seeds.
const hot = 30

// fewer returns c with as many seeds as it takes. Where the waits are short, the
// seeds hardly differ, and each costs a hundred times as much as with longer
// waits: the clients send all through the outage.
func fewer(sc sim.Scenario, p *policy.Policy, c sim.Config) sim.Config {
	longest, _ := p.Longest()
	if longest < c.Outage/hot || sc == sim.Hot || sc == sim.Open {
		c.Seeds = c.Seeds[:1] // in Open, tens of thousands of operations even out
	}
	if n, _ := p.MaxAttempts(); sc == sim.Open && longest < c.Timeout/2 && (n == 0 || n > 20) {
		c.Horizon = 60 * time.Second // a request in every tick, of every client, for ever
	}
	return c
}

// betterIn reports whether a is a remedy for b, in what the scenario is about.
func betterIn(sc sim.Scenario, b, a sim.Summary) bool {
	switch sc {
	case sim.Hot, sim.Layers:
		return a.Total <= 0.9*b.Total && a.GaveUp <= b.GaveUp+0.01*float64(b.Config.Clients)
	case sim.Open:
		return calmer(b, a)
	}
	return better(b, a)
}

// better reports whether a is a remedy for b: it lowers the peak by a tenth or
// more, or saves more clients, or saves them sooner.
func better(b, a sim.Summary) bool {
	lost, before := a.GaveUp, b.GaveUp
	if few := 0.01 * float64(b.Config.Clients); lost > few || before > few {
		return lost < 0.95*before
	}
	sooner := a.T99 >= 0 && (b.T99 < 0 || a.T99 < 0.95*b.T99)
	return a.Peak <= 0.9*b.Peak || sooner
}

// calmer reports whether in a the server does more than in b, or is itself again sooner.
func calmer(b, a sim.Summary) bool {
	if a.Settled >= 0 {
		return b.Settled < 0 || a.Settled < 0.95*b.Settled
	}
	return b.Settled < 0 && a.Goodput > b.Goodput+0.05*b.Config.Rate
}

// Standard returns what is simulated for a policy of which nothing in particular
// is asked: the base scenario, or that of Retry-After, as p lives through it. It
// says why not if there is none.
func Standard(p *policy.Policy) (j sim.Job, why string) {
	sc := sim.Herd
	if p.Server() {
		sc = sim.RetryAfter
	}
	if !readable(p) {
		return sim.Job{}, "it is not known how the delay grows"
	}
	c, ok := sc.Base().Fit(sc, p)
	if !ok {
		return sim.Job{}, "there is no outage that it could live through: it makes one attempt, or all in a moment"
	}
	return sim.Job{Scenario: sc, Policy: p, Config: fewer(sc, p, c)}, ""
}
