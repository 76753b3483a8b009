package retrysite

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// silent reports whether nothing on the way from a failure to the next attempt
// could tell anybody: no call but waits, contexts and sums, nothing stored
// where another could see it.
func (sc *scope) silent(l *loop, a *attempt, waits []wait) bool {
	t := a.path.failed
	if t.tainted || t.inner {
		return false
	}
	isWait := map[ssa.Instruction]bool{}
	for _, w := range waits {
		isWait[w.in] = true
	}
	if fn := sc.body(a.call); fn != nil && sc.speaks(fn, bodyDepth) {
		return false
	}
	for b := range t.blocks {
		if !l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if in == ssa.Instruction(a.call) || isWait[in] && sc.quiet(in) {
				continue
			}
			if sc.tells(in, bodyDepth) {
				return false
			}
		}
	}
	return true
}

// quiet reports whether a wait is one of package time, or of a helper that
// tells nobody.
func (sc *scope) quiet(in ssa.Instruction) bool {
	c, ok := in.(ssa.CallInstruction)
	if !ok {
		return true
	}
	if fn := sc.body(c); fn != nil {
		return !sc.speaks(fn, bodyDepth)
	}
	return known.IsStd(calleePkg(c)) || nameHas(calleeName(c), "sleep")
}

// speaks reports whether fn has something in it that may tell of a failure.
func (sc *scope) speaks(fn *ssa.Function, left int) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) { found = found || sc.tells(in, left) })
	return found
}

// tells reports whether an instruction may tell somebody of a failure.
func (sc *scope) tells(in ssa.Instruction, left int) bool {
	switch in := in.(type) {
	case *ssa.Store:
		switch in.Addr.(type) {
		case *ssa.Global, *ssa.FreeVar:
			return true
		case *ssa.FieldAddr:
			// Have: c.lastErr = err; c.failures++
			f := in.Addr.(*ssa.FieldAddr)
			_, own := f.X.(*ssa.Alloc)
			return !own
		}
	case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Defer, *ssa.Panic:
		return true
	case ssa.CallInstruction:
		return sc.callTells(in, left)
	}
	return false
}

func (sc *scope) callTells(c ssa.CallInstruction, left int) bool {
	if _, ok := c.Common().Value.(*ssa.Builtin); ok {
		return false
	}
	name, pkg := calleeName(c), calleePkg(c)
	if fn := sc.body(c); fn != nil {
		return left == 0 || sc.speaks(fn, left-1)
	}
	if isDone, _ := c.(*ssa.Call); isDone != nil && (isDoneCall(isDone) || name == "Err" && isContextErr(c)) {
		return false
	}
	switch pkg {
	case "errors", "time", "math", "math/rand", "math/rand/v2", "strconv", "strings", "bytes", "context", "sync", "net/http", "io":
		return false
	case "fmt":
		return !strings.HasPrefix(name, "Errorf") && !strings.HasPrefix(name, "Sprint")
	}
	return true
}
