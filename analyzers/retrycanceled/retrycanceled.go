// Package retrycanceled defines the rule that reports retries after the end of
// the caller's own context.
package retrycanceled

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports retries after the end of the caller's own context.
var Rule = &rule.Rule{
	Name:  "retrycanceled",
	Title: "report retries after the caller's own context has ended",
	What: `A context from outside the loop reaches the operation, and no path from failure to the
next attempt leaves on ctx.Err(), <-ctx.Done(), errors.Is(err, context.Canceled), code Canceled or a library's own
check; or cancellation is named as an error to retry; or the operation is seen to return another word for "nobody
waits any more" (http.ErrAbortHandler, a sentinel named Abort..., Cancel... or Permanent...) that is never tested.`,
	Why: `The user has left, and the client goes on to ask for them: in an outage these requests
take the capacity of those who still wait, and a shutdown hangs until the attempts are used up.`,
	Quiet: `the loop condition, the wait or the operation's wrapper observes the same context; each
attempt has its own context and the outer one is checked; there is no context.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	c, op := s.Context, name(s.Attempt.Name, "the operation")
	ctx := name(c.Name, "ctx")
	f := rule.Finding{Scenario: rule.Abandon, Before: rule.Policy(s)}
	switch {
	case c.Retried.IsValid():
		// Have: return errors.Is(err, context.DeadlineExceeded) || ...
		f.Related, f.Note = c.Retried, "cancellation is named as an error to retry here"
		f.Fault = []string{
			fmt.Sprintf("the end of %s is named as an error after which %s is tried again", ctx, op),
			fmt.Sprintf("the end of %s is named as an error to retry", ctx),
			"cancellation is named as an error to retry",
		}
		f.Write = []string{fmt.Sprintf("return %s.Err() before the next attempt", ctx), "return ctx.Err() before the next attempt", "return ctx.Err()"}
	case c.Abort != "":
		// Have: err := fn(); if err == nil { return nil }   // fn may return ErrAborted
		f.Fault = []string{
			fmt.Sprintf("%s returns %s when nobody waits any more, and it is tried again", op, c.Abort),
			fmt.Sprintf("%s is tried again after %s", op, c.Abort),
		}
		f.Write = []string{fmt.Sprintf("return on %s", c.Abort), "return on it"}
	case c.Reaches && c.Observed == retrysite.NotObserved:
		// Have: for i := 0; i < 5; i++ { if err = fetch(ctx); err == nil { return nil }; time.Sleep(d) }
		f.Fault = []string{
			fmt.Sprintf("%s reaches %s, and no path to the next attempt leaves on %s.Err()", ctx, op, ctx),
			fmt.Sprintf("%s reaches %s, and its end is retried", ctx, op),
			fmt.Sprintf("the end of %s is retried", ctx),
		}
		f.Fixes = rule.Leave(s)
		f.Write = []string{fmt.Sprintf("return %s.Err() before the next attempt", ctx), "return ctx.Err() before the next attempt", "return ctx.Err()"}
		if c.Tell != "" {
			f.Write = []string{c.Tell, "tell the library of ctx"}
		}
	default:
		return nil
	}
	return rule.OnAttempt(s, f)
}

func name(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
