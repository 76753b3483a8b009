// Package permanent defines the rule that reports retries of failures that
// waiting cannot change.
package permanent

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports retries of failures that waiting cannot change.
var Rule = &rule.Rule{
	Name:  "permanent",
	Title: "report retries of failures that waiting cannot change",
	What: `After an answer with status 400, 401, 403, 404, 405, 410 or 422 the same request is sent
again: the code tests != 200 or >= 400, or lists what is final and leaves one out. Likewise the gRPC codes
InvalidArgument, NotFound, AlreadyExists, PermissionDenied, Unauthenticated and Unimplemented, sql.ErrNoRows and
os.ErrNotExist where they are named as errors to retry, and an SQL statement of which no error is looked at.`,
	Why: `The request itself is wrong, or what it asks for is not there. Every further attempt costs the
server as much as the first and gets the same answer; the caller waits for all of them before it hears of its mistake.`,
	Quiet: `408, 425, 429 and 5xx; a status after which something is done first (new credentials, another
method); a wait for something to appear, where that is the only failure retried; what is retried is decided by
something that cannot be seen.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	if s.Failure == nil || s.Failure.Permanent.None() {
		return nil
	}
	p, op := s.Failure.Permanent, s.Attempt.Name
	if op == "" {
		op = "the operation"
	}
	f := rule.Finding{Scenario: rule.Permanent, Before: rule.Policy(s)}
	what, write := "", ""
	switch {
	case len(p.Statuses) > 0:
		// Have: if err == nil && resp.StatusCode == 200 { return resp, nil }; time.Sleep(d)
		var list []string
		for _, n := range p.Statuses {
			list = append(list, strconv.Itoa(n))
		}
		what, write = "status "+words(list), "retry 408, 429 and 5xx alone"
	case len(p.Codes) > 0:
		// Have: case codes.Unavailable, codes.NotFound: return true
		what, write = "code "+words(p.Codes), "retry Unavailable alone"
	case len(p.Names) > 0:
		// Have: return errors.Is(err, sql.ErrConnDone) || errors.Is(err, sql.ErrNoRows)
		what, write = words(p.Names), "return on it"
	default:
		// Have: if _, err = db.ExecContext(ctx, stmt); err == nil { return nil }
		f.Fault = []string{
			fmt.Sprintf("%s is tried again after every error, also those of the statement itself", op),
			"every error of the statement is retried, also its own",
		}
		f.Write = []string{"return on SQLSTATE classes 22, 23 and 42", "return on the statement's own errors"}
		return rule.OnAttempt(s, f)
	}
	f.Fault = []string{
		fmt.Sprintf("%s is tried again after %s, which waiting does not change", op, what),
		fmt.Sprintf("it is tried again after %s", what),
	}
	f.Write = []string{write, "return on it"}
	return rule.OnAttempt(s, f)
}

// words joins a list: "400, 401 or 404".
func words(list []string) string {
	n := len(list) - 1
	if n == 0 {
		return list[0]
	}
	return strings.Join(list[:n], ", ") + " or " + list[n]
}
