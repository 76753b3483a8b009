// Package lastsleep defines the rule that reports a wait that is also reached
// after the last attempt.
package lastsleep

import (
	"fmt"
	"time"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports a wait that is also reached after the last attempt.
var Rule = &rule.Rule{
	Name:  "lastsleep",
	Title: "report a wait that is also reached after the last attempt",
	What: `A retry whose limit on attempts is tested only after the wait: when the last attempt has
failed, the code waits once more and then gives up.`,
	Why: `Nothing follows the wait: the caller hears of the failure later, by the longest delay of all
where the delay grows, and holds its own caller up.`,
	Quiet: `the limit is tested before the wait; the wait stands before the attempt; only the time is
limited; nothing limits the attempts, or the limit cannot be read.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	if s.Kind != retrysite.Loop && s.Kind != retrysite.Recursion {
		return nil
	}
	var out []rule.Finding
	for _, w := range s.Waits {
		for _, p := range w.Policies {
			if p == nil || p.LimitedFirst {
				continue
			}
			if f, ok := judge(p); ok {
				f.At, f.Related, f.Note = w.Range, w.Computed, "the delay is computed here"
				f.Fixes = []fix.Fix{rule.NotLast(s, w)}
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// Have: for n := 0; n < 5; n++ { if err = do(); err == nil { return nil }; time.Sleep(d) }; return err
// Want: if n == 4 { break }; time.Sleep(d)
func judge(p *policy.Policy) (rule.Finding, bool) {
	wait, n, ok := p.WaitsAfterLast()
	if !ok || p.Known() && wait < time.Microsecond {
		return rule.Finding{}, false
	}
	last := "the last attempt"
	if m, known := p.MaxAttempts(); known && m > 0 {
		last = fmt.Sprintf("attempt %d, the last,", n)
	}
	f := rule.Finding{
		Fault: []string{fmt.Sprintf("after %s it waits 1 more time, and nothing follows", last)},
		Write: []string{"test the limit before the wait"},
	}
	if !p.Known() {
		return f, true
	}
	much := policy.Time(wait)
	if p.Server() {
		much = "the server's value (" + much + ", say)"
	}
	what := fmt.Sprintf("after %s it waits %s more, and nothing follows", last, much)
	if names := p.Assumed(); len(names) > 0 {
		what += " (" + names[0] + " assumed)"
	}
	f.Fault = []string{"delay " + p.Describe() + ": " + what, what}
	return f, true
}
