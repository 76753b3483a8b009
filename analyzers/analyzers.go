// Package analyzers lists the analyzers of retrylint.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers/cappedjitter"
	"github.com/retrylint/retrylint/analyzers/narrowjitter"
	"github.com/retrylint/retrylint/analyzers/nojitter"
	"github.com/retrylint/retrylint/analyzers/retryafter"
	"github.com/retrylint/retrylint/analyzers/retrycanceled"
	"github.com/retrylint/retrylint/analyzers/retrypost"
	"github.com/retrylint/retrylint/internal/rule"
)

// All returns every analyzer, the rules in the order in which they are
// documented. Each call returns a new slice.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		nojitter.Analyzer,
		narrowjitter.Analyzer,
		cappedjitter.Analyzer,
		retryafter.Analyzer,
		retrycanceled.Analyzer,
		retrypost.Analyzer,
		rule.Directives, // badignore: the ignore directives themselves
	}
}

// Default returns the analyzers that run unless the user says otherwise.
func Default() []*analysis.Analyzer {
	var on []*analysis.Analyzer
	for _, a := range All() {
		if r := rule.Of(a); r == nil || !r.Opinion {
			on = append(on, a)
		}
	}
	return on
}
