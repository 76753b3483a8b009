// Package narrowjitter defines the rule that reports retry delays whose random
// part is too small to spread the clients.
package narrowjitter

import (
	"flag"
	"fmt"
	"slices"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports retry delays whose random part is too small to spread the clients.
var Rule = &rule.Rule{
	Name:  "narrowjitter",
	Title: "report retry delays whose random part is too small to spread the clients",
	Herd:  true,
	What: `A delay with jitter whose half-width (hi-lo)/(hi+lo) is more than 0 and less than 0.25
on the attempts where the delay is longest: d*(0.9+0.2*r), or d + rand.N(100ms) once d has outgrown it.`,
	Why: `With +-10% the herd stays a herd: two thousand clients with 1s x2 up to 60s come back
at a peak of 708/s against a server good for 120/s, and need 130s; with +-50% the peak is 218/s, and they need 77s.`,
	Quiet: `the half-width is 0.25 or more (-narrowjitter.min); the server gives the delay (see
retryafter); a cap applied after the jitter undoes it (see cappedjitter); the operation is known to be local.`,
	Flags: func(fs *flag.FlagSet) {
		fs.Float64Var(&least, "min", least, "half-width below which jitter is narrow")
	},
	Check: rule.EachWait(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// least is the half-width below which jitter is narrow.
var least = 0.25

// atCap is the share of clients exactly at the cap from which the fault is
// another one: the cap undoes the jitter.
const atCap = 0.5

// standsIn reports whether p is what is waited where the server's value cannot
// be read: a constant beside it, with the spread that was meant for it.
//
// Have: if s, err := strconv.Atoi(header); err == nil { d = s * time.Second } else { d = time.Second }
func standsIn(w retrysite.Wait, p *policy.Policy) bool {
	growth, _ := p.Growth()
	return growth == policy.Constant && slices.ContainsFunc(w.Policies, func(q *policy.Policy) bool { return q != nil && q.Server() })
}

// Have: time.Sleep(d + rand.N(d/10))
// Want: time.Sleep(d/2 + rand.N(d))
func judge(w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if p.Server() || !p.Draws() || standsIn(w, p) {
		return rule.Finding{}, false
	}
	if share, _, ok := p.CapShare(); ok && share >= atCap {
		return rule.Finding{}, false
	}
	_, hi, ok := p.HalfWidths()
	if !ok || hi <= 0 || hi >= least-rule.Tolerance {
		return rule.Finding{}, false
	}
	remedy, writes := rule.Repair(w, p.HalfTo(0.5), "widen it to d/2 + rand.N(d)", "wait d/2 + rand.N(d)")
	return rule.Finding{
		Fault:    []string{fmt.Sprintf("delay %s (narrow: under %.2g)", p.Describe(), least), "delay " + p.Describe()},
		Write:    writes,
		Scenario: rule.Herd,
		Before:   p,
		Remedy:   remedy,
		Fixes:    rule.Wider(w, p, remedy),
	}, true
}
