package explain

import (
	"math"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

// sameSeed answers for sim.SameSeed: jitter that is the same in every client.
func sameSeed(p *policy.Policy) []Form {
	c, ok := sim.SameSeed.Base().Fit(sim.SameSeed, p)
	if !ok {
		return nil
	}
	c.Seeds = seeds(p, c)
	before, ok := run(sim.SameSeed, p, c)
	if !ok {
		return nil
	}
	var after *sim.Summary
	if s, ok := run(sim.Herd, p, c); ok && better(before, s) {
		after = &s
	}
	return herdForms(before, after, assumed(p))
}

// permanent answers for sim.Permanent: requests that waiting cannot help.
func permanent(p *policy.Policy) []Form {
	for _, p := range []*policy.Policy{p, Typical()} {
		if !readable(p) {
			continue
		}
		c, ok := sim.Permanent.Base().Fit(sim.Permanent, p)
		if !ok {
			continue
		}
		c.Seeds = seeds(p, c)
		before, ok := run(sim.Permanent, p, c)
		if !ok || math.Round(before.Wasted) < 1 {
			continue
		}
		c.Stop = true
		after, ok := run(sim.Permanent, p, c)
		if !ok {
			continue
		}
		n, known := p.MaxAttempts()
		return permanentForms(before, after, known && n == 0 && p.Elapsed == 0, assumed(p))
	}
	return nil
}

// tooHot answers for sim.Hot: attempts that follow each other with no wait.
func tooHot(q Question) []Form {
	c := sim.Hot.Base()
	if n, ok := q.Before.OverflowAt(); ok {
		// The clients have come as far as the delay that is no wait any more.
		c.Failed = n - 1
	}
	c, ok := c.Fit(sim.Hot, q.Before)
	if !ok {
		return nil
	}
	c.Seeds = c.Seeds[:1] // see seeds
	before, ok := run(sim.Hot, q.Before, c)
	if !ok {
		return nil
	}
	var after *sim.Summary
	if q.After != nil {
		few := 0.01 * float64(c.Clients)
		if s, ok := run(sim.Hot, q.After, c); ok && s.Total <= 0.9*before.Total && s.GaveUp <= before.GaveUp+few {
			after = &s
		}
	}
	return hotForms(before, after, assumed(q.Before))
}

// layered answers for sim.Layers: attempts of attempts. What is compared is the
// same with one layer.
func layered(q Question) []Form {
	c := sim.Layers.Base()
	c.Inner = q.Inner
	if c.Inner != nil && !readable(c.Inner) {
		return nil
	}
	c, ok := c.Fit(sim.Layers, q.Before)
	if !ok {
		return nil
	}
	c.Seeds = seeds(q.Before, c)
	before, ok := run(sim.Layers, q.Before, c)
	if !ok {
		return nil
	}
	one := q.After
	if one == nil {
		one = q.Before
	}
	var after *sim.Summary
	few := 0.01 * float64(c.Clients)
	if s, ok := run(sim.Herd, one, c); ok && s.Total <= 0.9*before.Total && s.GaveUp <= before.GaveUp+few {
		after = &s
	}
	return layerForms(before, after, assumed(q.Before))
}

// overloaded answers for sim.Open: whether a busy server comes back after an outage.
func overloaded(q Question) []Form {
	c, ok := sim.Open.Base().Fit(sim.Open, q.Before)
	if !ok {
		return nil
	}
	c.Seeds = c.Seeds[:1] // tens of thousands of operations even out
	longest, _ := q.Before.Longest()
	if n, _ := q.Before.MaxAttempts(); longest < c.Timeout/2 && (n == 0 || n > 20) {
		c.Horizon = 60 * time.Second // a request in every tick, of every client, for ever
	}
	before, ok := run(sim.Open, q.Before, c)
	if !ok {
		return nil
	}
	var after *sim.Summary
	if q.After != nil {
		if s, ok := run(sim.Open, q.After, c); ok && calmer(before, s) {
			after = &s
		}
	}
	return openForms(before, after, assumed(q.Before))
}

// calmer reports whether in a the server does more than in b, or is itself again sooner.
func calmer(b, a sim.Summary) bool {
	if a.Settled >= 0 {
		return b.Settled < 0 || a.Settled < 0.95*b.Settled
	}
	return b.Settled < 0 && a.Goodput > b.Goodput+0.05*b.Config.Rate
}
