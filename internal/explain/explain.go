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
// In sim.Abandon and sim.LostReply the delays are those of Before both times:
// what changes is that the client stops, or that the request carries a key.
type Question struct {
	Scenario      sim.Scenario
	Before, After *policy.Policy
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
	for _, p := range []*policy.Policy{q.Before, q.After} {
		if p != nil {
			key += "\n" + p.Text() + "\n" + p.Describe()
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
	}
	if !readable(q.Before) {
		return nil
	}
	return herd(q)
}

// readable reports whether the delays of p are known well enough for figures.
func readable(p *policy.Policy) bool {
	if p == nil || !p.Known() {
		return false
	}
	growth, _ := p.Growth()
	return growth != policy.GrowthUnknown
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
		c, ok := sim.Base().Fit(p)
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
		c, ok := sim.Base().Fit(p)
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

// herd answers for the scenarios in which many clients meet at one server.
func herd(q Question) []Form {
	c, ok := sim.Base().Fit(q.Before)
	if !ok {
		return nil
	}
	if longest, _ := q.Before.Longest(); longest < c.Outage/hot {
		// The seeds hardly differ, and each costs a hundred times as much as
		// with longer waits: the clients send all through the outage.
		c.Seeds = c.Seeds[:1]
	}
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
