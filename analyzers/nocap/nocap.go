// Package nocap defines the rule that reports exponential retry delays without
// a bound, or whose bound comes too late.
package nocap

import (
	"flag"
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports exponential retry delays without a bound, or whose bound comes
// too late.
var Rule = &rule.Rule{
	Name:  "nocap",
	Title: "report exponential retry delays that nothing caps, or that overflow before the cap",
	What: `A delay that grows exponentially and, within the attempts allowed, passes an hour or
overflows: a product that has wrapped to zero or below waits for nothing, also where a cap is applied to it afterwards
(min(base<<n, max) takes the smaller, and that is the negative one). The integers are computed exactly as the code does.`,
	Why: `A doubling delay of 1s passes an hour at the thirteenth failure: the client is as good as gone,
long after the server is back. In int64 nanoseconds it is negative after 34 doublings, and the client that was to wait
longest sends without a pause.`,
	Quiet: `the delay is capped before it can wrap, or a wrapped value is replaced; the limit on attempts
or on the time keeps it small; the limit is a number that cannot be seen, and a cap follows the growth; a function that
computes the delay is called with attempt numbers that are not seen (it is reported where it overflows before its own cap
and nothing in its package calls it or, by a method beside it, limits the attempts); the growth cannot
be read, or is not exponential for every value that an unknown number may have.`,
	Flags: func(fs *flag.FlagSet) {
		fs.DurationVar(&rule.LongestDelay, "max", rule.LongestDelay, "largest reasonable delay")
	},
	Check: rule.EachWaitOf(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: time.Sleep(min(base<<n, limit))
// Want: time.Sleep(min(base<<min(n, 10), limit))
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	r, ok := p.Runaway(rule.LongestDelay)
	if !ok || s.Kind == retrysite.DelayFunc && !(r.Overflow && s.Unused && !s.Limited && !r.Converted) {
		// How far the attempts of a delay function go is not seen. What is
		// there for others and has a cap that overflows is reported all the same.
		return rule.Finding{}, false
	}
	if _, known := p.MaxAttempts(); !known && s.Kind == retrysite.Library {
		return rule.Finding{}, false
	}
	assumed := ""
	if names := p.Assumed(); len(names) > 0 {
		assumed = " (" + strings.Join(names, ", ") + " assumed)"
	}
	if !r.Overflow {
		return rule.Finding{
			Fault: []string{
				fmt.Sprintf("delay %s, growing without a cap: the wait after attempt %d is %s, over %s%s", p.Describe(), r.N, policy.Time(r.Wait), policy.Time(rule.LongestDelay), assumed),
				fmt.Sprintf("delay without a cap: %s after attempt %d, over %s%s", policy.Time(r.Wait), r.N, policy.Time(rule.LongestDelay), assumed),
				fmt.Sprintf("delay without a cap: %s after attempt %d, over %s", policy.Time(r.Wait), r.N, policy.Time(rule.LongestDelay)),
			},
			Write: []string{"cap it before it is waited for: min(d, 60s)", "cap it"},
			Fixes: []fix.Fix{rule.Bound(w, p, false)},
		}, true
	}
	wait := "0s or less, no wait at all"
	if r.Wait > 0 {
		wait = policy.Time(r.Wait)
	}
	f := rule.Finding{
		Fault: []string{
			fmt.Sprintf("delay %s overflows before it is bounded: the wait after attempt %d is %s%s", p.Describe(), r.N, wait, assumed),
			fmt.Sprintf("delay overflows: the wait after attempt %d is %s", r.N, wait),
		},
		Write: []string{"bound the exponent, base << min(n, 10), and then the delay", "bound the exponent"},
		Fixes: []fix.Fix{rule.Bound(w, p, true)},
	}
	if r.Wait <= 0 && s.Attempt.Remote.Herd() {
		f.Scenario, f.Before = rule.Hot, p
	}
	return f, true
}
