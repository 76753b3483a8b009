package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// A failurePath is the way from the failure of the attempt to the next attempt,
// beside the way that success takes: the blocks and edges, the calls on it and
// the edges that leave.
type failurePath struct {
	kind   pathKind
	failed *trail // after a plain failure
	ok     *trail // after a success
}

// pathKind says how failure and success differ.
type pathKind uint8

const (
	leaves pathKind = iota // success can leave the loop where failure cannot: a retry
	waits                  // failure waits, or waits longer: a reconnect or consume loop
	skips                  // failure skips the work and goes round at once
)

func (k pathKind) rank() int { return 2 - int(k) }

// judge finds out whether a failure of c goes round in a way that success does
// not; nil: c is not attempted again because it failed.
func (sc *scope) judge(l *loop, c ssa.CallInstruction, isWait map[ssa.Instruction]bool) (*failurePath, bool) {
	flips := []bool{false}
	res := c.Common().Signature().Results()
	for i := range res.Len() {
		if isBool(res.At(i).Type()) {
			flips = append(flips, true)
		}
	}
	weak := !returnsError(c.Common().Signature()) && !sc.givesStatus(c) && !storesError(c) && !givesAnswers(c)
	for _, flip := range flips {
		fails := sc.failures(l, c, flip)
		var ok *trail
		for _, f := range fails {
			if !f.round {
				continue
			}
			if ok == nil {
				ok = sc.follow(l, c, outcome{kind: succeeded, flip: flip})
			}
			if k, is := sc.differ(l, c, f, ok, isWait); is && (!weak || len(f.waits(isWait, c)) > 0) {
				return &failurePath{kind: k, failed: f, ok: ok}, flip
			}
		}
	}
	return nil, false
}

// failures follows c after each way in which it may fail.
func (sc *scope) failures(l *loop, c ssa.CallInstruction, flip bool) []*trail {
	var out []*trail
	for _, k := range []outcomeKind{failed, timedOut, expired} {
		// Have: if !errors.Is(err, context.DeadlineExceeded) { return err }
		out = append(out, sc.follow(l, c, outcome{kind: k, flip: flip}))
		if out[0].round {
			break
		}
	}
	if !sc.givesStatus(c) {
		return out
	}
	for _, s := range known.FailedStatuses {
		out = append(out, sc.follow(l, c, outcome{kind: answered, status: s, flip: flip}))
	}
	return out
}

// givesStatus reports whether the status of an answer is among the results.
func (sc *scope) givesStatus(c ssa.CallInstruction) bool {
	if fn := sc.body(c); fn != nil && statusResult(fn) >= 0 {
		return true
	}
	return givesResponse(c)
}

func givesResponse(c ssa.CallInstruction) bool {
	res := c.Common().Signature().Results()
	for i := range res.Len() {
		if isResponse(res.At(i).Type()) {
			return true
		}
	}
	return false
}

// differ compares the ways after a failure and after a success.
func (sc *scope) differ(l *loop, c ssa.CallInstruction, f, ok *trail, isWait map[ssa.Instruction]bool) (pathKind, bool) {
	fw, sw := f.waits(isWait, c), ok.waits(isWait, c)
	if fn := sc.body(c); fn != nil && neverSucceeds(fn) && f.round {
		return leaves, true
	}
	item := l.operandsVary(c, false, map[ssa.Value]bool{})
	if f.inner {
		in := *l
		in.deep = true
		if !in.operandsVary(c, false, map[ssa.Value]bool{}) {
			return 0, false // an inner loop attempts it again
		}
	}
	if len(fw) == 0 && l.fallsBack() {
		return 0, false
	}
	for e := range ok.exits {
		if !f.exits[e] {
			// Have: for _, addr := range addrs { if err = dial(addr); err == nil { break } }
			return leaves, !item || len(fw) > 0 && !ok.round
		}
	}
	if !ok.round {
		return leaves, !item || len(fw) > 0
	}
	if item {
		return 0, false
	}
	if f.tainted && ok.tainted && len(fw) > 0 && !f.checked {
		// Have: if !again(err) { return err }, and again is not seen: it answers for nil too.
		return leaves, true
	}
	for w := range fw {
		if !sw[w] {
			return waits, true
		}
	}
	for w := range fw {
		if l.longer(w, f, ok) || l.grows(w) && !sameBlocks(f, ok) {
			return waits, true
		}
	}
	if len(fw) > 0 || f.blocking || ok.blocking || f.timed || ok.timed || f.tainted || !works(f, ok) {
		return 0, false
	}
	return skips, !l.operandsVary(c, true, map[ssa.Value]bool{})
}

// neverSucceeds reports whether fn returns only when something has failed: it
// serves in an endless loop and never returns nil.
func neverSucceeds(fn *ssa.Function) bool {
	if !returnsError(fn.Signature) {
		return false
	}
	returns := false
	for _, b := range fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok || b == fn.Recover {
			continue
		}
		if mayBeNil(resultAt(r, len(r.Results)-1)) || b == fn.Blocks[0] {
			return false
		}
		returns = true
	}
	return returns && cyclic(fn)
}

// resultAt is the i-th value that r returns. In a function that defers, it goes
// through a variable.
func resultAt(r *ssa.Return, i int) ssa.Value {
	u, ok := r.Results[i].(*ssa.UnOp)
	if !ok || u.Op != token.MUL || u.Block() != r.Block() {
		return r.Results[i]
	}
	v := r.Results[i]
	for _, in := range r.Block().Instrs {
		if in == ssa.Instruction(u) {
			break
		}
		if s, ok := in.(*ssa.Store); ok && s.Addr == u.X {
			v = s.Val
		}
	}
	return v
}

func mayBeNil(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Phi, *ssa.Call:
		return true
	case *ssa.UnOp:
		return sentinel(v) == nil
	}
	return false
}

// cyclic reports whether a block of fn reaches itself.
func cyclic(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			if s.Dominates(b) {
				return true
			}
		}
	}
	return false
}

func sameBlocks(f, ok *trail) bool {
	for b := range f.blocks {
		if !ok.blocks[b] {
			return false
		}
	}
	return len(f.blocks) == len(ok.blocks)
}

// grows reports whether the delay of a wait is carried from one iteration to
// the next, so that the loop is more than periodic work.
func (l *loop) grows(w ssa.Instruction) bool {
	found, _ := l.computedFrom(w, func(v ssa.Value) (found, known bool) {
		if p, is := v.(*ssa.Phi); is && p.Block() == l.header {
			return isNumber(p.Type()), true
		}
		c, is := v.(*ssa.Call)
		found = is && nameHas(calleeName(c), "nextbackoff", "duration", "nextdelay", "nextinterval") && isDuration(c.Type())
		return found, found
	})
	return found
}

// computedFrom reports whether some value in the loop that w is computed from
// is found by ask, and the values met on the way; known says that what the
// value is computed from in turn is not to be asked.
func (l *loop) computedFrom(w ssa.Instruction, ask func(v ssa.Value) (found, known bool)) (bool, map[ssa.Value]bool) {
	seen := map[ssa.Value]bool{}
	var operands func(in ssa.Instruction) bool
	visit := func(v ssa.Value) bool {
		if v == nil || seen[v] {
			return false
		}
		seen[v] = true
		in, is := v.(ssa.Instruction)
		if !is || !l.contains(in) {
			return false
		}
		if found, known := ask(v); found || known {
			return found
		}
		return operands(in)
	}
	operands = func(in ssa.Instruction) bool {
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			if visit(*op) {
				return true
			}
		}
		return false
	}
	return operands(w), seen
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// waits are the waits that lie on the trail, apart from the attempt.
func (t *trail) waits(isWait map[ssa.Instruction]bool, att ssa.CallInstruction) map[ssa.Instruction]bool {
	out := map[ssa.Instruction]bool{}
	for w := range isWait {
		if t.calls[w] && w != ssa.Instruction(att) {
			out[w] = true
		}
	}
	return out
}

// works reports whether success does something that failure skips.
func works(f, ok *trail) bool {
	for b := range ok.blocks {
		if f.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if _, is := in.(ssa.CallInstruction); is {
				return true
			}
		}
	}
	return false
}

// longer reports whether the delay of a wait that both ways reach is another
// after a failure: `delay *= 2` there, `delay = base` here.
func (l *loop) longer(w ssa.Instruction, f, ok *trail) bool {
	found, roots := l.computedFrom(w, func(v ssa.Value) (found, known bool) {
		if p, is := v.(*ssa.Phi); is {
			for i, pred := range p.Block().Preds {
				e := edge{pred, p.Block()}
				if f.edges[e] != ok.edges[e] && i < len(p.Edges) {
					return true, true
				}
			}
		}
		return false, false
	})
	return found || l.changedOnOneSide(roots, f, ok)
}

// changedOnOneSide reports whether something that the delay is read from is
// stored to, or called upon, on one of the two ways only: b.Reset().
func (l *loop) changedOnOneSide(roots map[ssa.Value]bool, f, ok *trail) bool {
	cells := map[key]bool{}
	for v := range roots {
		if u, is := v.(*ssa.UnOp); is {
			cells[cellKey(u.X)] = true
		}
		if c, is := v.(*ssa.Call); is {
			for _, a := range callArgs(c) {
				cells[key{strip(a), self}] = true
			}
		}
	}
	for b := range l.blocks {
		if f.blocks[b] == ok.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if cells[cellKey(in.Addr)] {
					return true
				}
			case *ssa.Call:
				if a := callArgs(in); len(a) > 0 && calleeFunc(in) != nil && calleeFunc(in).Signature().Recv() != nil && cells[key{strip(a[0]), self}] {
					return true
				}
			}
		}
	}
	return false
}
