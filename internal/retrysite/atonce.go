package retrysite

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// laps is what a walk that follows several attempts in a row knows of the ways
// from one to the next.
type laps struct {
	isWait map[ssa.Instruction]bool
	next   []*env // what is known where the next attempt is come to
	slow   bool   // something on some way to it may have waited
}

// maxNext bounds the ways to the next attempt that are told apart.
const maxNext = 8

// atOnce returns how many further attempts certainly follow a failure with no
// wait between them, up to MaxAtOnce.
//
//	// Have: for i := 0; i < 5; i++ { if err = get(url); err == nil { return nil } }
func (sc *scope) atOnce(l *loop, a *attempt) int {
	sig := a.call.Common().Signature()
	if a.flip || a.path.failed.inner || !returnsError(sig) && !sc.givesStatus(a.call) && !storesError(a.call) && !givesAnswers(a.call) {
		return 0
	}
	same := *l
	same.chains = true
	if sc.pauses(a.call, calleeDepth) || takesNext(a.call) || same.operandsVary(a.call, true, map[ssa.Value]bool{}) || races(l.fn, a.call) || sc.conflicts(l) || l.walksList() {
		return 0
	}
	outs := []outcome{{kind: nameless}}
	if sc.givesStatus(a.call) {
		for _, s := range []int{500, 503, 429} {
			outs = append(outs, outcome{kind: answered, status: s})
		}
	}
	most := 0
	for _, o := range outs {
		most = max(most, sc.lapsOf(l, a, o))
	}
	return most
}

// walksList reports whether each round of the loop takes another element of a
// list, whatever it does with it.
//
//	// Have: for i := range probes { s, err := socket(); if err != nil { continue }; bind(s, probes[i].addr) }
func (l *loop) walksList() bool {
	for b := range l.blocks {
		for _, in := range b.Instrs {
			if l.takesElement(in) {
				return true
			}
		}
	}
	return false
}

// lapsOf is atOnce for failures of one kind.
func (sc *scope) lapsOf(l *loop, a *attempt, o outcome) int {
	w := &walk{sc: sc, l: l, att: a.call, out: o, ids: numbering{map[ssa.Value]uint64{}}, laps: &laps{isWait: a.isWait}}
	envs := []*env{w.entry()}
	for n := range MaxAtOnce {
		w.t, w.fuel, w.branches, w.ends = newTrail(), walkFuel, nil, nil
		w.laps.next, w.laps.slow = nil, false
		for _, e := range envs {
			w.assume(e)
			w.run(&state{b: a.call.Block(), i: 1 + indexOf(a.call), env: e}, true, 0)
		}
		w.decide()
		if envs = w.laps.next; w.t.tainted || w.t.blocking || w.t.inner || w.laps.slow || len(envs) == 0 {
			return n
		}
	}
	return MaxAtOnce
}

func indexOf(in ssa.Instruction) int {
	for i, x := range in.Block().Instrs {
		if x == in {
			return i
		}
	}
	return 0
}

// entry is what is known at the first attempt: with what the loop begins.
func (w *walk) entry() *env {
	e := newEnv()
	for _, in := range w.l.header.Instrs {
		p, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		var first abs
		n := 0
		for i, pred := range w.l.header.Preds {
			if !w.l.blocks[pred] {
				first, n = w.eval(p.Edges[i], e, 0), n+1
			}
		}
		if n == 1 {
			e.set(&w.ids, key{p, self}, first)
		}
	}
	return e
}

// arrive notes what is known where the next attempt is come to.
func (w *walk) arrive(st *state) {
	if w.laps == nil {
		return
	}
	w.laps.slow = w.laps.slow || st.slow
	for _, e := range w.laps.next {
		if e.sig == st.env.sig {
			return
		}
	}
	if len(w.laps.next) == maxNext {
		w.t.tainted = true
		return
	}
	w.laps.next = append(w.laps.next, st.env)
}

// slows reports whether in may wait.
func (w *walk) slows(in ssa.Instruction, st *state) bool {
	if w.laps == nil {
		return false
	}
	switch x := in.(type) {
	case *ssa.Call:
		if x.Call.StaticCallee() == w.l.fn {
			return false // the next attempt itself
		}
		if _, ok := w.answerErr(x, callArgs(x), st.env); ok {
			return false
		}
		return w.laps.isWait[in] || w.sc.pauses(x, calleeDepth) || w.sc.remedies(x)
	case *ssa.Select:
		return x.Blocking
	case *ssa.UnOp:
		return x.Op == token.ARROW && w.eval(x.X, st.env, 0).kind != aStream
	}
	return false
}

// passOn adds what a function passes to itself to what is known in its call.
func (w *walk) passOn(st *state, e *env) *env {
	if w.laps == nil {
		return e
	}
	for _, in := range st.b.Instrs {
		c, ok := in.(*ssa.Call)
		if !ok || c.Call.StaticCallee() != w.l.fn {
			continue
		}
		for i, p := range w.l.fn.Params {
			if i < len(c.Call.Args) {
				e.set(&w.ids, key{p, self}, w.eval(c.Call.Args[i], st.env, 0))
			}
		}
	}
	return e
}

// widen forgets a number that an inner loop counts.
func (w *walk) widen(from, to *ssa.BasicBlock, a abs) abs {
	if w.laps != nil && a.kind == aNum && to != w.l.header && to.Dominates(from) {
		return abs{}
	}
	return a
}

// sum computes with numbers where several attempts are followed.
func (w *walk) sum(op token.Token, x, y abs) (abs, bool) {
	if w.laps == nil || x.kind != aNum || y.kind != aNum {
		return abs{}, false
	}
	switch op {
	case token.ADD:
		return abs{kind: aNum, n: x.n + y.n}, true
	case token.SUB:
		return abs{kind: aNum, n: x.n - y.n}, true
	}
	return abs{}, false
}

// remedies reports whether a call on the way may do something about the failure:
// it leaves the process, or hands the operation another object.
//
//	// Have: if err != nil { client.refresh(ctx) }
func (sc *scope) remedies(c *ssa.Call) bool {
	sig := c.Call.Signature()
	name := calleeName(c)
	if sc.body(c) == nil && tells(name) {
		return false
	}
	if name == "" {
		_, builtin := c.Call.Value.(*ssa.Builtin)
		return !builtin && sc.body(c) == nil && !tells(valueName(c.Call.Value))
	}
	if makes(c) || nameHas(name, "close", "cancel", "release", "rollback", "discard", "string", "error") {
		return false
	}
	if nameHas(name, "connect", "refresh", "renew", "auth", "login", "reset", "switch", "next", "rotate", "failover", "invalidate", "evict", "resolve", "swap", "handle", "recover") {
		return true
	}
	return sc.callRemote(c, bodyDepth) >= Possibly && (returnsError(sig) || takesContext(sig))
}

// makes reports whether a call by its name makes something anew, and does not
// pick one of several: kv.Txn(ctx).If(cmp).Then(op), c.newRequest(body).
func makes(c *ssa.Call) bool {
	name := calleeName(c)
	for _, w := range []string{"New", "new", "With", "with", "Build", "build", "Make", "make", "Create", "create", "Prepare", "prepare", "Marshal", "marshal",
		"Encode", "encode", "Clone", "Copy", "Txn", "If", "Then", "Else", "R", "Request", "Query", "Set", "Context", "Header", "Body"} {
		if name == w || len(w) > 2 && strings.HasPrefix(name, w) {
			return !nameHas(name, "conn", "client", "dial", "session", "stream")
		}
	}
	return false
}

// takesNext reports whether a call takes the next thing from a stream of the
// standard library: the failure is of that one.
func takesNext(c ssa.CallInstruction) bool {
	name := calleeName(c)
	return known.IsStd(calleePkg(c)) && (strings.HasPrefix(name, "Read") || strings.HasPrefix(name, "Accept") || strings.HasPrefix(name, "Write") || name == "Decode" || name == "Scan")
}
