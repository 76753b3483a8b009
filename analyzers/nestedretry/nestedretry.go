// Package nestedretry defines the rule that reports retries of an operation
// that retries itself.
package nestedretry

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports retries of an operation that retries itself.
var Rule = &rule.Rule{
	Name:    "nestedretry",
	Title:   "report retries of an operation that is itself a retry site",
	Opinion: true,
	What: `The operation that is attempted again has a retry of its own: a loop in a function of the
package, a library that is given the operation, a client that retries by default.`,
	Why: `The attempts multiply: three around three are nine requests for one call, and a third layer makes
them 27. In an outage a server that is down, or tipped over, gets the product.`,
	Quiet: `the inner site does not give up by itself, makes one attempt, or goes on after a success, as a loop
that consumes messages does; the outer site attempts again after some errors alone.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: for range 3 { if a, err = r.exchange(q); err == nil { break } }, and exchange tries 3 times
func check(s *retrysite.Site) []rule.Finding {
	n := s.Nested
	if n == nil || n.Inner == nil {
		return nil
	}
	outer, inner := rule.Policy(s), rule.Policy(n.Inner)
	f := rule.Finding{
		At: n.Range, Related: n.Inner.Header, Note: "it is attempted again here",
		Scenario: rule.Layers, Before: outer, Inner: inner,
	}
	what := n.Name + " retries by itself"
	f.Fault = []string{
		what + " and is retried here: 2 layers of retries, and their attempts multiply",
		"what retries by itself is retried here: 2 layers of retries",
	}
	if a, b := limit(outer), limit(inner); a > 1 && b > 1 {
		f.Fault = []string{
			fmt.Sprintf("%s and is retried here: %d attempts of %d each are %d for one call", what, a, b, a*b),
			fmt.Sprintf("it is retried inside and here: %d attempts of %d each are %d", a, b, a*b),
		}
	}
	if inner == nil {
		f.Scenario, f.Before = 0, nil // nothing is known of the layer inside
	}
	f.Write = []string{"retry in one layer"}
	return []rule.Finding{f}
}

// limit is the number of attempts that a policy allows, 0 where it is not known.
func limit(p *policy.Policy) int {
	if p == nil {
		return 0
	}
	if n, known := p.MaxAttempts(); known {
		return n
	}
	return 0
}
