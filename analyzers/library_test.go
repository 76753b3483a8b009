package analyzers

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// TestLibrary runs all rules over policies that are built with libraries. The
// libraries of testdata have the shapes of the real ones, and no version.
func TestLibrary(t *testing.T) {
	together := &analysis.Analyzer{
		Name:     "together",
		Doc:      "run all rules",
		Requires: []*analysis.Analyzer{retrysite.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, name := range []string{"nojitter", "narrowjitter", "cappedjitter", "retryafter", "retrycanceled", "retrypost"} {
				if _, err := analyzerNamed(t, name).Run(pass); err != nil {
					return nil, err
				}
			}
			return nil, nil
		},
	}
	if !slices.ContainsFunc(All(), func(a *analysis.Analyzer) bool { return a.Name == "nojitter" }) {
		t.Fatal("no rules")
	}
	analysistest.Run(t, analysistest.TestData(), together, "library", "librarylater", "libraryops")
}
