package retrysite

import (
	"go/token"
	"go/types"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// A Failure is the way from a failure of the attempt to the next attempt: where
// the loop can be left on it, and what decides that.
type Failure struct {
	// Exits are the ways out after a failure, in the order of the source. A way
	// that the failure itself rules out, such as the return on success, is none.
	Exits []Exit
	// Endless says why nothing ends the attempts, if nothing does.
	Endless Endless
	// AtOnce is how many attempts certainly follow the first failure with no
	// wait between them, at most MaxAtOnce: that many, or more.
	AtOnce int
	// Permanent are failures that waiting cannot change, and that are retried.
	Permanent Permanent
}

// MaxAtOnce is the largest value of Failure.AtOnce.
const MaxAtOnce = 12

// An Exit is one way out of the loop after a failure.
type Exit struct {
	Range // the condition nearest to it; no place where there is none
	By    ExitBy
}

// ExitBy says what decides that the loop is left.
type ExitBy uint8

// The values of ExitBy. Where several things decide together, the later one counts.
const (
	ExitUnknown  ExitBy = iota // it cannot be told
	ExitOutcome                // what the failure is: if !retryable(err) { return err }
	ExitStop                   // a flag, or a channel that is no timer
	ExitAttempts               // a number that moves from attempt to attempt
	ExitTime                   // a clock: if time.Since(start) > limit { return err }
	ExitContext                // the end of a context
)

// Ends reports whether some exit is decided by one of these.
func (f *Failure) Ends(by ...ExitBy) bool {
	if f == nil {
		return false
	}
	for _, e := range f.Exits {
		for _, k := range by {
			if e.By == k {
				return true
			}
		}
	}
	return false
}

// A leaving is an exit with its edge and the branches that decide it, the
// nearest first.
type leaving struct {
	edge
	guards []*ssa.If
	by     ExitBy
}

// askFuel bounds the steps that the walks of one package take to find out what
// ends its loops, what follows at once, and what is attempted in vain.
const askFuel = 1_000_000

// failureOf says what is known of the way from a failure of a to the next attempt.
func (sc *scope) failureOf(l *loop, a *attempt) *Failure {
	f := &Failure{}
	a.leaves = sc.leavings(l, a)
	for _, x := range a.leaves {
		e := Exit{By: x.by}
		if len(x.guards) > 0 {
			if p := condPos(x.guards[0].Cond); p.IsValid() {
				e.Range = sc.rangeAt(p)
			}
		}
		f.Exits = append(f.Exits, e)
	}
	// What is asked beyond the exits has a budget of its own.
	spent, limit := sc.spent, sc.limit
	sc.spent, sc.limit = sc.askSpent, min(sc.askSpent+loopFuel, askFuel)
	f.Endless = sc.endless(l, a)
	f.AtOnce = sc.atOnce(l, a)
	f.Permanent = sc.permanent(l, a)
	sc.askSpent = sc.spent
	sc.spent, sc.limit = spent, limit
	return f
}

// way is the trail of a after an outcome of that kind, followed when it is first
// asked for.
func (sc *scope) way(l *loop, a *attempt, k outcomeKind) *trail {
	t, ok := a.ways[k]
	if !ok {
		t = sc.follow(l, a.call, outcome{kind: k, flip: a.flip})
		if a.ways == nil {
			a.ways = map[outcomeKind]*trail{}
		}
		a.ways[k] = t
	}
	return t
}

// condPos is the place of a condition, NoPos if it has none.
func condPos(v ssa.Value) token.Pos {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.NOT {
		return condPos(u.X)
	}
	if b, ok := v.(*ssa.BinOp); ok {
		if k, ok := selected(b); ok {
			return k.Pos
		}
	}
	return v.Pos()
}

// leavings are the exits that the loop has on the way of a failure that goes
// round, and after the end of a context, in the order of the blocks.
func (sc *scope) leavings(l *loop, a *attempt) []leaving {
	edges := map[edge]bool{}
	for _, t := range []*trail{a.path.failed, sc.way(l, a, canceled), sc.way(l, a, expired)} {
		for e := range t.exits {
			edges[e] = true
		}
	}
	var out []leaving
	for e := range edges {
		gs := l.guards(e.from, a.call.Block())
		out = append(out, leaving{e, gs, sc.decidedBy(l, a, gs)})
	}
	sort.Slice(out, func(i, j int) bool { return before(out[i].edge, out[j].edge) })
	return out
}

func before(a, b edge) bool {
	if a.from.Index != b.from.Index {
		return a.from.Index < b.from.Index
	}
	return b.to != nil && (a.to == nil || a.to.Index < b.to.Index)
}

// guards are the branches of the loop that decide whether the end of block b
// leaves it, the nearest first, back to the attempt.
//
//	// Have: if err != nil { if n >= max || ctx.Err() != nil { return err } }
func (l *loop) guards(b, attempt *ssa.BasicBlock) []*ssa.If {
	var out []*ssa.If
	seen := map[*ssa.If]bool{}
	add := func(x *ssa.BasicBlock) {
		if f, ok := last(x).(*ssa.If); ok && !seen[f] && l.blocks[x] {
			seen[f] = true
			out = append(out, f)
		}
	}
	add(b)
	for x := b; x != nil && x != l.header && x != attempt; x = x.Idom() {
		for _, p := range x.Preds {
			add(p)
		}
	}
	return out
}

// decidedBy says what the branches ask.
func (sc *scope) decidedBy(l *loop, a *attempt, guards []*ssa.If) ExitBy {
	by := ExitUnknown
	for _, g := range guards {
		by = max(by, sc.asked(l, a, g.Cond, map[ssa.Value]bool{}, 0))
	}
	return by
}

// askedDepth bounds how many values deep a condition is searched for what it asks.
const askedDepth = 12

// asked says what decides the value.
func (sc *scope) asked(l *loop, a *attempt, v ssa.Value, seen map[ssa.Value]bool, depth int) ExitBy {
	if p, ok := v.(*ssa.Parameter); ok && isNumber(p.Type()) && len(l.header.Preds) == 0 && p.Parent() == l.fn {
		return ExitAttempts // Have: if left == 0 { return err }; return f(left - 1)
	}
	in, ok := v.(ssa.Instruction)
	if !ok || seen[v] || depth > askedDepth {
		return ExitUnknown
	}
	seen[v] = true
	if in == ssa.Instruction(a.call) {
		return ExitOutcome
	}
	by := ExitUnknown
	switch x := v.(type) {
	case *ssa.Phi:
		if x.Block() == l.header && isNumber(x.Type()) {
			return ExitAttempts
		}
		for _, p := range x.Block().Preds {
			// Have: n >= max || done(err), which SSA makes a phi of two blocks
			if f, ok := last(p).(*ssa.If); ok && l.blocks[p] && x.Block() != l.header && isBool(x.Type()) {
				by = max(by, sc.asked(l, a, f.Cond, seen, depth+1))
			}
		}
	case *ssa.Call:
		by = sc.askedByCall(x)
	case *ssa.Select:
		return selects(x)
	case *ssa.UnOp:
		switch x.Op {
		case token.ARROW:
			if isDoneCall(x.X) {
				return ExitContext
			}
			if !isTimer(x.X) {
				return ExitStop
			}
			return ExitTime
		case token.MUL:
			for _, st := range l.storesTo(x.X) {
				if isNumber(x.Type()) {
					return ExitAttempts
				}
				by = max(by, sc.asked(l, a, st.Val, seen, depth+1))
			}
		}
	case *ssa.BinOp:
		// Have: case <-ctx.Done(): as one of several cases
		if k, ok := selected(x); ok {
			return receives(k)
		}
	}
	if !l.contains(in) {
		return by
	}
	if isBool(v.Type()) && flag(v, 2) {
		by = max(by, ExitStop)
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op != nil {
			by = max(by, sc.asked(l, a, *op, seen, depth+1))
		}
	}
	return by
}

// askedByCall says what decides the result of a call, apart from its arguments.
func (sc *scope) askedByCall(c *ssa.Call) ExitBy {
	name, pkg := calleeName(c), calleePkg(c)
	switch {
	case isDoneCall(c), name == "Err" && isContextErr(c), name == "Cause" && pkg == "context":
		return ExitContext
	case pkg == "time" && isNamed(c.Type(), "time", "Time"), pkg == "time" && (name == "Since" || name == "Until"):
		return ExitTime
	}
	if fn := sc.body(c); fn != nil && sc.observes(fn, calleeDepth) {
		return ExitContext
	}
	return ExitUnknown
}

// selected is the case of a select whose being chosen the comparison asks.
func selected(c *ssa.BinOp) (*ssa.SelectState, bool) {
	x, ok := c.X.(*ssa.Extract)
	if !ok || x.Index != 0 {
		return nil, false
	}
	s, ok := x.Tuple.(*ssa.Select)
	k, isConst := smallInt(c.Y)
	if !ok || !isConst || k < 0 || int(k) >= len(s.States) {
		return nil, false
	}
	return s.States[k], true
}

// lastCase reports whether the comparison asks for the last case of a select
// that waits: one of them is chosen, so where all others are not it is this one.
func lastCase(v ssa.Value) bool {
	c, ok := v.(*ssa.BinOp)
	if !ok {
		return false
	}
	k, ok := selected(c)
	if !ok {
		return false
	}
	s := c.X.(*ssa.Extract).Tuple.(*ssa.Select)
	return s.Blocking && k == s.States[len(s.States)-1]
}

// selects says what a select waits for that can end it.
func selects(s *ssa.Select) ExitBy {
	by := ExitUnknown
	for _, c := range s.States {
		by = max(by, receives(c))
	}
	return by
}

// receives says what a case of a select waits for.
func receives(c *ssa.SelectState) ExitBy {
	switch {
	case c.Dir != types.RecvOnly:
		return ExitUnknown
	case isDoneCall(c.Chan):
		return ExitContext
	case isTimer(c.Chan):
		return ExitTime
	}
	return ExitStop
}

// storesTo are the stores of the loop to the address, in the order of the blocks.
func (l *loop) storesTo(addr ssa.Value) []*ssa.Store {
	k := cellKey(addr)
	var out []*ssa.Store
	for _, b := range l.fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Store); ok && cellKey(s.Addr) == k {
				out = append(out, s)
			}
		}
	}
	return out
}
