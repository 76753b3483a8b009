package retrysite

import (
	"go/constant"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// observes reports whether fn, or what it calls in the package, looks at the
// end of a context.
func (sc *scope) observes(fn *ssa.Function, left int) bool {
	k := inDepth{fn, left}
	if b, ok := sc.hints[k]; ok {
		return b
	}
	sc.hints[k] = false
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		if found {
			return
		}
		if c, ok := in.(*ssa.Call); ok {
			name := calleeName(c)
			switch {
			case isDoneCall(c), name == "Err" && isContextErr(c), name == "Cause" && calleePkg(c) == "context":
				found = true
			default:
				if callee := sc.body(c); callee != nil && left > 0 {
					found = sc.observes(callee, left-1)
				} else if callee == nil && mayPause(c, name, calleePkg(c)) && givenContext(c) {
					found = true
				}
			}
		}
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			found = found || namesEnd(*op)
		}
	})
	sc.hints[k] = found
	return found
}

// namesEnd reports whether v is context.Canceled, context.DeadlineExceeded or
// their text.
func namesEnd(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Global:
		return v.Pkg != nil && v.Pkg.Pkg.Path() == "context" && (v.Name() == "Canceled" || v.Name() == "DeadlineExceeded")
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			s := constant.StringVal(v.Value)
			return strings.Contains(s, "context canceled") || strings.Contains(s, "context deadline")
		}
	}
	return false
}

func givenContext(c ssa.CallInstruction) bool {
	for _, a := range callArgs(c) {
		if isContext(a.Type()) {
			return true
		}
	}
	return false
}

// passesContext reports whether fn hands a context to something not seen into,
// which may then return its error.
func (sc *scope) passesContext(fn *ssa.Function, left int) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		c, ok := in.(*ssa.Call)
		if !ok || found || !givenContext(c) {
			return
		}
		callee := sc.body(c)
		switch {
		case callee != nil && left > 0:
			found = sc.passesContext(callee, left-1)
		case callee == nil:
			found = !takesFromContext(calleeName(c), calleePkg(c))
		}
	})
	return found
}

// eachInstr visits the instructions of fn and of the closures written in it.
func eachInstr(fn *ssa.Function, visit func(ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			visit(in)
		}
	}
	for _, a := range fn.AnonFuncs {
		eachInstr(a, visit)
	}
}
