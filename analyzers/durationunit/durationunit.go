// Package durationunit defines the rule that reports waits that are off by a
// unit of time.
package durationunit

import (
	"fmt"
	"math"
	"time"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports waits that are off by a unit of time.
var Rule = &rule.Rule{
	Name:  "durationunit",
	Title: "report retry delays that are off by a unit of time",
	What: `A delay that is a bare number, which means nanoseconds: time.Sleep(5), a delay function that
returns 10; a delay that grows by some nanoseconds beside a random part of milliseconds; a Duration multiplied by a
Duration, which is decades. The value counts, not the type.`,
	Why: `time.Sleep(5) waits 5ns: the retries are a hot loop in which a wait is written. A Duration times
time.Second waits a billion times as long as was meant.`,
	Quiet: `the wait is written with a unit, however short, or the package names nanoseconds or microseconds
at all; a count typed as a Duration is multiplied by a unit; a number of the delay is not seen.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	var out []rule.Finding
	for _, w := range s.Waits {
		if w.Tiny.IsValid() {
			out = append(out, tiny(s, w))
			continue
		}
		for _, p := range w.Policies {
			if p == nil || !p.Known() || p.Server() {
				continue
			}
			if f, ok := judge(w, p); ok {
				f.At, f.Related, f.Note = w.Range, w.Computed, "the delay is computed here"
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// Have: time.Sleep(5)
// Want: time.Sleep(5 * time.Second)
func tiny(s *retrysite.Site, w retrysite.Wait) rule.Finding {
	f := rule.Finding{
		At:    w.Tiny,
		Fault: []string{"the delay is a bare number, and means nanoseconds: under 1us, no wait at all"},
		Write: []string{"write the unit, as in 10*time.Second"},
		Fixes: []fix.Fix{rule.Unit(s, w)},
	}
	if len(w.Policies) == 1 && s.Kind != retrysite.DelayFunc && s.Attempt.Remote.Herd() {
		f.Scenario, f.Before = rule.Hot, w.Policies[0]
	}
	return f
}

// Have: time.Sleep(time.Duration(n)*2 + time.Duration(rand.Intn(1000))*time.Millisecond)
// Want: time.Sleep(time.Duration(n)*2*time.Second + rand.N(time.Second))
func judge(w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if d, ok := p.Creeps(); ok {
		return rule.Finding{
			Fault: []string{fmt.Sprintf("the delay grows by %s with each attempt: the count lacks its unit", policy.Time(d))},
			Write: []string{"multiply the count by a unit, as in time.Second"},
		}, true
	}
	const decade = 10 * 365 * 24 * time.Hour
	// The largest Duration there is means for ever, and is meant.
	if first := p.First(); first > decade && first != math.MaxInt64 && len(p.Assumed()) == 0 && !p.Draws() {
		return rule.Finding{
			Fault: []string{fmt.Sprintf("the first delay is %.0f years: a Duration is multiplied by a Duration", first.Hours()/24/365)},
			Write: []string{"multiply a plain number by the unit"},
			Fixes: []fix.Fix{rule.Plain(w, p)},
		}, true
	}
	return rule.Finding{}, false
}
