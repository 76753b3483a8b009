// Package randpanic defines the rule that reports random draws from an empty
// range.
package randpanic

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports random draws from an empty range.
var Rule = &rule.Rule{
	Name:  "randpanic",
	Title: "report random draws in a delay whose range is empty on some attempt",
	What: `rand.Int63n, IntN, N and the like panic if their argument is 0 or below. It is seen to be
that on an attempt that the code allows: a factor that starts at zero, a delay that shrinks, a product that overflows; or
a field that the package itself leaves at zero where an option is missing.`,
	Why: `The program ends in a panic while it handles a failure, often long after the code was tested.`,
	Quiet: `the argument is tested, or one is added to it; it is a parameter or a configuration value about
which nothing is seen; a delay that grows without a cap is what makes it overflow (see nocap).`,
	Check: rule.EachWaitOf(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: for n := 0; n < 5; n++ { ...; time.Sleep(rand.N(time.Duration(n) * time.Second)) }
// Want: time.Sleep(rand.N(time.Duration(n+1) * time.Second))
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if name, ok := p.DrawsFromZero(); ok {
		return rule.Finding{
			Fault: []string{fmt.Sprintf("the draw has nothing to draw from where %s is left at 0, as the code may leave it: it panics", name), "the draw has nothing to draw from where a field is left at 0: it panics"},
			Write: []string{"draw only if the argument is above 0", "test it"},
			Fixes: []fix.Fix{rule.Guard(w)},
		}, true
	}
	n, ok := p.DrawsFromNothing()
	if !ok || s.Kind == retrysite.DelayFunc {
		return rule.Finding{}, false
	}
	if n == 1 && !p.DrawsByCount() {
		return rule.Finding{}, false // the code would never have worked: it is read wrong
	}
	if _, known := p.MaxAttempts(); !known && n > 4 {
		return rule.Finding{}, false // the attempts may end before
	}
	if _, ok := p.Runaway(rule.LongestDelay); ok {
		return rule.Finding{}, false
	}
	return rule.Finding{
		Fault: []string{fmt.Sprintf("the draw has nothing to draw from after attempt %d: its argument is 0 or below, and it panics", n)},
		Write: []string{"draw only if the argument is above 0", "test it"},
		Fixes: []fix.Fix{rule.Guard(w)},
	}, true
}
