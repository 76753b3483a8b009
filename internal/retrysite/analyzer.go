package retrysite

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer finds the retry sites of a package. It reports nothing itself.
var Analyzer = &analysis.Analyzer{
	Name:       "retrysite",
	Doc:        "find the places that retry, and read their policies",
	Requires:   []*analysis.Analyzer{Helpers},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Result holds the retry sites of a package, and the places that read a
// Retry-After header, in the order of the source. It is immutable.
type Result struct {
	Sites  []*Site
	Parsed []*Parsed
}

func run(pass *analysis.Pass) (any, error) {
	res := &Result{}
	if !FactsOnly && isCandidate(pass, inspector.New(pass.Files)) {
		*res = scanPackage(pass)
	}
	return res, nil
}

// scanPackage reads the sites of a package that has a candidate. A panic in
// the building of its SSA is silence for the package.
func scanPackage(pass *analysis.Pass) (res Result) {
	defer func() {
		if e := recover(); e != nil {
			res = Result{}
			OnPanic(nil, e)
		}
	}()
	s := newScanner(pass)
	return Result{Sites: s.scan(), Parsed: s.parsed()}
}
