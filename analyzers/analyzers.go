// Package analyzers lists the analyzers of retrylint.
package analyzers

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers/attemptleak"
	"github.com/retrylint/retrylint/analyzers/badignore"
	"github.com/retrylint/retrylint/analyzers/bodyreplay"
	"github.com/retrylint/retrylint/analyzers/cappedjitter"
	"github.com/retrylint/retrylint/analyzers/capsteps"
	"github.com/retrylint/retrylint/analyzers/deadlinebudget"
	"github.com/retrylint/retrylint/analyzers/deafsleep"
	"github.com/retrylint/retrylint/analyzers/durationunit"
	"github.com/retrylint/retrylint/analyzers/fixeddelay"
	"github.com/retrylint/retrylint/analyzers/fixedseed"
	"github.com/retrylint/retrylint/analyzers/ignoredretryafter"
	"github.com/retrylint/retrylint/analyzers/lasterror"
	"github.com/retrylint/retrylint/analyzers/lastsleep"
	"github.com/retrylint/retrylint/analyzers/lockedsleep"
	"github.com/retrylint/retrylint/analyzers/narrowjitter"
	"github.com/retrylint/retrylint/analyzers/nestedretry"
	"github.com/retrylint/retrylint/analyzers/nocap"
	"github.com/retrylint/retrylint/analyzers/nodelay"
	"github.com/retrylint/retrylint/analyzers/nojitter"
	"github.com/retrylint/retrylint/analyzers/noreset"
	"github.com/retrylint/retrylint/analyzers/permanent"
	"github.com/retrylint/retrylint/analyzers/randpanic"
	"github.com/retrylint/retrylint/analyzers/retryafter"
	"github.com/retrylint/retrylint/analyzers/retryaftercap"
	"github.com/retrylint/retrylint/analyzers/retryafterparse"
	"github.com/retrylint/retrylint/analyzers/retrycanceled"
	"github.com/retrylint/retrylint/analyzers/retrypost"
	"github.com/retrylint/retrylint/analyzers/sharedbackoff"
	"github.com/retrylint/retrylint/analyzers/silentretry"
	"github.com/retrylint/retrylint/analyzers/txretry"
	"github.com/retrylint/retrylint/analyzers/unbounded"
	"github.com/retrylint/retrylint/analyzers/xorpow"
	"github.com/retrylint/retrylint/internal/rule"
)

// All returns every analyzer, the rules in the order in which they are
// documented. Each call returns a new slice.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		nojitter.Analyzer,
		narrowjitter.Analyzer,
		cappedjitter.Analyzer,
		fixedseed.Analyzer,
		nocap.Analyzer,
		retryafter.Analyzer,
		retryaftercap.Analyzer,
		retrycanceled.Analyzer,
		retrypost.Analyzer,
		bodyreplay.Analyzer,
		attemptleak.Analyzer,
		unbounded.Analyzer,
		nodelay.Analyzer,
		permanent.Analyzer,
		deafsleep.Analyzer,
		noreset.Analyzer,
		lastsleep.Analyzer,
		lasterror.Analyzer,
		randpanic.Analyzer,
		xorpow.Analyzer,
		durationunit.Analyzer,
		txretry.Analyzer,
		capsteps.Analyzer,
		fixeddelay.Analyzer,
		ignoredretryafter.Analyzer,
		retryafterparse.Analyzer,
		nestedretry.Analyzer,
		silentretry.Analyzer,
		deadlinebudget.Analyzer,
		sharedbackoff.Analyzer,
		lockedsleep.Analyzer,
		badignore.Analyzer, // the ignore directives themselves
	}
}

// Select returns the analyzers that run where the user switches rules on and
// off by name; "all" is every rule. A name that is no rule is an error that
// lists the names.
func Select(enable, disable []string) ([]*analysis.Analyzer, error) {
	all := All()
	var known []string
	for _, a := range all {
		known = append(known, a.Name)
	}
	slices.Sort(known)
	for _, list := range [][]string{enable, disable} {
		if _, err := rule.SplitNames(strings.Join(list, ","), known); err != nil {
			return nil, err
		}
	}
	sel := rule.Selection{Enable: enable, Disable: disable}
	return slices.DeleteFunc(all, func(a *analysis.Analyzer) bool { return !sel.On(a.Name, !rule.Of(a).Opinion) }), nil
}

// Default returns the analyzers that run unless the user says otherwise.
func Default() []*analysis.Analyzer {
	on, err := Select(nil, nil)
	if err != nil {
		panic(err) // no name was given that could be wrong
	}
	return on
}
