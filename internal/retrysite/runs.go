package retrysite

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

// Runs is what a function does with one of its parameters: it calls it, and
// again where it failed. A company's own retry.Do is one.
//
//	// Have: func Do(ctx context.Context, n int, f func() error) error { for … { if err = f(); err == nil { … } } }
type Runs struct {
	// Param is the index of the parameter, the receiver counted.
	Param int
	// Deaf says that it attempts again where the failure is the end of a context,
	// and that nothing in it looks at one.
	Deaf bool
	// Context says that it hands a context to what it attempts.
	Context bool

	// Policies are the alternatives of what it waits for between two attempts,
	// where they speak of its parameters, and Names what those are called.
	Policies []*policy.Kept
	Names    []string

	again string    // of a library: what leads to another attempt, as [known.Library] says
	held  ssa.Value // of a library: the operation, where that is no argument of its own
}

// String returns "attempts ?p1 again, deaf, waits ?base * pow(2, n-1)".
func (r *Runs) String() string {
	s := fmt.Sprintf("attempts ?p%d again", r.Param)
	if r.Deaf {
		s += ", deaf"
	}
	if r.Context {
		s += ", under its context"
	}
	for _, k := range r.Policies {
		s += ", waits " + k.Named(r.Names).Text()
	}
	return s
}

// noteRun notes that fn attempts one of its parameters again in the loop l,
// whatever plain failure of a remote operation comes back.
func (s *scanner) noteRun(fn *ssa.Function, l *loop, at *attempt, waits []Wait) {
	i := s.handed(fn, at.call)
	if i < 0 || s.ran[fn] != nil || boolResult(at.call) || l.operandsVary(at.call, true, map[ssa.Value]bool{}) {
		return // Have: for id := next(); id != ""; id = next() { if err = f(id); err == nil { … } }
	}
	if len(waits) == 0 && (at.path.kind == skips || numbered(at.call)) {
		return // Have: for i := 0; i < n; i++ { if err := f(i); err != nil { errs = append(errs, err); continue }; … }
	}
	goes := func(k outcomeKind) bool {
		t := s.sc.follow(l, at.call, outcome{kind: k, foreign: true, flip: at.flip})
		return t.round && !t.tainted
	}
	if !goes(broken) && !goes(timedOut) {
		return
	}
	r := &Runs{Param: i, Context: givenContext(at.call)}
	r.Deaf = s.deaf(fn, l, at)
	s.ran[fn] = r
	if s.telling && len(waits) == 1 {
		r.keep(fn, waits[0].Policies)
	}
}

// numbered reports whether the call is given something beside a context: by it
// each round may be about another thing.
func numbered(c ssa.CallInstruction) bool {
	for _, a := range c.Common().Args {
		if !isContext(a.Type()) {
			return true
		}
	}
	return false
}

// maxKept bounds the alternatives of a policy that are told.
const maxKept = 3

// keep notes the policies of fn that speak of its parameters.
func (r *Runs) keep(fn *ssa.Function, ps []*policy.Policy) {
	says := false
	var kept []*policy.Kept
	for _, p := range ps {
		if !p.Known() {
			return
		}
		k := policy.Keep(p)
		if k == nil || len(kept) == maxKept {
			return
		}
		kept = append(kept, k)
		says = says || k.Params()
	}
	if !says {
		return
	}
	r.Policies = kept
	for _, p := range fn.Params {
		r.Names = append(r.Names, p.Name())
	}
}

// deaf reports whether the end of a context, returned by what the loop
// attempts, is followed by another attempt.
func (s *scanner) deaf(fn *ssa.Function, l *loop, at *attempt) bool {
	var ways []*trail
	for _, k := range []outcomeKind{canceled, expired} {
		t := s.sc.follow(l, at.call, outcome{kind: k, foreign: true, flip: at.flip})
		if !t.round {
			return false
		}
		ways = append(ways, t)
	}
	return s.sc.observed(l, at, ways...) == NotObserved && !s.sc.observes(fn, bodyDepth)
}

// boolResult reports whether what is attempted says by a condition whether it
// failed: what an error leads to is then not its caller's choice.
func boolResult(c ssa.CallInstruction) bool {
	sig := c.Common().Signature()
	return boolResults(sig) || !returnsError(sig)
}

func boolResults(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if isBool(v.Type()) {
			return true
		}
	}
	return false
}

// handed returns the index of the parameter of fn that the call c calls, or
// hands to a function of the package that does; -1 if it is none.
//
//	// Have: err = f(ctx)
//	// Have: err = safely(f)
func (s *scanner) handed(fn *ssa.Function, c ssa.CallInstruction) int {
	for i := range fn.Params {
		if s.passesOn(c, func(v ssa.Value) bool { return paramOf(fn, v) == i }, maxWrapped) {
			return i
		}
	}
	if s.sc.body(c) != nil {
		for _, a := range callArgs(c) {
			if i := s.wrapped(fn, a, "error"); i >= 0 {
				return i
			}
		}
	}
	return -1
}

// passesOn reports whether c calls the function value that is meant, or hands
// it to a function of the package that does and returns its failure.
func (s *scanner) passesOn(c ssa.CallInstruction, is func(ssa.Value) bool, depth int) bool {
	if c.Common().IsInvoke() {
		return false
	}
	if is(c.Common().Value) {
		return true
	}
	fn := s.sc.body(c)
	for i, a := range callArgs(c) {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok || fn == nil || depth == 0 || i >= len(fn.Params) || !is(a) {
			continue
		}
		return s.forwards(fn, func(v ssa.Value) bool { return paramOf(fn, v) == i }, "error", depth-1)
	}
	return false
}

// wrapped returns the index of the parameter of fn whose failure the closure v,
// written in fn, returns as what is attempted again; -1 if there is none.
//
//	// Have: func() error { return f(ctx) }
func (s *scanner) wrapped(fn *ssa.Function, v ssa.Value, again string) int {
	mc, ok := strip(v).(*ssa.MakeClosure)
	if !ok {
		return -1
	}
	op := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		j := paramOf(fn, b)
		if a, ok := b.(*ssa.Alloc); ok && j < 0 {
			if st := soleStore(a); st != nil {
				j = paramOf(fn, st.Val)
			}
		}
		if j < 0 || i >= len(op.FreeVars) {
			continue
		}
		fv := op.FreeVars[i]
		if s.forwards(op, func(v ssa.Value) bool {
			u, ok := strip(v).(*ssa.UnOp)
			return strip(v) == ssa.Value(fv) || ok && u.X == ssa.Value(fv)
		}, again, maxWrapped) {
			return j
		}
	}
	return -1
}

// forwards reports whether fn calls, outside a loop, the function value that is
// meant, itself or through another function, and returns its failure as again says.
func (s *scanner) forwards(fn *ssa.Function, is func(ssa.Value) bool, again string, depth int) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && s.passesOn(c, is, depth) {
				return !boolResult(c) && s.pkg.Loops(fn).Innermost(b) == nil && s.sc.comesBack(fn, c, broken, again)
			}
		}
	}
	return false
}

// paramOf returns the index of the parameter of fn that v is, -1 if it is none.
func paramOf(fn *ssa.Function, v ssa.Value) int {
	v = strip(v)
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		if a, ok := u.X.(*ssa.Alloc); ok {
			if st := soleStore(a); st != nil {
				v = strip(st.Val)
			}
		}
	}
	for i, p := range fn.Params {
		if v == ssa.Value(p) {
			return i
		}
	}
	return -1
}

// returnsFailure reports whether fn returns the failure of the call c in it on
// every path: as it came, or wrapped.
func (sc *scope) returnsFailure(fn *ssa.Function, c *ssa.Call, o outcome) bool {
	r := sc.resultsAfter(fn, c, o)
	return len(r) > 0 && r[len(r)-1].kind == aFailure
}

// comesBack reports whether fn returns, where the call c in it has failed,
// what leads to another attempt: again is that of [known.Library].
func (sc *scope) comesBack(fn *ssa.Function, c *ssa.Call, k outcomeKind, again string) bool {
	o := outcome{kind: k, foreign: true}
	switch again {
	case "error":
		return sc.returnsFailure(fn, c, o)
	case "false":
		r := sc.resultsAfter(fn, c, o)
		return len(r) == 2 && r[0] == truth(false) && r[1].kind == aNil
	case "true":
		r := sc.resultsAfter(fn, c, o)
		return len(r) == 2 && r[0] != truth(false) && r[1].kind == aFailure
	}
	o.mark = again
	r := sc.resultsAfter(fn, c, o)
	return len(r) > 0 && r[len(r)-1].kind == aMarked
}

// resultsAfter is what is known of the results of fn after the call c in it had
// that outcome; nil: nothing, or the end of a context is looked at.
func (sc *scope) resultsAfter(fn *ssa.Function, c *ssa.Call, o outcome) []abs {
	w := &walk{sc: sc, l: wholeOf(fn), att: c, out: o, fuel: walkFuel, ids: numbering{map[ssa.Value]uint64{}}, t: newTrail()}
	sc.limit = max(sc.limit, min(sc.spent+loopFuel, packageFuel))
	e := newEnv()
	w.assume(e)
	for i, in := range c.Block().Instrs {
		if in == ssa.Instruction(c) {
			r := w.run(&state{b: c.Block(), i: i + 1, env: e}, false, 0)
			if !w.t.tainted && !w.t.observed && !w.t.asked {
				return r
			}
		}
	}
	return nil
}

// wholeOf returns the whole of a function as the round of a loop outside it.
func wholeOf(fn *ssa.Function) *loop {
	l := &loop{fn: fn, header: fn.Blocks[0], blocks: map[*ssa.BasicBlock]bool{}}
	for _, b := range fn.Blocks {
		l.blocks[b] = true
	}
	return l
}

// maxWrapped bounds how many functions stand around the one that attempts.
const maxWrapped = 3

// runsAt returns what the function that c calls does with a parameter, nil if
// it attempts none again, or that is not known.
func (s *scanner) runsAt(c ssa.CallInstruction, depth int) *Runs {
	if r, ok := s.libraryRuns(c); ok {
		return r
	}
	fn := c.Common().StaticCallee()
	if fn == nil || c.Common().IsInvoke() {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if len(fn.Blocks) > 0 {
		return s.runsOf(fn, depth)
	}
	if h := s.told.of(calleeFunc(c)); h != nil {
		return h.Runs
	}
	return nil
}

// operand is what r attempts again of what the call c is given, nil: nothing.
func (r *Runs) operand(c ssa.CallInstruction) ssa.Value {
	switch {
	case r == nil:
		return nil
	case r.held != nil:
		return r.held
	case r.Param < 0 || r.Param >= len(callArgs(c)):
		return nil
	}
	return callArgs(c)[r.Param]
}

// runsOf returns what fn, a function of the package, does with a parameter: by
// itself, or through another function that it hands it to.
//
//	// Have: func Do(f func() error) error { return DoContext(context.Background(), f) }
func (s *scanner) runsOf(fn *ssa.Function, depth int) *Runs {
	if r, ok := s.ran[fn]; ok {
		return r
	}
	if depth == 0 || !takesFunc(fn) || reading.InTest(fn) {
		return nil
	}
	s.ran[fn] = nil // recursion adds nothing
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			to := s.runsAt(c, depth-1)
			a := to.operand(c)
			if a == nil {
				continue
			}
			again, i := to.again, -1
			if again == "" {
				again = "error"
			}
			if i = paramOf(fn, a); i < 0 || again != "error" {
				i = s.wrapped(fn, a, again)
			}
			if i >= 0 {
				sig, _ := fn.Params[i].Type().Underlying().(*types.Signature)
				r := &Runs{Param: i, Context: sig != nil && takesContext(sig), Deaf: to.Deaf && !s.sc.observes(fn, bodyDepth)}
				s.ran[fn] = r
				return r
			}
		}
	}
	return nil
}

// takesFunc reports whether a parameter of fn is a function that returns an error.
func takesFunc(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if sig, ok := p.Type().Underlying().(*types.Signature); ok && returnsError(sig) {
			return true
		}
	}
	return false
}
