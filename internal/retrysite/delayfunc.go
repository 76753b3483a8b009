package retrysite

import (
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

var (
	delayName   = regexp.MustCompile(`(?i)(back_?off|delay|retry|wait|sleep|interval|pause|jitter|next|duration|exponential)`)
	attemptName = regexp.MustCompile(`(?i)^(n|i|k|x|try|tries|attempts?|attempt_?(num|number|no|count|idx|index)|num_?(attempts?|retries)|retry|retries|retry_?(count|num|number|attempts?|times)|retried|counts?|failures?|failed|num_?failures|fail_?count|iteration|iter|round|times|step|exp|requeues?|num_?requeues|errors?|consecutive.*)$`)
	msName      = regexp.MustCompile(`(?i)(ms|millis|milliseconds)$`)
)

// delayFunc adds fn if it computes a wait and no site of the package uses it.
//
//	// Have: func backoff(attempt int) time.Duration { return base << attempt }
//	// Have: func (b *Backoff) Next() time.Duration { b.cur *= 2; return b.cur }
//	// Have: func next(d time.Duration) time.Duration { return min(2*d, max) }
func (s *scanner) delayFunc(fn *ssa.Function) {
	if s.followed[fn] || !s.mayBeDelay(fn) {
		return
	}
	i := delayResult(fn)
	if i < 0 {
		return
	}
	param, kind := attemptParam(fn)
	if kind == notDelay || kind == stored && !s.pkg.StoresField(fn) {
		return
	}
	read := func(r *reading.Reader) *policy.Expr {
		switch kind {
		case counted:
			k, _ := reading.KindOf(param.Type())
			n := r.State("n", k)
			r.B.Bind(n, one(r.B, k), r.B.Op(policy.OpAdd, k, n, one(r.B, k)))
			r.SetParam(param, n)
			return r.Returned(i)
		case previous:
			d := r.State(param.Name(), policy.Int64)
			r.B.Bind(d, r.B.Unknown(param.Name(), policy.Int64, policy.RoleDuration), d)
			r.SetParam(param, d)
			e := r.Returned(i)
			r.B.Bind(d, r.B.Unknown(param.Name(), policy.Int64, policy.RoleDuration), e)
			return e
		}
		return r.Returned(i)
	}
	r := reading.New(s.pkg, &reading.Cycle{Fn: fn})
	d := read(r)
	if roles := reading.Roles(r.B, d); len(roles) > 0 {
		r = r.WithRoles(roles)
		d = read(r)
	}
	ps := alternatives(r, d, nil, nil)
	if len(ps) == 0 {
		return
	}
	place := s.returned(fn, 6)
	if !place.IsValid() {
		place = Range{fn.Pos(), fn.Pos() + 1}
	}
	s.sites = append(s.sites, &Site{
		Kind: DelayFunc, Func: fn.String(), Header: place,
		Attempt: Attempt{Range: place, Remote: Possibly},
		Waits:   []Wait{{Range: place, Policies: ps}},
	})
}

func one(b *policy.Builder, k policy.Kind) *policy.Expr {
	if k.IsFloat() {
		return b.Float(k, 1)
	}
	return b.Int(k, 1)
}

// mayBeDelay reports whether fn can be judged alone: it has a name, in itself
// or in its receiver, that says that it computes a wait; one that is only used
// as a value and cannot be reached from outside is silent.
func (s *scanner) mayBeDelay(fn *ssa.Function) bool {
	name := fn.Name()
	if p := fn.Parent(); p != nil {
		name = p.Name()
		if len(fn.FreeVars) == 0 && len(fn.Params) == 0 {
			return false
		}
	}
	if r := fn.Signature.Recv(); r != nil {
		name += " " + types.TypeString(r.Type(), func(*types.Package) string { return "" })
	}
	return delayName.MatchString(name) && fn.Synthetic == ""
}

// delayResult returns the index of the result that is a delay: the one
// Duration, or an integer where the name says milliseconds; -1 if there is none.
func delayResult(fn *ssa.Function) int {
	res := fn.Signature.Results()
	found := -1
	for i := range res.Len() {
		t := res.At(i).Type()
		if isDuration(t) || isMillis(fn, res.At(i), t) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

func isMillis(fn *ssa.Function, v *types.Var, t types.Type) bool {
	k, ok := reading.KindOf(t)
	if !ok || !k.IsInt() {
		return false
	}
	return msName.MatchString(v.Name()) || msName.MatchString(fn.Name()) || strings.Contains(strings.ToLower(fn.Name()), "backoff")
}

type delayKind uint8

const (
	notDelay delayKind = iota
	counted            // an attempt number among the parameters
	previous           // one Duration parameter, the previous delay
	stored             // no parameter: the delay lives in a field
)

// attemptParam returns the parameter that counts the attempts, or the one that
// is the previous delay.
func attemptParam(fn *ssa.Function) (*ssa.Parameter, delayKind) {
	params := fn.Params
	if fn.Signature.Recv() != nil && len(params) > 0 {
		params = params[1:]
	}
	var count, prev *ssa.Parameter
	for _, p := range params {
		k, ok := reading.KindOf(p.Type())
		switch {
		case isDuration(p.Type()):
			if prev != nil {
				prev = nil
				continue
			}
			prev = p
		case ok && (k.IsInt() || k.IsFloat()) && attemptName.MatchString(p.Name()):
			if count == nil {
				count = p
			}
		}
	}
	switch {
	case count != nil:
		return count, counted
	case len(params) == 1 && prev != nil:
		return prev, previous
	case len(params) == 0:
		return nil, stored
	}
	return nil, notDelay
}
