package retrysite

import (
	"golang.org/x/tools/go/ssa"
)

// A carry is something that a walk follows from one attempt to the next: what
// the attempt opened, or what it used up. Paths on which an instruction lets go
// of it do not carry it.
type carry struct {
	frees func(in ssa.Instruction) bool // whether in lets go of it
	// again reports whether a return leads to the next attempt; nil: it does not.
	again func(w *walk, ret *ssa.Return, e *env) bool
	met   bool // a path comes to the next attempt with it
}

// carried is the part of the attempt's value under which an env knows that the
// path carries it.
const carried = -3

// take notes that the path carries it from here on.
func (w *walk) take(e *env) {
	if w.carry != nil {
		e.set(&w.ids, key{w.att.Value(), carried}, abs{kind: aSet})
	}
}

// drop notes that in may let go of it.
func (w *walk) drop(in ssa.Instruction, e *env) {
	if w.carry != nil && w.carries(e) && w.carry.frees(in) {
		e.set(&w.ids, key{w.att.Value(), carried}, abs{})
	}
}

func (w *walk) carries(e *env) bool { return e.m[key{w.att.Value(), carried}].kind == aSet }

// met notes that the path has come to the attempt again.
func (w *walk) met(e *env) {
	if w.carry != nil && w.carries(e) {
		w.carry.met = true
	}
}

// returned notes that the path ends in a return: where the loop is a function
// that somebody calls again and again, that may lead to the next attempt.
func (w *walk) returned(st *state) {
	ret, ok := last(st.b).(*ssa.Return)
	if ok && w.carry != nil && w.carry.again != nil && w.carries(st.env) && w.carry.again(w, ret, st.env) {
		w.carry.met = true
	}
}

// handOver returns what is known where a function has called itself: nothing of
// its variables, but what the attempt left is still there.
func (w *walk) handOver(e *env) *env {
	n := newEnv()
	if w.carry != nil && w.carries(e) {
		w.take(n)
	}
	return n
}

// carryFuel bounds the steps that the walks of one package take to follow what
// attempts leave behind.
const carryFuel = 300_000

// reachesNext reports whether, after the outcome, some path leads from the
// attempt to the next one with what c follows.
func (sc *scope) reachesNext(l *loop, att ssa.CallInstruction, o outcome, c *carry) bool {
	if att.Value() == nil || sc.carrySpent >= carryFuel {
		return false
	}
	// The walks that find sites have a budget of their own.
	spent, limit := sc.spent, sc.limit
	sc.spent, sc.limit = sc.carrySpent, carryFuel
	c.met = false
	sc.followWith(l, att, o, c)
	sc.carrySpent = sc.spent
	sc.spent, sc.limit = spent, limit
	return c.met
}
