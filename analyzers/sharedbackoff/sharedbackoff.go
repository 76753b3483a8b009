// Package sharedbackoff defines the rule that reports policies that count
// attempts and are shared by goroutines.
package sharedbackoff

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports policies that count attempts and are shared by goroutines.
var Rule = &rule.Rule{
	Name:    "sharedbackoff",
	Title:   "report a policy that counts attempts and is shared by several goroutines",
	Opinion: true,
	What: `A value that counts the attempts, as an ExponentialBackOff of cenkalti/backoff or a Backoff of
jpillora/backoff does, is kept in a package variable, a field or a captured variable, and the code that asks it for the next
delay runs once for each HTTP request, or in several goroutines.`,
	Why: `It counts the attempts of all of them together: one slow server makes every request wait long, a success of
one resets the delay of the others, and where the value has no lock the two write to it at once.`,
	Quiet: `the value is made where it is used; the function takes a lock; nothing is seen to run it more than
once at a time.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: var wait = &backoff.Backoff{…}; func (p *Proxy) ServeHTTP(…) { for … { time.Sleep(wait.Duration()) } }
func check(s *retrysite.Site) []rule.Finding {
	var out []rule.Finding
	for _, sh := range s.Shared {
		runs, each := sh.Where+" runs for each request", "request"
		if sh.Kind == retrysite.SharedByGoroutines {
			runs, each = sh.Where+" runs in several goroutines", "goroutine"
		}
		out = append(out, rule.Finding{
			At: sh.Range,
			Fault: []string{
				fmt.Sprintf("%s, and all count their attempts in %s: 2 that fail once each wait as after 2 failures, and 1 success resets both", runs, sh.Name),
				fmt.Sprintf("%s counts the attempts of every %s together: 1 success resets them all", sh.Name, each),
				fmt.Sprintf("1 value counts the attempts of every %s together", each),
			},
			Write: []string{"make a value for each " + each},
		})
	}
	return out
}
