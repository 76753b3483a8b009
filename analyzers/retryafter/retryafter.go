// Package retryafter defines the rule that reports a server's Retry-After that
// is slept exactly.
package retryafter

import (
	"cmp"
	"flag"
	"fmt"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports a server's Retry-After that is slept exactly.
var Rule = &rule.Rule{
	Name:  "retryafter",
	Title: "report a server's Retry-After that is slept exactly",
	Herd:  true,
	What: `A wait taken from Retry-After, X-RateLimit-Reset, a RetryAfter field or gRPC RetryInfo
that is slept with a spread (hi-lo)/lo of less than 0.10.`,
	Why: `A server that refuses a herd tells all of it the same: every client returns in the same
instant, and most are refused again. Two thousand clients told 30s need 289s; with a random part on top, 91s.`,
	Quiet: `a random part is added (ra + rand.N(ra), ra*(1+r)); the value is only logged or
returned; the operation is known to be local.`,
	Flags: func(fs *flag.FlagSet) {
		fs.Float64Var(&least, "min", least, "spread below which a server's value is slept exactly")
	},
	Check: rule.EachWait(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// least is the spread below which a server's value is slept exactly.
var least = 0.10

// Have: time.Sleep(retryAfter)
// Want: time.Sleep(retryAfter + rand.N(retryAfter))
func judge(w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if !p.Server() {
		return rule.Finding{}, false
	}
	_, hi, ok := p.Spread()
	if !ok || hi >= least-rule.Tolerance {
		return rule.Finding{}, false
	}
	fault := "Retry-After is slept exactly (spread 0, simulated with 30s)"
	if hi > 0 {
		fault = fmt.Sprintf("Retry-After is slept with spread %.2g (under %.2g, simulated with 30s)", hi, least)
	}
	remedy := p.Floor(1)
	return rule.Finding{
		Fault:    []string{fault},
		Write:    []string{cmp.Or(w.RepairServer, "wait ra + rand.N(ra)")},
		Scenario: rule.RetryAfter,
		Before:   p,
		Remedy:   remedy,
		Fixes:    []fix.Fix{rule.Spread(fix.OnTop, w, p, remedy)},
	}, true
}
