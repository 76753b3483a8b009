package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// Endless says why nothing ends the attempts; its zero value says nothing.
type Endless struct {
	// Is says that it is certain: whatever the failure is, the loop goes round,
	// and no count, clock, context, channel or flag is looked at on the way; or
	// that a count is looked at that cannot come to its end.
	Is bool
	// Unless is a flag that never changes, and with which the loop does end:
	// "mustConnect". It is empty where there is none.
	Unless string
	// Counter is a condition that looks like a limit and never comes true.
	Counter Counter
}

// A Counter is a limit that is never reached.
type Counter struct {
	Range // the comparison
	Name  string
	How   CounterHow
}

// CounterHow says why a counter does not reach its limit.
type CounterHow uint8

// The values of CounterHow. NoCounter is that there is no such comparison.
const (
	NoCounter CounterHow = iota
	NeverMoves
	WrongWay
	SetInLoop
)

// endless finds out whether nothing ends the attempts.
func (sc *scope) endless(l *loop, a *attempt) Endless {
	if a.Remote == Local || a.path.failed.inner || a.flip || forever(l.fn) {
		return Endless{}
	}
	e := &exitJudge{sc: sc, l: l, a: a}
	counter := e.deadLimit()
	for i, t := range e.trails() {
		switch {
		case t.tainted, t.blocking, sc.mayEndProgram(t):
			return Endless{}
		case !t.round && (i == 0 || counter.How == NoCounter):
			return Endless{} // some failure is not retried
		}
		for x := range t.exits {
			switch {
			case e.dead(t, x):
			case i == 0 && e.succeeds(x):
			case counter.How != NoCounter && e.byOutcome(x):
				// Have: if !errors.Is(err, errConflict) { return err }; if left <= 0 { return err }
			default:
				return Endless{}
			}
		}
	}
	return Endless{Is: true, Unless: e.unless, Counter: counter}
}

// trails are the ways after all that a failure may be, a plain one first.
func (e *exitJudge) trails() []*trail {
	var out []*trail
	for _, k := range []outcomeKind{failed, broken, timedOut, canceled, expired} {
		out = append(out, e.sc.way(e.l, e.a, k))
	}
	return append(out, e.sc.answers(e.l, e.a)...)
}

// forever reports whether a function says by its name that it never gives up.
func forever(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if nameHas(fn.Name(), "forever", "infinite", "indefinite", "unlimited", "endless", "eternal") {
			return true
		}
	}
	return false
}

// answers are the trails after answers that the loop takes as failures.
//
//	// Have: if err == nil { return resp, nil }, which takes none as one
func (sc *scope) answers(l *loop, a *attempt) []*trail {
	if !sc.givesStatus(a.call) {
		return nil
	}
	var out []*trail
	for _, s := range append([]int{400, 404}, known.FailedStatuses...) {
		t := sc.follow(l, a.call, outcome{kind: answered, status: s, flip: a.flip})
		if t.round || !within(t.exits, a.path.ok.exits) {
			out = append(out, t)
		}
	}
	return out
}

func within(a, b map[edge]bool) bool {
	for e := range a {
		if !b[e] {
			return false
		}
	}
	return true
}

// mayEndProgram reports whether a call on the way may end the program or the
// goroutine, or panic.
//
//	// Have: w.fail(err), with func (w *worker) fail(err error) { if w.strict { log.Fatal(err) } }
func (sc *scope) mayEndProgram(t *trail) bool {
	for in := range t.calls {
		if c, ok := in.(*ssa.Call); ok && sc.mayEnd(c, calleeDepth) {
			return true
		}
	}
	return false
}

func (sc *scope) mayEnd(c *ssa.Call, left int) bool {
	name := calleeName(c)
	if name == "" {
		name = valueName(c.Call.Value)
	}
	if nameHas(name, "fatal", "panic", "exit", "must", "die", "abort", "assert", "terminate", "shutdown", "checkerr") && !known.IsStd(calleePkg(c)) {
		return true
	}
	fn := sc.body(c)
	if fn == nil || left == 0 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Panic:
				if in.Pos().IsValid() { // not that of a select
					return true
				}
			case *ssa.Call:
				if sc.endsHere(in) || sc.mayEnd(in, left-1) {
					return true
				}
			}
		}
	}
	return false
}

// An exitJudge judges the exits of one loop.
type exitJudge struct {
	sc     *scope
	l      *loop
	a      *attempt
	unless string
}

// dead reports whether control never takes the edge on the way, because of a
// condition that keeps its value from attempt to attempt.
func (e *exitJudge) dead(t *trail, x edge) bool {
	f, ok := last(x.from).(*ssa.If)
	if !ok || x.to == nil || x.from.Succs[0] == x.from.Succs[1] {
		return false
	}
	c := e.never(t, f.Cond, x.to == x.from.Succs[0])
	return c.How != NoCounter && c.Name != "" || e.flagged(f.Cond)
}

// succeeds reports whether the loop is left as after a success.
//
//	// Have: if err == nil || errors.Is(err, errMoved) { return nil }
func (e *exitJudge) succeeds(x edge) bool {
	if e.a.path.ok.exits[x] {
		return true
	}
	if x.to == nil || !returnsError(e.l.fn.Signature) {
		return false
	}
	r, ok := last(x.to).(*ssa.Return)
	if !ok {
		return false
	}
	switch v := resultAt(r, len(r.Results)-1).(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Phi:
		for i, p := range x.to.Preds {
			if c, ok := v.Edges[i].(*ssa.Const); p == x.from && v.Block() == x.to && ok {
				return c.IsNil()
			}
		}
	}
	return false
}

// byOutcome reports whether nothing but what the failure is decides an exit.
func (e *exitJudge) byOutcome(x edge) bool {
	for _, g := range e.l.guards(x.from, e.a.call.Block()) {
		if e.sc.asked(e.l, e.a, g.Cond, map[ssa.Value]bool{}, 0) != ExitOutcome {
			return false
		}
	}
	return true
}

// flagged reports whether the condition is a flag that keeps its value while
// the loop runs, and notes its name.
//
//	// Have: if c.mustConnect { return err }
func (e *exitJudge) flagged(v ssa.Value) bool {
	name, not := "", false
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		v, not = u.X, !not
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		name = x.Name()
	case *ssa.UnOp:
		if f, ok := x.X.(*ssa.FieldAddr); ok && x.Op == token.MUL && isBool(x.Type()) && e.sc.setOnce(f) {
			name = fieldName(f)
		}
	}
	if name == "" || nameHas(name, "forever", "infinite", "unlimited", "stop", "done", "clos", "quit", "cancel", "abort", "running", "retry", "reconnect") {
		return false
	}
	e.unless = name
	return true
}

// setOnce reports whether an unexported field is set only where its object is made.
func (sc *scope) setOnce(f *ssa.FieldAddr) bool {
	v := fieldVar(f)
	if v == nil || v.Exported() {
		return false
	}
	for _, s := range sc.fieldStores(f) {
		if _, ok := strip(s.Addr.(*ssa.FieldAddr).X).(*ssa.Alloc); !ok {
			return false
		}
	}
	for _, fn := range sc.funcs {
		taken := false
		eachInstr(fn, func(in ssa.Instruction) {
			if a, ok := in.(*ssa.FieldAddr); ok && fieldVar(a) == v && escapes(a) {
				taken = true
			}
		})
		if taken {
			return false
		}
	}
	return true
}

// escapes reports whether an address is used for more than loads and stores.
func escapes(a ssa.Value) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if r.Addr != a {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// invariant reports whether a value is the same in each iteration: a constant,
// a parameter, a field that the loop does not set, or what is computed from such.
func (l *loop) invariant(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		_, isFree := v.(*ssa.FreeVar)
		return !isFree || !isPointer(v.Type())
	}
	if !l.contains(in) {
		return true
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		return l.invariant(x.X, depth+1) && l.invariant(x.Y, depth+1)
	case *ssa.Convert:
		return l.invariant(x.X, depth+1)
	case *ssa.ChangeType:
		return l.invariant(x.X, depth+1)
	case *ssa.UnOp:
		return x.Op == token.SUB && l.invariant(x.X, depth+1)
	}
	return false
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
