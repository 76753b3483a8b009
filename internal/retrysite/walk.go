package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A walk follows the code from an attempt with an assumed outcome to the next
// attempt or out of the loop, deciding the branches that the outcome decides.
type walk struct {
	sc   *scope
	l    *loop
	att  ssa.CallInstruction
	out  outcome
	fuel int
	ids  numbering
	t    *trail

	branches []*ssa.If                // top-level branches not seen into
	ends     map[edge]map[uint32]bool // where paths end, by the sides they took
	unsure   bool                     // a callee branched in a way not seen into
	sup      supposed
	carry    *carry // what is followed from the attempt to the next one, nil: nothing
	via      *via   // the way to the call that sends, where its answer is followed from there; nil: the attempt gives it
	laps     *laps  // how the next attempts are come to, where several are followed; nil: one is
}

// walkFuel bounds the blocks that one walk visits, its callees' included.
const walkFuel = 3000

// loopFuel and packageFuel bound the steps that the walks of one loop, and of
// all loops of a package, take together: blocks, and what was known at each
// branch. The second is a few seconds of work, far more than real packages
// take. Loops that come after it is used up are no sites.
const (
	loopFuel    = 250_000
	packageFuel = 1_500_000
)

// follow walks from the attempt under the outcome.
func (sc *scope) follow(l *loop, att ssa.CallInstruction, o outcome) *trail {
	return sc.followWith(l, att, o, nil)
}

// followWith is follow with something that is carried along.
func (sc *scope) followWith(l *loop, att ssa.CallInstruction, o outcome, c *carry) *trail {
	w := &walk{sc: sc, l: l, att: att, out: o, fuel: walkFuel, ids: numbering{map[ssa.Value]uint64{}}, carry: c, t: newTrail()}
	e := newEnv()
	w.take(e)
	w.supposeEntry(e)
	w.assume(e)
	for i, in := range att.Block().Instrs {
		if in == ssa.Instruction(att) {
			w.run(&state{b: att.Block(), i: i + 1, env: e}, true, 0)
		}
	}
	w.decide()
	return w.t
}

// assume notes the results of the attempt, and what its closures leave behind.
func (w *walk) assume(e *env) {
	v := w.att.Value()
	if v == nil || w.assumeVia(e) {
		return
	}
	if tup, ok := v.Type().(*types.Tuple); ok {
		for i := range tup.Len() {
			e.set(&w.ids, key{v, i}, w.result(i, tup.At(i).Type()))
		}
	} else {
		e.set(&w.ids, key{v, 0}, w.result(0, v.Type()))
	}
	// Have: err = breaker.Do(func() error { resp, err = client.Do(req); return err })
	for _, a := range append(callArgs(w.att), w.att.Common().Value) {
		mc, ok := strip(a).(*ssa.MakeClosure)
		if !ok {
			continue
		}
		fn := mc.Fn.(*ssa.Function)
		for i, b := range mc.Bindings {
			p, ok := b.Type().Underlying().(*types.Pointer)
			if ok && i < len(fn.FreeVars) && stores(fn, fn.FreeVars[i]) {
				e.set(&w.ids, cellKey(b), w.out.result(p.Elem()))
			}
		}
	}
}

// result is what the attempt returns in its i-th place.
func (w *walk) result(i int, t types.Type) abs {
	fn := w.sc.body(w.att)
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Int && fn != nil && statusResult(fn) == i {
		switch w.out.kind {
		case answered:
			return abs{kind: aNum, n: int64(w.out.status)}
		case succeeded:
			return abs{kind: aNum, n: 200}
		}
	}
	return w.out.result(t)
}

// A state is a place on a path and what is known there.
type state struct {
	b    *ssa.BasicBlock
	i    int
	env  *env
	tags uint32 // the sides taken of the branches that are not seen into
	next bool   // the header was passed: the next iteration
	slow bool   // of laps: something on the path may have waited
}

type visit struct {
	b          *ssa.BasicBlock
	sig        uint64
	tags       uint32
	next, slow bool
}

// run explores all paths from a state and returns the joined results of the
// function where they return.
func (w *walk) run(st *state, top bool, depth int) []abs {
	seen := map[visit]bool{}
	todo := []*state{st}
	var results []abs
	returned := false
	for len(todo) > 0 {
		st := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if st.i == 0 {
			v := visit{st.b, st.env.sig, st.tags, st.next, st.slow}
			if seen[v] {
				continue
			}
			seen[v] = true
		}
		w.sc.spent++
		if w.fuel--; w.fuel < 0 || w.sc.spent > w.sc.limit {
			w.t.tainted = true
			return nil
		}
		if top && !st.next {
			w.t.blocks[st.b] = true
		}
		if w.block(st, top, depth) {
			continue
		}
		if ret, ok := last(st.b).(*ssa.Return); ok && !top {
			if w.early(st) {
				continue
			}
			results = w.returns(ret, st.env, results, returned)
			returned = true
			continue
		}
		todo = append(todo, w.next(st, top)...)
	}
	return results
}

func last(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Instrs) == 0 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-1]
}

func (w *walk) returns(ret *ssa.Return, e *env, results []abs, joined bool) []abs {
	for i, r := range ret.Results {
		a := w.eval(r, e, 0)
		if !joined {
			results = append(results, a)
		} else if i < len(results) && results[i] != a {
			if results[i] = join(results[i], a); w.unsure {
				results[i] = abs{kind: aOpaque}
			}
		}
	}
	return results
}

// block runs the instructions of a block; true: the path goes no further, since
// the attempt was reached again or the program ends.
func (w *walk) block(st *state, top bool, depth int) bool {
	for _, in := range st.b.Instrs[st.i:] {
		if top && in == ssa.Instruction(w.att) {
			w.met(st.env)
			if st.next {
				w.end(edge{}, st.tags)
				w.arrive(st)
				return true
			}
			// Have: for { for _, a := range addrs { err = dial(a) }; wait() }: it fails again.
			w.t.inner = true
			w.assume(st.env)
			w.take(st.env)
			continue
		}
		if w.sc.endsHere(in) {
			if top {
				w.end(edge{st.b, nil}, st.tags)
			}
			return true
		}
		w.exec(in, st.env, top, depth)
		if top {
			w.drop(in, st.env)
			st.slow = st.slow || w.slows(in, st)
		}
	}
	return false
}

// next returns the states after a block.
func (w *walk) next(st *state, top bool) []*state {
	succs := st.b.Succs
	taken, branch := w.taken(st, top)
	var out []*state
	jumped := false
	for i := len(succs) - 1; i >= 0; i-- {
		s := succs[i]
		if top && s == w.l.header {
			jumped = true
		}
		if !taken[i] || top && w.lastRound(st.b, i) {
			continue
		}
		tags := st.tags
		if branch >= 0 {
			tags |= 1 << (2*branch + i)
		}
		if top && !w.l.blocks[s] {
			w.end(edge{st.b, s}, tags)
			continue
		}
		if top && !st.next {
			w.t.edges[edge{st.b, s}] = true
		}
		e := st.env
		if len(succs) > 1 {
			e = st.env.clone()
			w.sc.spent += len(e.m) / 8
		}
		w.suppose(st.b, i, e)
		w.phis(st, s, e)
		to := &state{b: s, env: e, tags: tags, next: st.next, slow: st.slow}
		if top && s == w.l.header {
			if st.next {
				continue // a whole iteration without the attempt
			}
			to.next = true
		}
		out = append(out, to)
	}
	if top && len(succs) == 0 && !w.goesBack(st.b) {
		w.end(edge{st.b, nil}, st.tags)
		w.returned(st)
	}
	if top && !jumped && !st.next && w.goesBack(st.b) {
		// Have: return f(n + 1): a recursion goes round without an edge.
		out = append(out, &state{b: w.l.header, env: w.passOn(st, w.handOver(st.env)), tags: st.tags, next: true, slow: st.slow})
	}
	return out
}

// maxBranches bounds the branches not seen into whose sides are told apart.
const maxBranches = 16

// taken decides which ways out of a block are taken; branch is the number of
// the branch if it depends on the failure in a way not seen, else -1.
func (w *walk) taken(st *state, top bool) (taken []bool, branch int) {
	taken = make([]bool, len(st.b.Succs))
	for i := range taken {
		taken[i] = true
	}
	f, ok := last(st.b).(*ssa.If)
	if !ok || len(taken) != 2 {
		return taken, -1
	}
	c := w.eval(f.Cond, st.env, 0)
	if c.kind == aFree && top && w.out.over() && flag(f.Cond, 4) {
		c.kind = aOpaque // Have: if s.closed.Load() { return }: it may be set when the context ends
	}
	if c.kind == aFree {
		c = w.decidedBefore(f.Cond, st.env)
	}
	switch {
	case c.kind == aFree && lastCase(f.Cond):
		taken[1] = false
	case c.kind == aBool:
		taken[0], taken[1] = c.n == 1, c.n == 0
	case c.kind == aOpaque && !top:
		w.unsure = true
	case c.kind == aOpaque:
		for i, b := range w.branches {
			if b == f {
				return taken, i
			}
		}
		if len(w.branches) == maxBranches {
			w.t.tainted = true
			return taken, -1
		}
		w.branches = append(w.branches, f)
		return taken, len(w.branches) - 1
	}
	return taken, -1
}

// end notes that a path with those tags leaves by e; the zero edge is the next attempt.
func (w *walk) end(e edge, tags uint32) {
	if e == (edge{}) {
		w.t.round = true
		w.t.sure = w.t.sure || tags == 0
	} else {
		w.t.exits[e] = true
	}
	if w.ends == nil {
		w.ends = map[edge]map[uint32]bool{}
	}
	if w.ends[e] == nil {
		w.ends[e] = map[uint32]bool{}
	}
	w.ends[e][tags] = true
}

// decide taints the trail if one of the branches not seen into decides where
// the code goes: a branch whose sides come to the same ends only writes a log line.
func (w *walk) decide() {
	for i, f := range w.branches {
		for _, all := range w.ends {
			var sides [2]bool
			for tags := range all {
				for s := range sides {
					sides[s] = sides[s] || tags&(1<<(2*i+s)) != 0
				}
			}
			if sides[0] != sides[1] {
				w.t.tainted = true
				w.t.checked = w.t.checked || w.out.kind == answered && asksForError(f)
			}
		}
	}
}

// asksForError reports whether a branch asks whether there is an error.
func asksForError(f *ssa.If) bool {
	c, ok := f.Cond.(*ssa.BinOp)
	return ok && (c.Op == token.EQL || c.Op == token.NEQ) && isError(c.X.Type())
}

func (w *walk) goesBack(b *ssa.BasicBlock) bool {
	for _, x := range w.l.back {
		if x == b {
			return true
		}
	}
	return false
}

// phis binds the phis of s for the edge from st.b, all at once.
func (w *walk) phis(st *state, s *ssa.BasicBlock, e *env) {
	pred := -1
	for i, p := range s.Preds {
		if p == st.b {
			pred = i
			break
		}
	}
	var vals []abs
	for _, in := range s.Instrs {
		p, ok := in.(*ssa.Phi)
		if !ok || pred < 0 || pred >= len(p.Edges) {
			break
		}
		vals = append(vals, w.eval(p.Edges[pred], st.env, 0))
	}
	for i, a := range vals {
		a = w.widen(st.b, s, a)
		e.set(&w.ids, key{s.Instrs[i].(*ssa.Phi), self}, a)
	}
}
