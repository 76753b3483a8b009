// Package unbounded defines the rule that reports retries that nothing ends.
package unbounded

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports retries that nothing ends.
var Rule = &rule.Rule{
	Name:  "unbounded",
	Title: "report retries that nothing ends",
	What: `A loop that goes round after every failure and looks at nothing that could end it: no
limit on the attempts or the time, no context, no stop channel or flag, no kind of failure that it gives up on. Also a
limit that is never reached: the counter never moves, moves away from the limit, or is set anew on every turn.`,
	Why: `While the other side is down the loop runs on: callers wait without end, a shutdown hangs,
and every request that has been abandoned goes on to be sent when the server is back.`,
	Quiet: `any limit is looked at on the way from failure to the next attempt, in the condition, the
wait, a predicate or a helper; some failure leaves the loop; a context, a channel or a flag is looked at; a call on
the way may end the program; what decides cannot be seen.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	if s.Kind != retrysite.Loop || s.Failure == nil || !s.Failure.Endless.Is {
		return nil
	}
	e, op := s.Failure.Endless, s.Attempt.Name
	if op == "" {
		op = "the operation"
	}
	f := rule.Finding{At: s.Header, Scenario: rule.Abandon, Before: rule.Policy(s)}
	if len(s.Waits) == 0 {
		f.Before = policy.AtOnce(0)
	}
	if f.Before != nil {
		if n, known := f.Before.MaxAttempts(); known && n > 0 && e.Counter.How == retrysite.NoCounter {
			return nil // the numbers say that there is a limit
		}
	}
	switch e.Counter.How {
	case retrysite.NeverMoves:
		// Have: for left := 5; left > 0; { if err = do(); err == nil { return nil }; time.Sleep(d) }
		f.Fault = []string{
			fmt.Sprintf("%s is tried again while a limit on %s is not reached, and %s never moves: nothing ends the attempts", op, e.Counter.Name, e.Counter.Name),
			fmt.Sprintf("%s never moves, and nothing ends the attempts", e.Counter.Name),
		}
	case retrysite.WrongWay:
		// Have: for i := 5; i > 0; i++ { ... }
		f.Fault = []string{
			fmt.Sprintf("%s is tried again while a limit on %s is not reached, and %s moves away from it: nothing ends the attempts", op, e.Counter.Name, e.Counter.Name),
			fmt.Sprintf("%s moves away from its limit, and nothing ends the attempts", e.Counter.Name),
		}
	case retrysite.SetInLoop:
		// Have: for { n := 0; if err := do(); err == nil { return nil }; if n++; n > 5 { return err } }
		f.Fault = []string{
			fmt.Sprintf("%s is tried again while a limit on %s is not reached, and %s is set anew on every turn: nothing ends the attempts", op, e.Counter.Name, e.Counter.Name),
			fmt.Sprintf("%s is set anew on every turn, and nothing ends the attempts", e.Counter.Name),
		}
	default:
		// Have: for { if err := do(); err == nil { return nil }; time.Sleep(d) }
		f.Fault = []string{
			fmt.Sprintf("%s is tried again after every failure, and nothing ends it: no limit, no context, no stop channel", op),
			fmt.Sprintf("%s is tried again after every failure, and nothing ends it", op),
		}
		if e.Unless != "" {
			f.Fault = []string{
				fmt.Sprintf("%s is tried again after every failure, and unless %s is set nothing ends it: no limit, no context, no stop channel", op, e.Unless),
				fmt.Sprintf("unless %s is set nothing ends the attempts", e.Unless),
			}
		}
	}
	f.Write = []string{"return ctx.Err() once ctx.Done() is closed, in the wait too", "return ctx.Err() once ctx.Done() is closed", "return ctx.Err()"}
	if e.Counter.How != retrysite.NoCounter {
		f.Scenario = rule.Open
		f.Related, f.Note = e.Counter.Range, "this limit is not reached"
		f.Write = []string{fmt.Sprintf("count %s once per attempt, before the loop tests it", e.Counter.Name), "count once per attempt"}
	}
	return []rule.Finding{f}
}
