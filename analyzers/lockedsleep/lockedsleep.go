// Package lockedsleep defines the rule that reports waits under a mutex.
package lockedsleep

import (
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports waits under a mutex.
var Rule = &rule.Rule{
	Name:  "lockedsleep",
	Title: "report waits that are slept under a mutex",
	What: `A wait between two attempts that is slept while the function holds a mutex it has locked
itself; one that is unlocked by a defer is held until the function returns.`,
	Why: `Everybody else who wants the mutex waits too, for all attempts together: one slow server holds
up work that has nothing to do with it.`,
	Quiet: `the mutex is unlocked before the wait, or around it, also by a helper; it is the caller's; it is
locked in another function, or on some ways only.`,
	Opinion: true,
	Check:   check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: s.mu.Lock(); defer s.mu.Unlock(); for { ...; time.Sleep(d) }
// Want: lock around what needs it, and wait without
func check(s *retrysite.Site) []rule.Finding {
	var out []rule.Finding
	for _, w := range s.Waits {
		if w.Locked == "" {
			continue
		}
		fault := []string{
			fmt.Sprintf("the wait is slept with %s locked: whoever else wants it waits for all attempts", w.Locked),
			"the wait is slept under a mutex",
		}
		if p := rule.Policy(&retrysite.Site{Waits: []retrysite.Wait{w}}); p != nil {
			fault = append([]string{fmt.Sprintf("%s is slept with %s locked: whoever else wants it waits for all attempts", long(p), w.Locked)}, fault...)
		}
		out = append(out, rule.Finding{At: w.Range, Fault: fault, Write: []string{"unlock it before the wait", "unlock it"}})
	}
	return out
}

// long says how long the wait is, or grows to.
func long(p *policy.Policy) string {
	d, n := p.Longest()
	assumed := ""
	if names := p.Assumed(); len(names) > 0 {
		assumed = " (" + strings.Join(names, ", ") + " assumed)"
	}
	if p.First() < d {
		return fmt.Sprintf("the wait, %s after attempt %d%s,", policy.Time(d), n, assumed)
	}
	return "the wait of " + policy.Time(d) + assumed
}
