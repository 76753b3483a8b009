// Package explain turns a policy, a remedy and a scenario into numbers and
// words: what the policy does to a server, and what the remedy does instead.
//
// It knows no finding and no source. Every number comes from the simulator; a
// question for which there is none (a delay of unknown growth, a policy that
// cannot live through the scenario) has no answer.
package explain

import (
	"context"
	"math"
	"sync"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

// A Question asks what Before does in a scenario and what After does in the
// same one. The zero Question asks nothing.
//
// In sim.Abandon, sim.Permanent, sim.LostReply and sim.SameSeed the delays are
// those of Before both times: what changes is that the client stops, that the
// request carries a key, or that each client draws for itself.
type Question struct {
	Scenario      sim.Scenario
	Before, After *policy.Policy
	// Inner is the policy under which each attempt is itself attempted again, in
	// sim.Layers; nil: Before, once more.
	Inner *policy.Policy
}

// A Form is one wording of an answer. After is empty where the remedy changes
// none of the numbers.
type Form struct{ Before, After string }

// answers holds every answer given so far: one policy in a hundred places is
// simulated once.
var answers sync.Map // string to *answer

type answer struct {
	once  sync.Once
	forms []Form
}

// Answer returns the wordings of the answer, the longest first, or nil if there
// is none. It may be called from several goroutines.
func Answer(q Question) []Form {
	key := q.Scenario.String()
	for _, p := range []*policy.Policy{q.Before, q.After, q.Inner} {
		key += "\n"
		if p != nil {
			key += p.Text() + "\n" + p.Describe()
		}
	}
	v, _ := answers.LoadOrStore(key, new(answer))
	a := v.(*answer)
	a.once.Do(func() { a.forms = q.answer() })
	return a.forms
}

func (q Question) answer() []Form {
	switch q.Scenario {
	case sim.Abandon:
		return abandoned(q.Before)
	case sim.LostReply:
		return duplicated(q.Before)
	case sim.Permanent:
		return permanent(q.Before)
	}
	if q.Scenario == sim.Hot && q.Before != nil && q.Before.Known() {
		return tooHot(q) // however the delay grows: it is where it does not that counts
	}
	if !readable(q.Before) {
		return nil
	}
	switch q.Scenario {
	case sim.SameSeed:
		return sameSeed(q.Before)
	case sim.Layers:
		return layered(q)
	case sim.Open:
		return overloaded(q)
	}
	return herd(q)
}

// readable reports whether the delays of p are known well enough for figures.
func readable(p *policy.Policy) bool {
	if p == nil || !p.Known() {
		return false
	}
	if growth, _ := p.Growth(); growth != policy.GrowthUnknown {
		return true
	}
	longest, _ := p.Longest()
	return longest <= 0 // no wait, which grows in no way
}

// run simulates p, and reports whether there is a result that p could live to see.
func run(sc sim.Scenario, p *policy.Policy, c sim.Config) (sim.Summary, bool) {
	s, err := sim.RunAll(context.Background(), sc, p, c)
	return s, err == nil && len(s.Runs) > 0
}

// Typical is the policy that stands for one that could not be read.
var Typical = sync.OnceValue(func() *policy.Policy {
	p, err := policy.Parse("min(60s, 500ms * pow(2, n))")
	if err != nil {
		return nil
	}
	return p
})

// typical says the delays of Typical in words.
const typical = "1s x2 up to 60s"

// abandoned answers for sim.Abandon: requests sent for users that have left.
func abandoned(p *policy.Policy) []Form {
	for _, p := range []*policy.Policy{p, Typical()} {
		if !readable(p) {
			continue
		}
		c, ok := sim.Base().Fit(sim.Abandon, p)
		if !ok {
			continue
		}
		before, ok := run(sim.Abandon, p, c)
		if !ok || math.Round(before.Wasted) < 1 {
			continue
		}
		c.Stop = true
		after, ok := run(sim.Abandon, p, c)
		if !ok {
			continue
		}
		return abandonForms(before, after, assumed(p))
	}
	return nil
}

// duplicated answers for sim.LostReply: requests carried out twice.
func duplicated(p *policy.Policy) []Form {
	for _, p := range []*policy.Policy{p, Typical()} {
		if !readable(p) {
			continue
		}
		c, ok := sim.Base().Fit(sim.LostReply, p)
		if !ok {
			continue
		}
		before, ok := run(sim.LostReply, p, c)
		if !ok || math.Round(before.DuplicatesPer(perRequests)) < 1 {
			continue
		}
		c.Key = true
		after, ok := run(sim.LostReply, p, c)
		if !ok {
			continue
		}
		return duplicateForms(before, after)
	}
	return nil
}

// hot is how often the longest wait goes into an outage before one run stands
// for all seeds.
const hot = 30

// seeds returns the seeds to run p with. Where the waits are short, the seeds
// hardly differ, and each costs a hundred times as much as with longer waits:
// the clients send all through the outage.
func seeds(p *policy.Policy, c sim.Config) []uint32 {
	if longest, _ := p.Longest(); longest < c.Outage/hot {
		return c.Seeds[:1]
	}
	return c.Seeds
}

// herd answers for the scenarios in which many clients meet at one server.
func herd(q Question) []Form {
	c, ok := sim.Base().Fit(q.Scenario, q.Before)
	if !ok {
		return nil
	}
	c.Seeds = seeds(q.Before, c)
	before, ok := run(q.Scenario, q.Before, c)
	if !ok {
		return nil
	}
	var after *sim.Summary
	if q.After != nil {
		if s, ok := run(q.Scenario, q.After, c); ok && better(before, s) {
			after = &s
		}
	}
	return herdForms(before, after, assumed(q.Before))
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
