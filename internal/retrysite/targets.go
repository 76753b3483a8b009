package retrysite

import (
	"regexp"

	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
	"github.com/retrylint/retrylint/internal/reading"
)

// targetsRemote judges a call of a function that is kept in an unexported
// field or variable of the package, if all that is ever stored there is known:
// the most remote of them. ok is false where it is not known.
//
//	// Have: p.alloc = mmap.Alloc; ...; buf, err = p.alloc(n)
func (sc *scope) targetsRemote(v ssa.Value, left int) (r Remote, ok bool) {
	ld, isLoad := v.(*ssa.UnOp)
	if !isLoad || ld.Op != token.MUL {
		return 0, false
	}
	for _, t := range sc.targets()[place(ld.X)] {
		fn := closureOf(strip(t))
		switch c, isConst := t.(*ssa.Const); {
		case isConst && c.Value == nil:
			continue
		case fn == nil:
			return 0, false
		case len(fn.Blocks) > 0:
			if left == 0 {
				return 0, false
			}
			r = max(r, sc.bodyRemote(fn, left-1))
		default:
			f, _ := fn.Object().(*types.Func)
			if f == nil || f.Pkg() == nil || takesContext(fn.Signature) {
				return 0, false
			}
			switch known.CallPlace(f.Pkg().Path(), f.FullName(), f.Name()) {
			case known.Here:
				r = max(r, Local)
			case known.Outside:
				return Certainly, true
			}
		}
		ok = true
	}
	return r, ok
}

// targets returns what the package stores in its unexported variables and
// fields of function type.
func (sc *scope) targets() map[any][]ssa.Value {
	if sc.kept != nil {
		return sc.kept
	}
	sc.kept = map[any][]ssa.Value{}
	for _, fn := range sc.funcs {
		eachInstr(fn, func(in ssa.Instruction) {
			if st, ok := in.(*ssa.Store); ok {
				if _, isFunc := st.Val.Type().Underlying().(*types.Signature); isFunc {
					if k := place(st.Addr); k != nil {
						sc.kept[k] = append(sc.kept[k], st.Val)
					}
				}
			}
		})
	}
	return sc.kept
}

// place returns the unexported field or variable at addr, nil if it is none.
func place(addr ssa.Value) any {
	switch a := addr.(type) {
	case *ssa.Global:
		if !a.Object().Exported() {
			return a
		}
	case *ssa.FieldAddr:
		if st, ok := reading.Deref(a.X.Type()).Underlying().(*types.Struct); ok && !st.Field(a.Field).Exported() {
			return st.Field(a.Field).Origin()
		}
	}
	return nil
}

// pending matches predicates that ask whether a thing is not there yet.
var pending = regexp.MustCompile(`(?i)(pending|notready|notyet|inprogress|still(running|waiting)|^is_?wait|waiting)`)

// waitsForState reports whether the loop goes round because a state has not
// come about yet, and says so by an error: that is a poll.
//
//	// Have: if err != nil && isAuthorizationPending(err) { continue }
//	// Have: if err != errAuthorizationPending { return err }
func waitsForState(l *loop) bool {
	for _, b := range l.fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if asksPending(in) {
				return true
			}
			c, ok := in.(*ssa.Call)
			if !ok || !isBool(c.Type()) {
				continue
			}
			for _, a := range callArgs(c) {
				if isError(a.Type()) && pending.MatchString(calleeName(c)) {
					return true
				}
			}
		}
	}
	return false
}

// asksPending reports whether in compares an error with one that by its name
// says that a thing is not there yet.
func asksPending(in ssa.Instruction) bool {
	var vs []ssa.Value
	switch x := in.(type) {
	case *ssa.BinOp:
		if x.Op == token.EQL || x.Op == token.NEQ {
			vs = []ssa.Value{x.X, x.Y}
		}
	case *ssa.Call:
		if fullName(x) == "errors.Is" {
			vs = callArgs(x)
		}
	}
	for _, v := range vs {
		if g := sentinel(v); g != nil && isError(v.Type()) && pending.MatchString(g.Name()) {
			return true
		}
	}
	return false
}
