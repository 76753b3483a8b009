package reading

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// A time.Time is read as its distance from now, in nanoseconds: time.Now() is
// 0, t.Add(d) is t+d, time.Until(t) is t. The time that passes between the
// making of a time and its use is not counted, so that what was made before
// the site's loop (a deadline) is not read at all.
//
//	// Have: b.notBefore = time.Now().Add(wait); ...; time.Sleep(time.Until(b.notBefore))
func isTime(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Time" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "time"
}

func now(r *Reader, f *frame, v *ssa.Call, t types.Type) *policy.Expr {
	if r.cycle.Header != nil && !r.inCycle(f) && !(f == r.root && r.cycle.Loop[v.Block()]) {
		return r.opaque(t, "a time before the loop")
	}
	return r.B.Int(policy.Int64, 0)
}

func plus(op policy.Op) handler {
	return func(r *Reader, f *frame, v *ssa.Call, _ types.Type) *policy.Expr {
		a := r.args(f, v)
		if op == policy.OpSub && a[0].Op == policy.OpConst {
			return r.B.Elapsed() // Have: time.Now().Sub(lastReset)
		}
		return r.B.Op(op, policy.Int64, a[0], a[1])
	}
}
