package retrysite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// madeSites adds the calls that make the delay function fn, a closure, out of
// numbers, where it cannot be judged without them: how wide its jitter is lies
// with the caller.
//
//	// Have: func linear(d time.Duration, f float64) func(n int) time.Duration { return func(n int) … }
//	//       options{backoff: linear(50*time.Millisecond, 0.1)}
func (s *scanner) madeSites(fn *ssa.Function, i int, count, prev *ssa.Parameter, alone []*policy.Policy) {
	maker := fn.Parent()
	if maker == nil || !s.pkg.Unused(fn) || !undecided(alone) {
		return
	}
	calls, _ := s.pkg.Callers(maker)
	for _, call := range calls {
		if !givenNumber(call) || calledHere(call) {
			continue
		}
		_, ps := s.readAlone(fn, i, count, prev, call)
		x := s.sc.exprs[call.Pos()]
		if len(ps) == 0 || undecided(ps) || x == nil {
			continue
		}
		place := Range{x.Pos(), x.End()}
		at, computed := s.resultPlace(fn)
		if !computed.IsValid() {
			computed = at
		}
		s.sites = append(s.sites, &Site{
			Kind: DelayFunc, Func: call.Parent().String(), Header: place,
			Attempt: Attempt{Range: place, Remote: Possibly},
			Waits:   []Wait{{Range: place, Computed: computed, Policies: ps}},
		})
	}
}

// undecided reports whether something is drawn, and how much lies with numbers
// that are not seen.
func undecided(ps []*policy.Policy) bool {
	const apart = 0.02
	for _, p := range ps {
		if !p.Draws() {
			continue
		}
		if lo, hi, ok := p.HalfWidths(); !ok || hi-lo > apart {
			return true
		}
	}
	return false
}

// calledHere reports whether what a call returns is called at once, and so read
// where that stands.
//
//	// Have: return linear(50*time.Millisecond, 0.1)(attempt)
func calledHere(call ssa.CallInstruction) bool {
	v := call.Value()
	if v == nil || v.Referrers() == nil {
		return false
	}
	for _, in := range *v.Referrers() {
		if c, ok := in.(ssa.CallInstruction); ok && c.Common().Value == ssa.Value(v) {
			return true
		}
	}
	return false
}

func givenNumber(call ssa.CallInstruction) bool {
	for _, a := range call.Common().Args {
		if k, ok := a.(*ssa.Const); ok && isNumber(k.Type()) {
			return true
		}
	}
	return false
}

// usedAs returns the names of the function types that a function literal is
// converted to, and of the fields that it is stored in.
//
//	// Have: var defaults = options{backoff: BackoffFunc(func(n uint) time.Duration { … })}
func usedAs(fn *ssa.Function) string {
	var names []string
	var uses func(v ssa.Value)
	uses = func(v ssa.Value) {
		refs := v.Referrers()
		if refs == nil {
			return
		}
		for _, in := range *refs {
			switch in := in.(type) {
			case *ssa.MakeClosure:
				uses(in)
			case *ssa.ChangeType:
				if n, ok := types.Unalias(in.Type()).(*types.Named); ok {
					names = append(names, n.Obj().Name())
				}
				uses(in)
			case *ssa.Store:
				if f, ok := in.Addr.(*ssa.FieldAddr); ok && in.Val == v {
					names = append(names, fieldName(f))
				}
			}
		}
	}
	uses(fn)
	return strings.Join(names, " ")
}
