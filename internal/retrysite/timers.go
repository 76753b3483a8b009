package retrysite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/reading"
)

type timed struct {
	delay ssa.Value
	at    ssa.Instruction // where the delay is used
}

// durationArg returns the one Duration among the arguments of c.
func durationArg(c ssa.CallInstruction) ssa.Value {
	var d ssa.Value
	for _, a := range callArgs(c) {
		if isDuration(a.Type()) {
			if d != nil {
				return nil
			}
			d = a
		}
	}
	return d
}

// sameTimer returns the values that may be the timer t: what was stored in the
// variable that it is loaded from.
func sameTimer(t ssa.Value, depth int, seen map[ssa.Value]int) []ssa.Value {
	if depth > 5 || passed(seen, t, depth) {
		return nil
	}
	switch t := t.(type) {
	case *ssa.Phi:
		vs := []ssa.Value{t}
		for _, e := range t.Edges {
			if e != t {
				vs = append(vs, sameTimer(e, depth+1, seen)...)
			}
		}
		return vs
	case *ssa.UnOp:
		vs := []ssa.Value{t}
		if a, ok := t.X.(*ssa.Alloc); ok {
			for _, u := range *a.Referrers() {
				switch u := u.(type) {
				case *ssa.Store:
					vs = append(vs, u.Val)
				case *ssa.UnOp:
					vs = append(vs, u)
				}
			}
		}
		if fa, ok := t.X.(*ssa.FieldAddr); ok {
			for _, b := range t.Parent().Blocks {
				for _, x := range b.Instrs {
					if st, ok := x.(*ssa.Store); ok && reading.SamePlace(st.Addr, fa) {
						vs = append(vs, st.Val)
					}
					if ld, ok := x.(*ssa.UnOp); ok && ld != t && reading.SamePlace(ld.X, fa) {
						vs = append(vs, ld)
					}
				}
			}
		}
		return vs
	}
	return []ssa.Value{t}
}

func timerResets(t ssa.Value) []timed {
	var ts []timed
	refs := t.Referrers()
	if refs == nil {
		return nil
	}
	for _, u := range *refs {
		c, ok := u.(*ssa.Call)
		if !ok || len(callArgs(c)) != 2 || callArgs(c)[0] != t {
			continue
		}
		if f := calleeFunc(c); f != nil && f.Name() == "Reset" {
			if d := durationArg(c); d != nil {
				ts = append(ts, timed{d, c})
			}
		}
	}
	return ts
}

// stopped reports whether ch is the channel of a timer that the function stops:
// a receive from it only drains what has been sent.
//
//	// Have: if !t.Stop() { <-t.C }
func stopped(ch ssa.Value) bool {
	u, ok := ch.(*ssa.UnOp)
	if !ok {
		return false
	}
	f, ok := u.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	for _, v := range sameTimer(f.X, 0, map[ssa.Value]int{}) {
		if v.Referrers() == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			if c, ok := r.(*ssa.Call); ok && calleeName(c) == "Stop" {
				return true
			}
		}
	}
	return false
}
