package retrysite

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
)

// Analyzer finds the retry sites of a package. It reports nothing itself.
var Analyzer = &analysis.Analyzer{
	Name:       "retrysite",
	Doc:        "find the places that retry, and read their policies",
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Result holds the retry sites of a package, in the order of the source. It
// is immutable.
type Result struct{ Sites []*Site }

func run(pass *analysis.Pass) (any, error) { return &Result{}, nil }
