// Package attemptleak defines the rule that reports what one attempt opens and
// what is still open at the next.
package attemptleak

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports what one attempt opens and what is still open at the next.
var Rule = &rule.Rule{
	Name:  "attemptleak",
	Title: "report what one attempt opens and what is still open at the next",
	What: `On some way from one attempt to the next, what the attempt opened is not closed: the body of
a response, the cancel function of the attempt's context, a timer, rows, a connection. Or it is closed only by a
defer inside the loop, which runs when the function ends.`,
	Why: `Each failed attempt holds a connection, a file descriptor or a timer until the retries are
over or for good, in the outage when there are most of them: the pool runs dry, and calls to healthy servers fail too.`,
	Quiet: `it is closed or canceled on every way that goes round, also in a helper or in a function
literal that is called in the loop; the attempt is its own function; it is returned, stored or handed on; the request
failed and there is no response; a response has been read to its end.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	var out []rule.Finding
	for _, l := range s.Attempt.Leaks {
		f := rule.Finding{At: l.Range, Related: l.Opens, Note: "it is opened here"}
		w := words[l.What]
		many := "1 more each time"
		if n := attempts(s); n > 1 {
			many = fmt.Sprintf("up to %d at once", n)
		}
		left := fmt.Sprintf("%s %s is still %s at the next attempt, %s", w.of, l.Opener, w.state, many)
		short := fmt.Sprintf("%s a call is still %s at the next attempt, %s", w.of, w.state, many)
		if l.Deferred {
			// Have: for range 5 { resp, err := c.Do(req); ...; defer resp.Body.Close(); ...; time.Sleep(d) }
			left, short = w.late+" runs when the function ends: "+left, w.late+" runs when the function ends: "+short
		}
		// Have: if resp.StatusCode >= 500 { time.Sleep(d); continue }
		f.Fault = []string{left, short}
		f.Write = []string{w.write + " before the next attempt, or make the attempt a function of its own", w.write + " before the next attempt"}
		f.Fixes = []fix.Fix{rule.Close(s, l)}
		out = append(out, f)
	}
	return out
}

// attempts is the number of attempts that the code allows, 0 where it is not known.
func attempts(s *retrysite.Site) int {
	if p := rule.Policy(s); p != nil {
		if n, known := p.MaxAttempts(); known {
			return n
		}
	}
	return 0
}

// words are the words for one kind of thing.
var words = map[retrysite.Opened]struct{ late, of, state, write string }{
	retrysite.Response:   {"the deferred Close", "the response of", "open", "close the body"},
	retrysite.Cancel:     {"the deferred cancel", "the context of", "live", "call cancel"},
	retrysite.Timer:      {"the deferred Stop", "the timer of", "running", "stop it"},
	retrysite.Rows:       {"the deferred Close", "the result of", "open", "close it"},
	retrysite.Connection: {"the deferred Close", "the connection of", "open", "close it"},
}
