// Package silentretry defines the rule that reports retries of which nobody
// hears.
package silentretry

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports retries of which nobody hears.
var Rule = &rule.Rule{
	Name:  "silentretry",
	Title: "report retries of which no log line, metric or callback tells",
	What: `A retry with no log line, metric, span event or callback on the way from a failure to the next
attempt.`,
	Why: `A dependency that fails every second time looks healthy, only slow; and a loop that never gets
through looks like a process that hangs.`,
	Quiet: `anything on that way, or in what is attempted, is called that cannot be seen into, or keeps
something where others could see it: a field, a global, a channel; it does not leave the process; no wait is seen, as where a parser or a search for a free
port goes round.`,
	Opinion: true,
	Check:   check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: if err = do(ctx); err == nil { return nil }; time.Sleep(d)
// Want: log.Printf("attempt %d: %v", n, err); time.Sleep(d)
func check(s *retrysite.Site) []rule.Finding {
	if !s.Silent || len(s.Waits) == 0 || s.Attempt.Remote == retrysite.Local {
		return nil // Have: for !finished(order) { time.Sleep(d); order = get(id) }: a poll
	}
	again := "is tried again"
	if n := rule.Attempts(s); n != "" {
		again = "is tried again, " + n + " in all"
	}
	f := rule.Finding{
		Fault: []string{
			fmt.Sprintf("nothing tells that %s failed and %s: 0 log lines, metrics or callbacks on the way to the next attempt", s.Attempt.Name, again),
			fmt.Sprintf("nothing tells that it failed and %s: 0 log lines, metrics or callbacks on the way", again),
		},
		Write: []string{"log the error and the number of the attempt", "log it"},
	}
	f.At = s.Waits[0].Range
	return []rule.Finding{f}
}
