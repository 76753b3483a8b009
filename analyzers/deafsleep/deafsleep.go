// Package deafsleep defines the rule that reports waits that a context or a
// stop channel at hand cannot interrupt.
package deafsleep

import (
	"fmt"
	"strings"
	"time"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// short is the longest wait that nobody minds.
const short = time.Second

// Rule reports waits that a context or a stop channel at hand cannot interrupt.
var Rule = &rule.Rule{
	Name:  "deafsleep",
	Title: "report waits that a context or stop channel at hand cannot interrupt",
	What: `A retry that has a context (a parameter, a local, a field, or inside the request), or a
channel for stopping, and waits with a bare time.Sleep that neither can interrupt. The wait is, or grows to, a second
or more within the attempts allowed.`,
	Why: `Who cancels is heard only after the wait: a shutdown hangs for the longest delay, and a caller
whose deadline has passed waits on for an answer that nobody reads.`,
	Quiet: `the wait is a select with the context or the channel; no wait reaches a second, or one that depends
on a number that is not seen; what is waited for is no failure; the context never ends, or is made anew for each attempt; nothing in reach could end it.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	if s.Stop.Name == "" {
		return nil
	}
	return rule.EachWaitOf(judge)(s)
}

// Have: time.Sleep(d)
// Want: select { case <-ctx.Done(): return ctx.Err(); case <-time.After(d): }
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	wait, n, ok := p.GrowsTo(short)
	if !w.Bare || w.Apart || !ok {
		return rule.Finding{}, false
	}
	assumed := ""
	if names := p.Assumed(); len(names) > 0 {
		assumed = " (" + strings.Join(names, ", ") + " assumed)"
	}
	long := "the wait of " + policy.Time(wait) + assumed
	switch {
	case p.Server():
		long = "the wait that the server asks for (" + policy.Time(wait) + ", say)"
	case p.First() < wait:
		long = fmt.Sprintf("the wait, %s after attempt %d%s,", policy.Time(wait), n, assumed)
	}
	end := fmt.Sprintf("a shutdown hangs for up to %s", policy.Time(wait))
	return rule.Finding{
		Fault: []string{
			fmt.Sprintf("%s cannot be interrupted by %s: %s", long, s.Stop.Name, end),
			fmt.Sprintf("the wait cannot be interrupted by %s: %s", s.Stop.Name, end),
			"the wait cannot be interrupted: " + end,
		},
		Write: []string{fmt.Sprintf("wait in a select with %s", done(s.Stop)), "wait in a select"},
		Fixes: []fix.Fix{rule.Interrupt(s, w)},
	}, true
}

func done(s retrysite.Stop) string {
	if s.Channel {
		return "<-" + s.Name
	}
	return "<-" + s.Name + ".Done()"
}
