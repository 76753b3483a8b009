// Package noreset defines the rule that reports a backoff that outlives a
// success.
package noreset

import (
	"fmt"
	"strings"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// shortest is the longest wait from which on a backoff that is never set back
// is felt.
const shortest = time.Second

// Rule reports a backoff that outlives a success.
var Rule = &rule.Rule{
	Name:  "noreset",
	Title: "report a reconnect or consume loop whose backoff outlives a success",
	What: `A loop that goes on after a success, to the next connection or message, and whose delay, or
counter of failures, is never set back: it grows with every failure since the start of the process.`,
	Why: `Failures add up over days: in the end one short interruption, which would be over in a second,
is followed by the longest wait there is, or by the end of the loop.`,
	Quiet: `it is set back, or made anew, somewhere in the loop, in a callback or elsewhere in the package;
success leaves the loop; the loop counts its rounds and not its failures; the delay does not grow, stays below a second, or is not seen.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	if out := rule.EachWaitOf(judge)(s); len(out) > 0 || s.LimitKept == "" {
		return out
	}
	f := rule.Finding{
		Fault: []string{
			fmt.Sprintf("%s limits the failures and is not set back after a success: failures that lie days apart end the loop", s.LimitKept),
			"no success sets the count of failures back: failures that lie days apart end the loop",
		},
		Write: []string{fmt.Sprintf("set %s back when %s works", s.LimitKept, s.Attempt.Name), "set it back after a success"},
	}
	if len(s.Waits) == 0 {
		return rule.OnAttempt(s, f)
	}
	f.At = s.Waits[0].Range
	return []rule.Finding{f}
}

// Have: if err != nil { time.Sleep(delay(failures)); failures++; continue }; serve(conn)
// Want: failures = 0; serve(conn)
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	growth, _ := p.Growth()
	if w.Kept == "" || growth == policy.Constant || growth == policy.FromServer || growth == policy.GrowthUnknown {
		return rule.Finding{}, false
	}
	long, n := p.Longest()
	if long <= p.First() || long < shortest {
		return rule.Finding{}, false
	}
	assumed := ""
	if names := p.Assumed(); len(names) > 0 {
		assumed = " (" + strings.Join(names, ", ") + " assumed)"
	}
	return rule.Finding{
		Fault: []string{
			fmt.Sprintf("delay %s grows by %s, which no success sets back: after %d failures, however far apart, each one more waits %s%s", p.Describe(), w.Kept, n, policy.Time(long), assumed),
			fmt.Sprintf("the delay grows by %s, which no success sets back: after %d failures, however far apart, it is %s%s", w.Kept, n, policy.Time(long), assumed),
			fmt.Sprintf("no success sets %s back: after %d failures, however far apart, the wait is %s", w.Kept, n, policy.Time(long)),
		},
		Write: []string{fmt.Sprintf("set %s back when %s works", w.Kept, s.Attempt.Name), "set it back after a success"},
	}, true
}
