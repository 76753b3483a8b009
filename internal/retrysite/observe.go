package retrysite

import (
	"go/constant"
	"go/token"
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

// flag reports whether a condition reads something that by its name says that
// the work is to end.
func flag(v ssa.Value, left int) bool {
	ends := func(name string) bool {
		return nameHas(name, "cancel", "abort", "closed", "closing", "stop", "done", "shutdown", "quit", "running", "active", "alive", "exit",
			"terminat", "dead", "halt")
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if ends(fieldName(v)) {
			return true
		}
	case *ssa.Global:
		return ends(v.Name())
	case *ssa.FreeVar:
		return ends(v.Name())
	case *ssa.Alloc:
		return ends(v.Comment)
	case *ssa.Call:
		if ends(calleeName(v)) {
			return true
		}
	}
	in, ok := v.(ssa.Instruction)
	if !ok || left == 0 {
		return false
	}
	if _, ok := v.(*ssa.Phi); ok {
		return false
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op != nil && flag(*op, left-1) {
			return true
		}
	}
	return false
}

// briefly reports whether the loop makes two attempts at most, which end
// before anybody would have to look at a context.
//
//	// Have: for i := 0; i < 2; i++ { ... }; for range 2 { ... }
func (l *loop) briefly() bool {
	for _, b := range append([]*ssa.BasicBlock{l.header}, l.back...) {
		if l.twice(b) {
			return true
		}
	}
	return false
}

// twice reports whether the branch at the end of b ends the loop after two rounds.
func (l *loop) twice(b *ssa.BasicBlock) bool {
	f, ok := last(b).(*ssa.If)
	if !ok {
		return false
	}
	c, ok := f.Cond.(*ssa.BinOp)
	if !ok || c.Op != token.LSS && c.Op != token.LEQ {
		return false
	}
	x := c.X
	limit, ok := smallInt(c.Y)
	if !ok {
		return false
	}
	if add, ok := x.(*ssa.BinOp); ok && add.Op == token.ADD {
		x = add.X // a range counts before it compares
	}
	p, ok := x.(*ssa.Phi)
	if !ok || p.Block() != l.header {
		return false
	}
	first, found := int64(0), false
	for i, e := range p.Edges {
		if n, ok := smallInt(e); ok && !l.blocks[l.header.Preds[i]] {
			first, found = n, true
		}
	}
	if x != c.X && b == l.header {
		first++
	}
	if c.Op == token.LEQ {
		limit++
	}
	return found && limit-first <= 2
}

func smallInt(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}
