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
delay, or it stands in for the server's; another alternative of the delay is one of these, or cannot be read; success
waits too, or the wait lies in the attempt, comes before the first one, or follows something else than its failure; a timer is
the limit of the loop or of the wait for an answer; there is one attempt; it is under 10ms; the operation is known to be local.`,
	Check: rule.EachWaitOf(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: time.Sleep(5 * time.Second)
// Want: time.Sleep(d/2 + rand.N(d))
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if s.Kind == retrysite.DelayFunc || w.Apart || slices.ContainsFunc(w.Policies, other) {
		return rule.Finding{}, false
	}
	growth, _ := p.Growth()
	if growth != policy.Constant && growth != policy.Linear && growth != policy.Polynomial {
		return rule.Finding{}, false
	}
	if _, hi, ok := p.HalfWidths(); !ok || hi > 0 {
		return rule.Finding{}, false
	}
	if longest, _ := p.Longest(); longest < shortest {
		return rule.Finding{}, false
	}
	if n, known := p.MaxAttempts(); known && n == 1 {
		return rule.Finding{}, false // no second attempt waits
	}
	remedy, write := rule.Repair(w, p.HalfTo(0.5), "wait d/2 + rand.N(d)")
	return rule.Finding{
		Fault:    []string{"delay " + p.Describe()},
		Write:    write,
		Scenario: rule.Herd,
		Before:   p,
		Remedy:   remedy,
		Fixes:    []fix.Fix{rule.Spread(fix.Half, w, p, p.HalfTo(0.5))},
	}, true
}

// shortest is the shortest delay that a herd can be told apart by.
const shortest = 10 * time.Millisecond

// other reports whether p draws, is the server's, grows exponentially, or is not
// known: then the wait is another's matter, or a base to which it returns.
//
//	// Have: if connectedLong { d = time.Second } else { d *= 2 }
func other(p *policy.Policy) bool {
	if p == nil || !p.Known() || p.Draws() || p.Server() {
		return true
	}
	growth, _ := p.Growth()
	return growth == policy.Exponential
}
