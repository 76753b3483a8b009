// Package nojitter defines the rule that reports exponential retry delays with
// no random part.
package nojitter

import (
	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports exponential retry delays with no random part.
var Rule = &rule.Rule{
	Name:  "nojitter",
	Title: "report exponential retry delays with no random part",
	Herd:  true,
	What: `A delay that is multiplied on every attempt (base<<n, math.Pow, a doubling
variable, a table that grows geometrically) over two waits or more and is the same for every client: its half-width is 0.`,
	Why: `Clients that failed together wait equally long and come back together, again and
again, while the waits get longer: the server sees peaks of everybody and then nobody. Two thousand clients with
1s x2 up to 60s need 520s to get through a server good for 120/s; with rand.N(d) they need 85s.`,
	Quiet: `a random draw reaches the delay; the delay is constant, linear or polynomial (see
fixeddelay); the server gives the delay (see retryafter); the operation is known to be local; the growth cannot be
read, or is not exponential for every value that an unknown number may have.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

var check = rule.EachWait(judge)

// Have: time.Sleep(base << n)
// Want: time.Sleep(rand.N(base << n))
func judge(w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	growth, _ := p.Growth()
	if growth != policy.Exponential || p.Server() || optional(w) {
		return rule.Finding{}, false
	}
	if _, hi, ok := p.HalfWidths(); !ok || hi > 0 {
		return rule.Finding{}, false
	}
	n, known := p.MaxAttempts()
	if known && (n == 1 || n == 2) {
		return rule.Finding{}, false // one wait does not grow
	}
	do, remedy, write := fix.Full, p.Full(), "wait rand.N(d)"
	if known && n > 0 {
		// Where the attempts are counted, shorter waits would lose clients.
		do, remedy, write = fix.Half, p.HalfTo(0.5), "wait d/2 + rand.N(d)"
	}
	remedy, writes := rule.Repair(w, remedy, write)
	return rule.Finding{
		Fault:    []string{"delay " + p.Describe()},
		Write:    writes,
		Scenario: rule.Herd,
		Before:   p,
		Remedy:   remedy,
		Fixes:    []fix.Fix{rule.Spread(do, w, p, remedy)},
	}, true
}

// optional reports whether some alternative of the wait is random: the code has
// jitter, and what switches it on is not seen.
//
// Have: if cfg.Jitter { d = rand.N(d) }
func optional(w retrysite.Wait) bool {
	for _, p := range w.Policies {
		if p != nil && p.Draws() && !p.Server() {
			return true
		}
	}
	return false
}
