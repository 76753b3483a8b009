// Package retryaftercap defines the rule that reports a server's Retry-After
// that is waited for however long it is.
package retryaftercap

import (
	"slices"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports a server's Retry-After that is waited for however long it is.
var Rule = &rule.Rule{
	Name:  "retryaftercap",
	Title: "report a server's Retry-After that is waited for however long it is",
	What: `A wait taken from Retry-After, X-RateLimit-Reset, a RetryAfter field or gRPC RetryInfo that
nothing bounds and no context or stop channel can end; and a function that computes the delay, holds its own backoff to
a longest one and lets the server's value go past it.`,
	Why: `A server that answers with an epoch for a number of seconds, or with the end of the month,
stops the client for as long: 1.7e9 seconds are 54 years.`,
	Quiet: `the value is clamped; the wait is in a select, or a helper, that something can end; a value that
is too large ends the retries; the delay cannot be read.`,
	Check: rule.EachWaitOf(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: time.Sleep(retryAfter + rand.N(retryAfter))
// Want: ra := min(retryAfter, time.Minute); time.Sleep(ra + rand.N(ra))
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	wait, ok := p.ServerUnbounded()
	if !ok || p.Refuses {
		return rule.Finding{}, false
	}
	if s.Kind == retrysite.DelayFunc {
		ok = s.Unused && slices.ContainsFunc(w.Policies, held)
	} else {
		ok = w.Bare
	}
	if !ok {
		return rule.Finding{}, false
	}
	long := policy.Time(wait)
	fault := "the server's Retry-After is waited for however long it is, and nothing can end the wait: for 8760h (a year) it waits " + long
	if s.Kind == retrysite.DelayFunc { // who waits, and what ends it, is not seen
		fault = "the client's own delay has a longest one, and the server's Retry-After goes past it: for 8760h (a year) it is " + long
	}
	return rule.Finding{
		Fault: []string{fault, "the server's Retry-After has no upper bound: for 8760h it waits " + long},
		Write: []string{"bound it: min(ra, 5*time.Minute)"},
	}, true
}

// held reports whether p is the client's own delay, with a cap.
func held(p *policy.Policy) bool {
	if p == nil || p.Server() || !p.Known() {
		return false
	}
	_, ok := p.Cap()
	return ok
}
