package analyzers

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// TestRecipes holds that no rule, opinions included, finds anything in the code
// that docs/recipes.md shows for libraries. Of the code in docs/recipes, the
// command's own test holds that.
func TestRecipes(t *testing.T) {
	sites := 0
	all := &analysis.Analyzer{
		Name:     "all",
		Doc:      "run all rules",
		Requires: []*analysis.Analyzer{retrysite.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			sites = len(pass.ResultOf[retrysite.Analyzer].(*retrysite.Result).Sites)
			for _, a := range All() {
				if _, err := a.Run(pass); err != nil {
					return nil, err
				}
			}
			return nil, nil
		},
	}
	analysistest.Run(t, analysistest.TestData(), all, "recipes")
	if sites < 5 {
		t.Errorf("%d sites were read, want one for each library", sites)
	}
}
