// Package capsteps defines the rule that reports a wait.Backoff whose retries
// end because its delay meets its cap.
package capsteps

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports a wait.Backoff whose retries end because its delay meets its cap.
var Rule = &rule.Rule{
	Name:  "capsteps",
	Title: "report a wait.Backoff whose Cap ends the retries before its Steps are used",
	What: `A wait.Backoff of k8s.io/apimachinery with Cap, given to a function that retries, whose delay
passes Cap before Steps attempts are made.`,
	Why: `Where the next delay would pass Cap, wait.Backoff sets Steps to 0: "up to a minute, for as long as it
takes" is six attempts.`,
	Quiet: `the delay does not reach Cap within Steps; only Step, DelayFunc, DelayWithReset or a backoff manager
is used, where the delay stays at Cap; it is not seen who retries with it; a number of it is not seen.`,
	Check: rule.EachWait(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 100, Cap: time.Minute}, f)
// Want: a loop over b.DelayFunc(), or Steps and no Cap
func judge(w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if !w.EndsAtCap {
		return rule.Finding{}, false
	}
	steps, known := p.MaxAttempts()
	at, ok := p.CapReached()
	if !ok || !known || at < 2 || steps > 0 && at-1 >= steps {
		return rule.Finding{}, false
	}
	many := "when Steps are used"
	if steps > 0 {
		many = fmt.Sprintf("after %d", steps)
	}
	fault := fmt.Sprintf("Cap ends the retries: the next delay would pass it after attempt %d, and wait.Backoff then stops, not %s", at-1, many)
	return rule.Finding{
		Fault: []string{"delay " + p.Describe() + ": " + fault, fault},
		Write: []string{"leave Cap out and set Steps, or loop over DelayFunc"},
		Fixes: []fix.Fix{rule.Counted(w, at-1)},
	}, true
}
