package retrysite

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// endsHere reports whether in is a call that does not come back: the program,
// the goroutine or the test ends there, though SSA goes on.
//
//	// Have: if err != nil { log.Fatal(err) }
//	// Have: if err != nil { t.Fatalf("...", err) }
func (sc *scope) endsHere(in ssa.Instruction) bool {
	c, ok := in.(*ssa.Call)
	return ok && sc.neverReturns(c, 3)
}

func (sc *scope) neverReturns(c *ssa.Call, left int) bool {
	switch name := calleeName(c); {
	case strings.HasPrefix(name, "Fatal"), name == "FailNow", name == "SkipNow", name == "Goexit":
		return true
	case name == "Exit" || name == "Skip" || name == "Skipf":
		path := calleePkg(c)
		return path == "os" || path == "testing" || strings.HasSuffix(path, "/klog/v2")
	}
	fn := sc.body(c)
	if fn == nil || left == 0 {
		return false
	}
	// Have: func die(err error) { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
	for _, in := range fn.Blocks[0].Instrs {
		if call, ok := in.(*ssa.Call); ok && sc.neverReturns(call, left-1) {
			return true
		}
	}
	return false
}
