// Package deadlinebudget defines the rule that reports attempts for which the
// context leaves no time.
package deadlinebudget

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports attempts for which the context leaves no time.
var Rule = &rule.Rule{
	Name:    "deadlinebudget",
	Title:   "report attempts for which the context leaves no time",
	Opinion: true,
	What: `A retry with a limit on its attempts, under a context that a constant timeout ends, where the
waits alone, at their shortest, take longer than that timeout.`,
	Why: `The later attempts are written down and never made: the context ends in a wait before them, however
short the attempts themselves are. The last wait that is begun is for nothing.`,
	Quiet: `the attempts, a wait or the timeout cannot be told from the code; some
failures are followed by another wait or none; nothing limits the attempts; each
attempt has a context of its own, made in the loop; the shortest waits fit; the server gives the delay.`,
	Check: rule.EachWaitOf(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: ctx, cancel := context.WithTimeout(ctx, 10*time.Second); for n := range 8 { ...; sleep(ctx, time.Second<<n) }
// Want: for n := range 4
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if !w.Always {
		return rule.Finding{}, false
	}
	n, total, ok := p.OutOfTime(s.Timeout)
	if !ok {
		return rule.Finding{}, false
	}
	late := fmt.Sprintf("attempt %d is never made", n)
	if last, _ := p.MaxAttempts(); last > n {
		late = fmt.Sprintf("attempts %d to %d are never made", n, last)
	}
	what := fmt.Sprintf("the waits take %s at least, and the context ends after %s: %s", policy.Time(total), policy.Time(s.Timeout), late)
	return rule.Finding{
		Fault: []string{"delay " + p.Describe() + ": " + what, what},
		Write: []string{fmt.Sprintf("limit the attempts to %d, or give them more time", n-1)},
	}, true
}
