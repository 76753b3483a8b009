// Package explain turns a policy, a remedy and a scenario into numbers and
// words: what the policy does to a server, and what the remedy does instead.
//
// It knows no finding and no source. Every number comes from the simulator; a
// question for which there is none (a delay of unknown growth, a policy that
// cannot live through the scenario) has no answer.
package explain

import (
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
	c, ok := Compare(q, false)
	if !ok {
		return nil
	}
	return c.forms()
}

// forms are the wordings of a comparison.
func (c Comparison) forms() []Form {
	b, note := c.Before, assumed(c.Policy)
	after := c.After
	if !c.Better {
		after = nil
	}
	switch c.Scenario {
	case sim.Abandon:
		return abandonForms(b, *after, note)
	case sim.LostReply:
		return duplicateForms(b, *after)
	case sim.Permanent:
		n, known := c.Policy.MaxAttempts()
		return permanentForms(b, *after, known && n == 0 && c.Policy.Elapsed == 0, note)
	case sim.Hot:
		return hotForms(b, after, note)
	case sim.Layers:
		return layerForms(b, after, note)
	case sim.Open:
		return openForms(b, after, note)
	}
	return herdForms(b, after, note)
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
