// Package fixeddelay defines the rule that reports retry delays that do not
// grow, or grow slowly, with no random part.
package fixeddelay

import (
	"slices"
	"time"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports constant, linear and polynomial retry delays with no random part.
var Rule = &rule.Rule{
	Name:    "fixeddelay",
	Title:   "report constant, linear and polynomial retry delays with no random part",
	Herd:    true,
	Opinion: true,
	What: `A delay that is the same on every attempt, or grows by a constant or a power of the attempt
number, and is the same for every client: its half-width is 0.`,
	Why: `Clients that failed together come back together, on every attempt: a constant second keeps
2000 of them in step for as long as the server needs to take them in, one peak after the other.`,
	Quiet: `a random draw reaches the delay; it grows exponentially (see nojitter); the server gives the
delay, or it stands in for the server's; the operation is known to be local; the delay cannot be read.`,
	Check: rule.EachWaitOf(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: time.Sleep(5 * time.Second)
// Want: time.Sleep(d/2 + rand.N(d))
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if s.Kind == retrysite.DelayFunc || slices.ContainsFunc(w.Policies, random) {
		return rule.Finding{}, false
	}
	growth, _ := p.Growth()
	if growth != policy.Constant && growth != policy.Linear && growth != policy.Polynomial {
		return rule.Finding{}, false
	}
	if _, hi, ok := p.HalfWidths(); !ok || hi > 0 || p.First() < time.Microsecond {
		return rule.Finding{}, false
	}
	repair := rule.Spread(fix.Half, w, p, p.HalfTo(0.5))
	if slices.ContainsFunc(w.Policies, grows) {
		repair = fix.Fix{} // that of nojitter
	}
	remedy, write := rule.Repair(w, p.HalfTo(0.5), "wait d/2 + rand.N(d)")
	return rule.Finding{
		Fault:    []string{"delay " + p.Describe()},
		Write:    write,
		Scenario: rule.Herd,
		Before:   p,
		Remedy:   remedy,
		Fixes:    []fix.Fix{repair},
	}, true
}

// random reports whether p draws, or is the server's: then the wait is not the
// same for all.
func random(p *policy.Policy) bool { return p != nil && (p.Draws() || p.Server()) }

func grows(p *policy.Policy) bool {
	growth, _ := p.Growth()
	return growth == policy.Exponential
}
