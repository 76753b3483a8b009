// Package txretry defines the rule that reports statements retried on a
// transaction made outside the loop.
package txretry

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports statements retried on a transaction made outside the loop.
var Rule = &rule.Rule{
	Name:  "txretry",
	Title: "report a statement that is retried on a transaction made outside the loop",
	What: `A statement on a transaction of database/sql, sqlx, pgx, go-pg or bun is attempted again after
it failed, on the same transaction: it was begun before the loop, or by the caller.`,
	Why: `A database that has refused a statement gives up the transaction (Postgres), or rolls it back
(a deadlock in MySQL): every further attempt fails, or runs outside of what it belongs to, and the first error, which says
why, is hidden by the last.`,
	Quiet: `the transaction is begun for each attempt; the loop goes back to a savepoint; it cannot be seen
where the transaction comes from.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: for n := 0; n < 3; n++ { if _, err = tx.Exec(q); err == nil { break } }
// Want: for n := 0; n < 3; n++ { tx, err := db.Begin(); ...; err = tx.Commit() }
func check(s *retrysite.Site) []rule.Finding {
	if !s.Tx.IsValid() {
		return nil
	}
	further := "all further attempts fail"
	if n := rule.Attempts(s); n != "" {
		further = "the rest of " + n + " fails"
	}
	return []rule.Finding{{
		At: s.Tx.Range,
		Fault: []string{
			fmt.Sprintf("%s is retried on a transaction made outside the loop: a database that refuses a statement gives the transaction up, and %s", s.Tx.Name, further),
			fmt.Sprintf("%s is retried on a transaction made outside the loop, which the first failure ends", s.Tx.Name),
			"the statement is retried on a transaction made outside the loop, which the first failure ends",
		},
		Write: []string{"begin the transaction for each attempt", "begin it for each attempt"},
	}}
}
