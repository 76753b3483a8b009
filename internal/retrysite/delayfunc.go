package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

var (
	delayName    = regexp.MustCompile(`(?i)(back_?off|delay|retry|wait|sleep|interval|pause|jitter|next|duration|exponential)`)
	attemptName  = regexp.MustCompile(`(?i)^(n|i|k|x|try|tries|attempts?|attempt_?(num|number|no|count|idx|index)|num_?(attempts?|retries)|retry|retries|retry_?(count|num|number|attempts?|times)|retried|counts?|failures?|failed|num_?failures|fail_?count|iteration|iter|round|times|step|exp|requeues?|num_?requeues|errors?|consecutive.*)$`)
	prevName     = regexp.MustCompile(`(?i)^(d|delay|prev.*|last.*|cur.*|back_?off|wait|sleep|interval|duration)$`)
	attemptField = regexp.MustCompile(`(?i)(attempt|retr(y|ies)|tries|failures)`)
	intDelay     = regexp.MustCompile(`(?i)(back_?off|delay|sleep_?time|wait_?time|(ms|millis|milliseconds|secs|seconds)$)`)
	secName      = regexp.MustCompile(`(?i)(sec|secs|seconds)$`)
	msName       = regexp.MustCompile(`(?i)(ms|millis|milliseconds)$`)
)

// delayFunc adds fn if it computes a wait and no site of the package uses it.
//
//	// Have: func backoff(attempt int) time.Duration { return base << attempt }
//	// Have: func (b *Backoff) Next() time.Duration { b.cur *= 2; return b.cur }
//	// Have: func next(d time.Duration) time.Duration { return min(2*d, max) }
func (s *scanner) delayFunc(fn *ssa.Function) {
	if s.followed[fn] {
		return
	}
	if !s.mayBeDelay(fn) {
		s.tinyAnswer(fn)
		return
	}
	i := delayResult(fn)
	if i < 0 {
		return
	}
	count, prev := attemptParams(fn)
	if count == nil && prev == nil && onlyParses(fn) {
		return
	}
	if count == nil && prev == nil && !s.pkg.StoresField(fn) && !countsElsewhere(fn) {
		return
	}
	r, ps := s.readAlone(fn, i, count, prev, nil)
	if len(ps) == 0 || count == nil && prev == nil && !s.pkg.Taken(fn) && allServer(ps) {
		return // Have: func retryAfter(resp *http.Response) time.Duration, for others to use
	}
	place, computed := s.resultPlace(fn)
	if !reading.InTest(fn) {
		for f := range r.Followed() {
			s.followed[f] = true
		}
	}
	wait := Wait{Range: place, Computed: computed, Policies: ps, Tiny: s.tinyReturn(fn), Result: true, Counted: count != nil}
	if xs := s.resultExprs(fn, i); len(xs) > 0 {
		wait.Delay, wait.Others = xs[0], xs[1:]
	}
	s.alone = append(s.alone, fn)
	s.madeSites(fn, i, count, prev, ps)
	s.sites = append(s.sites, &Site{
		Kind: DelayFunc, Func: fn.String(), Header: place,
		Attempt: Attempt{Range: place, Remote: Possibly},
		Waits:   []Wait{wait},
		Unused:  s.pkg.Unused(fn),
		Limited: s.limitedBeside(fn),
	})
}

// readAlone reads the delay that fn returns as its i'th result, split into its
// alternatives; call is where fn, a closure, is made, nil for anywhere.
func (s *scanner) readAlone(fn *ssa.Function, i int, count, prev *ssa.Parameter, call ssa.CallInstruction) (*reading.Reader, []*policy.Policy) {
	read := func(r *reading.Reader) *policy.Expr {
		if call != nil && !r.Bind(call) {
			return nil
		}
		return readDelay(r, fn, i, count, prev)
	}
	r := reading.New(s.pkg, &reading.Cycle{Fn: fn})
	if count == nil {
		r.Counts = attemptField
	}
	d := read(r)
	if d == nil {
		return r, nil
	}
	if again, more := r.Again(r.Roles(d)); more {
		r = again
		d = read(r)
	}
	return r, s.alternatives(r, d, nil, nil)
}

// resultPlace returns the place of fn's result, and where another function of
// the package computes it, if fn only passes it on.
func (s *scanner) resultPlace(fn *ssa.Function) (place, computed Range) {
	computed = s.returned(fn, 0)
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 || !ret.Pos().IsValid() {
			continue
		}
		at := Range{ret.Pos(), ret.Pos() + token.Pos(len("return"))}
		if at == computed {
			return at, Range{}
		}
		if _, constant := ret.Results[0].(*ssa.Const); !constant || !place.IsValid() {
			place = at
		}
	}
	if !place.IsValid() {
		place = Range{fn.Pos(), fn.Pos() + 1}
	}
	return place, computed
}

func allServer(ps []*policy.Policy) bool {
	for _, p := range ps {
		if p.Server() {
			continue
		}
		// Have: int(float64(p.Period) * math.Pow(2, float64(c.Attempts)))
		if growth, _ := p.Growth(); p.Draws() || len(p.States) > 0 || growth == policy.Exponential || growth == policy.Polynomial || growth == policy.Linear {
			return false
		}
	}
	return true
}

// dropFollowed leaves out the delay functions that another one uses.
func (s *scanner) dropFollowed() {
	names := map[string]bool{}
	for _, fn := range s.alone {
		if s.followed[fn] {
			names[fn.String()] = true
		}
	}
	s.sites = slices.DeleteFunc(s.sites, func(site *Site) bool { return site.Kind == DelayFunc && names[site.Func] })
}

// onlyParses reports whether fn is given texts and times alone: it reads a
// header for others to use.
//
//	// Have: func parseRetryAfter(value string, now time.Time) (time.Duration, bool)
func onlyParses(fn *ssa.Function) bool {
	params := fn.Params
	if fn.Signature.Recv() != nil && len(params) > 0 {
		params = params[1:]
	}
	for _, p := range params {
		if b, ok := p.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			continue
		}
		if isNamed(p.Type(), "time", "Time") || isNamed(p.Type(), "net/http", "Header") {
			continue
		}
		if _, ok := p.Type().Underlying().(*types.Slice); ok {
			continue
		}
		return false
	}
	return len(params) > 0
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
		name = p.Name() + " " + usedAs(fn)
		if len(fn.FreeVars) == 0 && len(fn.Params) == 0 {
			return false
		}
	}
	if r := fn.Signature.Recv(); r != nil {
		name += " " + types.TypeString(r.Type(), func(*types.Package) string { return "" })
	}
	if fn.Signature.Recv() != nil && !ast.IsExported(fn.Name()) && !s.pkg.Called(fn) && !s.pkg.Taken(fn) {
		return false // Have: a method that only an interface of the package reaches
	}
	return delayName.MatchString(name) && fn.Synthetic == ""
}

// tinyAnswer adds fn, which no name makes a delay function, for nothing but a
// return of some nanoseconds.
func (s *scanner) tinyAnswer(fn *ssa.Function) {
	if fn.Synthetic != "" || !answersFailure(fn) {
		return
	}
	if at := s.tinyReturn(fn); at.IsValid() {
		s.sites = append(s.sites, &Site{
			Kind: DelayFunc, Func: fn.String(), Header: at,
			Attempt: Attempt{Range: at, Remote: Possibly}, Waits: []Wait{{Range: at, Tiny: at}}, Unused: s.pkg.Unused(fn),
		})
	}
}

// answersFailure reports whether fn has the form of a delay function whatever
// its name: from the attempt number and the response it computes a Duration.
//
//	// Have: func attentive(n int, resp *http.Response) time.Duration
func answersFailure(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	if count, _ := attemptParams(fn); count == nil || res.Len() != 1 || !isDuration(res.At(0).Type()) {
		return false
	}
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		ptr, ok := p.Type().(*types.Pointer)
		return ok && isNamed(ptr.Elem(), "net/http", "Response")
	})
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
	return msName.MatchString(v.Name()) || intDelay.MatchString(fn.Name())
}

// readDelay reads the i'th result of fn as a delay: with count as the attempt
// number, prev as the delay before.
func readDelay(r *reading.Reader, fn *ssa.Function, i int, count, prev *ssa.Parameter) *policy.Expr {
	var n, d, first *policy.Expr
	if count != nil {
		k, _ := reading.KindOf(count.Type())
		n = r.State("n", k)
		r.B.Bind(n, one(r.B, k), r.B.Op(policy.OpAdd, k, n, one(r.B, k)))
		r.SetParam(count, n)
	}
	if prev != nil {
		d = r.State(prev.Name(), policy.Int64)
		first = r.B.Unknown(prev.Name(), policy.Int64, policy.RoleDuration)
		r.B.Bind(d, first, d)
		r.SetParam(prev, d)
	}
	e := r.Returned(i)
	if t := fn.Signature.Results().At(i).Type(); !isDuration(t) {
		unit := int64(1e6)
		if secName.MatchString(fn.Name()) {
			unit = 1e9
		}
		e = r.B.Op(policy.OpMul, policy.Int64, r.B.Op(policy.OpConv, policy.Int64, e), r.B.Duration(unit))
	}
	if prev != nil {
		r.B.Bind(d, first, e)
	}
	return e
}

// attemptParams returns the parameter that counts the attempts, and the one
// that is the previous delay: the only Duration, named so if there are others.
func attemptParams(fn *ssa.Function) (count, prev *ssa.Parameter) {
	params := fn.Params
	if fn.Signature.Recv() != nil && len(params) > 0 {
		params = params[1:]
	}
	durations := 0
	for _, p := range params {
		k, ok := reading.KindOf(p.Type())
		switch {
		case isDuration(p.Type()):
			if durations++; durations == 1 {
				prev = p
			}
		case ok && (k.IsInt() || k.IsFloat()) && attemptName.MatchString(p.Name()):
			if count == nil {
				count = p
			}
		}
	}
	if durations > 1 || len(params) > 1 && prev != nil && !prevName.MatchString(prev.Name()) {
		prev = nil
	}
	return count, prev
}

// countsElsewhere reports whether fn reads an attempt number from a parameter.
//
//	// Have: func (p *policy) Delay(q Query) time.Duration { return p.base << q.Attempts() }
//	// Have: func (p *policy) Delay(c *Context) time.Duration { return p.base << c.Attempt }
func countsElsewhere(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.FieldAddr:
				if st, ok := reading.Deref(in.X.Type()).Underlying().(*types.Struct); ok && attemptField.MatchString(st.Field(in.Field).Name()) {
					return true
				}
			case *ssa.Call:
				if f := calleeFunc(in); f != nil && attemptField.MatchString(f.Name()) {
					return true
				}
			}
		}
	}
	return false
}
