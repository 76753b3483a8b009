// Package nodelay defines the rule that reports attempts that follow a failure
// at once.
package nodelay

import (
	"flag"
	"fmt"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// free is -nodelay.free: how many immediate retries are fine.
var free = 1

// Rule reports attempts that follow a failure at once.
var Rule = &rule.Rule{
	Name:  "nodelay",
	Title: "report attempts that follow a failure with no wait, more than once",
	What: `An operation that leaves the process is attempted again as soon as it has failed: on every
way from the failure to the next attempt there is no wait, more often than -nodelay.free allows (once).`,
	Why: `A server that is down refuses in a millisecond: each client sends as fast as it is refused, the
attempts are used up before anything can have changed, and what comes back is met by all of it.`,
	Quiet: `one immediate retry; a wait on some way, in a helper, in the operation itself, a rate limiter,
a receive; the next attempt goes to another endpoint or takes another item; conflicts, compare and swap, locks; something
is done about the failure first (a new connection, new credentials); what is on the way cannot be seen.`,
	Herd: true,
	Flags: func(fs *flag.FlagSet) {
		fs.IntVar(&free, "free", free, "immediate retries that are fine")
	},
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// remedy is what is simulated in place of no wait.
const remedy = "min(30s, 100ms * pow(2, n)) * r"

func check(s *retrysite.Site) []rule.Finding {
	if s.Failure == nil || s.Failure.AtOnce <= free {
		return nil
	}
	op := s.Attempt.Name
	if op == "" {
		op = "the operation"
	}
	n, often := s.Failure.AtOnce, "again and again"
	attempts := n + 1
	switch {
	case n < retrysite.MaxAtOnce:
		// Have: for i := 0; i < 5; i++ { if err = get(url); err == nil { return nil } }
		often = fmt.Sprintf("%d times", n)
	case s.Failure.Ends(retrysite.ExitAttempts):
		often = fmt.Sprintf("%d times or more", n)
	default:
		// Have: for { if err := get(url); err == nil { return nil } }
		attempts = 0
	}
	f := rule.Finding{Scenario: rule.Hot, Before: policy.AtOnce(attempts)}
	f.Fault = []string{
		fmt.Sprintf("after a failure %s is attempted %s with no wait", op, often),
		fmt.Sprintf("it is attempted %s with no wait", often),
	}
	f.Write = []string{"wait before the next attempt, 100ms x2 with full jitter", "wait before the next attempt"}
	if p, err := policy.Parse(remedy); err == nil {
		p.Attempts = attempts
		f.Remedy = p
	}
	return rule.OnAttempt(s, f)
}
