// Package cappedjitter defines the rule that reports retry delays whose jitter
// is undone by a cap that comes after it.
package cappedjitter

import (
	"flag"
	"fmt"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports retry delays whose jitter is undone by a cap that comes after it.
var Rule = &rule.Rule{
	Name:  "cappedjitter",
	Title: "report retry delays whose jitter is undone by a cap applied after it",
	Herd:  true,
	What: `A delay with jitter and then a cap, where on some attempt that the code can reach half of
the clients or more wait exactly the cap: min(cap, d*(0.5+r)) once d is twice the cap, min(cap, d + rand.N(1s)) once d is
the cap. The share is counted on a thousand clients drawn with a fixed seed.`,
	Why: `From that attempt on the clients wait the same again, as if there were no jitter. The
interval of the delay may stay wide and hide it: with min(5s, 1s + r*(d-1s)) it is 1s to 5s, and 97% of the clients wait 5s.`,
	Quiet: `the cap comes first and the jitter after it; the attempts end before; the number of
attempts is limited by a number that cannot be seen; the low end stays low and most draws lie below the cap (decorrelated
jitter with a cap of ten times its base or more); a function that computes the delay, for attempts that are not seen, keeps a
low end that stays low; the server gives the delay (see retryafter); the operation is known to be
local.`,
	Flags: func(fs *flag.FlagSet) {
		fs.Float64Var(&least, "share", least, "share of clients exactly at the cap")
	},
	Check: rule.EachWaitOf(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// least is the share of clients exactly at the cap that is reported.
var least = 0.5

// Have: time.Sleep(min(limit, d+rand.N(d)))
// Want: d = min(limit, d); time.Sleep(d/2 + rand.N(d))
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if p.Server() {
		return rule.Finding{}, false
	}
	if _, known := p.MaxAttempts(); !known {
		return rule.Finding{}, false // the attempts may end before
	}
	if _, ok := p.DrawsFromNothing(); ok {
		return rule.Finding{}, false
	}
	share, at, ok := p.CapShare()
	if !ok || share < least || share == 0 {
		return rule.Finding{}, false
	}
	if s.Kind == retrysite.DelayFunc && p.CapOutgrown() {
		// Have: min(limit, base + rand.N(d)), with d far beyond the limit. How far
		// the attempts of a delay function go is not seen.
		return rule.Finding{}, false
	}
	limit, _ := p.Longest()
	words := fmt.Sprintf("%.0f%% of clients wait exactly %s", 100*share, policy.Time(limit))
	if at > 1 {
		words = fmt.Sprintf("by attempt %d half of the clients wait exactly %s, then up to %.0f%%", at, policy.Time(limit), 100*share)
	}
	remedy, writes := rule.Repair(w, p.HalfTo(0.5), "cap first, then wait d/2 + rand.N(d)", "cap first, then jitter")
	return rule.Finding{
		Fault:    []string{fmt.Sprintf("delay %s, capped after its jitter (%s)", p.Describe(), words), fmt.Sprintf("capped after the jitter (%s)", words)},
		Write:    writes,
		Scenario: rule.Herd,
		Before:   p,
		Remedy:   remedy,
		Fixes:    []fix.Fix{rule.Spread(fix.Half, w, p, remedy)},
	}, true
}
