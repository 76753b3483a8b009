// Package ignoredretryafter defines the rule that reports sites that retry on
// answers that carry a Retry-After, and never read it.
package ignoredretryafter

import (
	"fmt"
	"slices"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports sites that retry on 429 or 503 and never read Retry-After.
var Rule = &rule.Rule{
	Name:    "ignoredretryafter",
	Title:   "report a retry on 429 or 503 that never reads Retry-After",
	Opinion: true,
	What: `A site that tests for the status 429 or 503 and then waits a delay of its own and attempts again,
in a package that reads no Retry-After.`,
	Why: `These are the answers by which a server says that it has too much to do, and in Retry-After how
long that lasts. A client that knows better comes back while it lasts: it is refused again, and has cost the server one more
request.`,
	Quiet: `the status is not tested for by its number; the answer to it ends the retries; the package reads
Retry-After or another header that limits clients anywhere, or gives the answer to a function of another package; the answer's
headers are not at hand; there is no wait.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: if resp.StatusCode == 429 { time.Sleep(backoff(n)); continue }
// Want: if ra, ok := retryAfter(resp); ok { d = ra + rand.N(ra) }; time.Sleep(d)
func check(s *retrysite.Site) []rule.Finding {
	if s.Refused.Status == 0 || !s.Refused.Unread || len(s.Waits) == 0 {
		return nil
	}
	server := func(p *policy.Policy) bool { return p != nil && p.Server() }
	if slices.ContainsFunc(s.Waits, func(w retrysite.Wait) bool { return slices.ContainsFunc(w.Policies, server) }) {
		return nil
	}
	w := s.Waits[0]
	f := rule.Finding{
		At: w.Range, Related: w.Computed, Note: "the delay is computed here",
		Fault: []string{fmt.Sprintf("%d is tested for and attempted again, and Retry-After is never read", s.Refused.Status)},
		Write: []string{"wait ra + rand.N(ra) where the answer says ra, and as now where it says nothing", "wait ra + rand.N(ra) where the answer says ra"},
	}
	if p := rule.Policy(s); p != nil {
		f.Fault = append([]string{f.Fault[0] + ": it waits " + p.Describe() + " of its own"}, f.Fault...)
		f.Scenario, f.Before, f.Remedy = rule.RetryAfter, p, told(p)
	}
	return []rule.Finding{f}
}

// told is the policy that waits as the server says, with the limits of p.
func told(p *policy.Policy) *policy.Policy {
	q, err := policy.Parse("ra * (1 + r)")
	if err != nil {
		return nil
	}
	if n, known := p.MaxAttempts(); known {
		q.Attempts = n
	}
	q.Elapsed = p.Elapsed
	return q
}
