package retrysite

import (
	"golang.org/x/tools/go/ssa"
)

// A failurePath is the way from the failure of the attempt to the next attempt,
// with what lies on it.
type failurePath struct {
	kind   pathKind
	failed *trail // after a plain failure
	ok     *trail // after a success
	flip   bool
}

// pathKind says how failure and success differ.
type pathKind uint8

const (
	leaves pathKind = iota // success can leave the loop where failure cannot: a retry
	waits                  // failure waits, or waits longer: a reconnect or consume loop
	skips                  // failure skips the work and goes round at once
)

func (k pathKind) rank() int { return 2 - int(k) }

// refusals are the statuses by which an HTTP answer is tried as a failure.
var refusals = []int{500, 503, 429, 502, 504, 408}

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
	for _, flip := range flips {
		fails := sc.failures(l, c, flip)
		ok := sc.follow(l, c, outcome{kind: succeeded, flip: flip})
		for _, f := range fails {
			if !f.round {
				continue
			}
			if k, is := sc.differ(l, c, f, ok, isWait); is {
				return &failurePath{kind: k, failed: f, ok: ok, flip: flip}, flip
			}
		}
	}
	return nil, false
}

// failures follows c after each way in which it may fail.
func (sc *scope) failures(l *loop, c ssa.CallInstruction, flip bool) []*trail {
	out := []*trail{sc.follow(l, c, outcome{kind: failed, flip: flip})}
	if !givesResponse(c) {
		return out
	}
	for _, s := range refusals {
		out = append(out, sc.follow(l, c, outcome{kind: answered, status: s, flip: flip}))
	}
	return out
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
	fw, sw := f.waits(isWait), ok.waits(isWait)
	item := l.operandsVary(c, false, map[ssa.Value]bool{})
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
	for w := range fw {
		if !sw[w] {
			return waits, true
		}
	}
	for w := range fw {
		if l.longer(w, f, ok) {
			return waits, true
		}
	}
	if len(fw) > 0 || f.blocking || ok.blocking || f.tainted || !works(f, ok) {
		return 0, false
	}
	return skips, !l.operandsVary(c, true, map[ssa.Value]bool{})
}

// waits are the waits that lie on the trail.
func (t *trail) waits(isWait map[ssa.Instruction]bool) map[ssa.Instruction]bool {
	out := map[ssa.Instruction]bool{}
	for w := range isWait {
		if t.calls[w] {
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
	roots := map[ssa.Value]bool{}
	var visit func(v ssa.Value) bool
	visit = func(v ssa.Value) bool {
		if v == nil || roots[v] {
			return false
		}
		roots[v] = true
		in, is := v.(ssa.Instruction)
		if !is || !l.contains(in) {
			return false
		}
		if p, is := v.(*ssa.Phi); is {
			for i, pred := range p.Block().Preds {
				e := edge{pred, p.Block()}
				if f.edges[e] != ok.edges[e] && i < len(p.Edges) {
					return true
				}
			}
		}
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			if *op != nil && visit(*op) {
				return true
			}
		}
		return false
	}
	var buf [8]*ssa.Value
	for _, op := range w.Operands(buf[:0]) {
		if *op != nil && visit(*op) {
			return true
		}
	}
	return l.changedOnOneSide(roots, f, ok)
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
