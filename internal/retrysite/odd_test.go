package retrysite

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/ssa"
)

// TestOdd reads testdata/src/odd: no panic, and the same sites each time.
func TestOdd(t *testing.T) {
	old := OnPanic
	defer func() { OnPanic = old }()
	OnPanic = func(fn *ssa.Function, cause any) { t.Errorf("reading %v: %v", fn, cause) }
	for _, res := range analysistest.Run(t, analysistest.TestData(), Analyzer, "odd") {
		if n := len(res.Action.Result.(*Result).Sites); n < 10 {
			t.Errorf("%d sites read, want at least 10", n)
		}
	}
}
