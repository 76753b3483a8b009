package analyzers

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// TestMain lets a panic in the reading of a function, which users are spared,
// end the tests.
func TestMain(m *testing.M) {
	retrysite.OnPanic = func(fn *ssa.Function, cause any) { panic(fmt.Sprintf("reading %v: %v", fn, cause)) }
	os.Exit(m.Run())
}
