// Package lasterror defines the rule that reports a failure that is lost when
// the attempts are used up.
package lasterror

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports a failure that is lost when the attempts are used up.
var Rule = &rule.Rule{
	Name:  "lasterror",
	Title: "report a failure that is lost when the attempts are used up",
	What: `A retry that, when its attempts are used up, returns nil, or an error variable from outside
the loop which the loop has declared anew: the error of the last attempt is in neither.`,
	Why: `The caller takes the failure for a success, and goes on with what it does not have: an empty
answer, a message that was never sent.`,
	Quiet: `the last error is returned, joined or wrapped, or kept in another variable; a new error says that
the attempts are used up; something else that can fail follows; success goes on with the loop; the failure goes somewhere
that is not seen.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: for n := 0; n < 5; n++ { if err := send(m); err == nil { return nil } }; return nil
// Want: return err, of the last attempt
func check(s *retrysite.Site) []rule.Finding {
	if !s.Lost.IsValid() {
		return nil
	}
	f := rule.Finding{At: s.Lost.Range}
	op, used := s.Attempt.Name, "the attempts are used up"
	if n := rule.Attempts(s); n != "" {
		used = n + " have failed"
	}
	if name := s.Lost.Shadow; name != "" {
		f.Fault = []string{
			fmt.Sprintf("the loop declares its own %s, and this one is not set by %s: when %s the last failure is lost", name, op, used),
			fmt.Sprintf("the loop declares its own %s: when %s the last failure is lost", name, used),
		}
		f.Write = []string{fmt.Sprintf("set the outer %s in the loop", name)}
		return []rule.Finding{f}
	}
	f.Fault = []string{
		fmt.Sprintf("when %s nil is returned: the caller takes the failure of %s for a success", used, op),
		fmt.Sprintf("when %s nil is returned: the caller takes the failure for a success", used),
	}
	f.Write = []string{"return the last error"}
	return []rule.Finding{f}
}
