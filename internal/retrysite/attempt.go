package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// An attempt is the operation that a loop attempts again, with what is known
// of it and of the way from its failure to the next attempt.
type attempt struct {
	Attempt
	call ssa.CallInstruction
	ctx  Context
	path *failurePath
	// failure is what the site says of the way from a failure to the next
	// attempt, and leaves are its exits, with their edges.
	failure *Failure
	leaves  []leaving
	ways    map[outcomeKind]*trail   // of way
	flip    bool                     // the true of its bool result is the failure
	isWait  map[ssa.Instruction]bool // the waits of the loop
}

// maxCandidates bounds the calls of one loop that are tried as its attempt.
const maxCandidates = 60

// findAttempt returns the operation that the loop attempts again after it
// failed; nil if the loop is no retry site. Waits are the waits found in the loop.
func findAttempt(sc *scope, l *loop, waits []ssa.Instruction) *attempt {
	isWait := map[ssa.Instruction]bool{}
	for _, w := range waits {
		isWait[w] = true
	}
	sc.limit = min(sc.spent+loopFuel, packageFuel)
	var best *attempt
	bestRank, tried := 0, 0
	for _, c := range sc.candidates(l) {
		if tried++; tried > maxCandidates || sc.spent >= sc.limit {
			break
		}
		path, flip := sc.judge(l, c, isWait)
		if path == nil {
			continue
		}
		remote := sc.remoteOf(c)
		if path.kind == skips && remote < Possibly {
			continue
		}
		rank := int(remote)*8 + path.kind.rank()
		if remote == RemoteUnknown {
			rank = int(Local)*8 + 4 + path.kind.rank() // not seen into: rather this than a local one
		}
		if best == nil || rank > bestRank {
			best, bestRank = &attempt{call: c, path: path, flip: flip, isWait: isWait, Attempt: Attempt{Remote: remote}}, rank
		}
	}
	if best == nil {
		return nil
	}
	best.Range, best.Name = sc.place(best.call)
	best.HTTP = sc.httpOf(l, best)
	best.ctx = sc.contextOf(l, best)
	best.failure = sc.failureOf(l, best)
	best.Leaks = sc.leaksOf(l, best.call)
	best.Replays = sc.replaysOf(l, best)
	return best
}

// place returns the source of a call and its callee as written.
func (sc *scope) place(c ssa.CallInstruction) (Range, string) {
	if x := sc.exprs[c.Pos()]; x != nil {
		name := types.ExprString(x.Fun)
		if len(name) > 60 {
			name = calleeName(c)
		}
		return Range{x.Pos(), x.End()}, name
	}
	return Range{c.Pos(), c.Pos()}, calleeName(c)
}

// candidates are the calls of the loop that can fail, in the order of the source.
func (sc *scope) candidates(l *loop) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, b := range l.fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && sc.canFail(l, c) && decidesBranch(l, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// varies reports whether v is another thing in each iteration: the element of
// a range, an indexed element, what was received. Strict also takes whatever a
// call in the loop returns.
func (l *loop) varies(v ssa.Value, strict bool, seen map[ssa.Value]bool) bool {
	if v == nil || seen[v] {
		return false
	}
	seen[v] = true
	if p, ok := v.(*ssa.Parameter); ok {
		return l.passesAnother(p)
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	if a, ok := v.(*ssa.Alloc); ok {
		return l.variesAt(a, strict, seen)
	}
	if !l.contains(in) {
		return false
	}
	if l.takesElement(in) {
		return true
	}
	switch x := v.(type) {
	case *ssa.Lookup:
		if l.counted(x.Index, map[ssa.Value]bool{}) {
			return true
		}
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return !isTimer(x.X)
		}
	case *ssa.Select:
		return true
	case *ssa.Phi:
		return l.variesPhi(x, strict, seen)
	case *ssa.Call:
		if strict && !builds(x) && !(l.chains && makes(x)) {
			return true
		}
	}
	return l.operandsVary(in, strict, seen)
}

// takesElement reports whether an instruction takes, each time round, another
// element of what the loop ranges over, or of a list that it counts through.
func (l *loop) takesElement(in ssa.Instruction) bool {
	switch x := in.(type) {
	case *ssa.Next:
		return true
	case *ssa.IndexAddr:
		return l.counted(x.Index, map[ssa.Value]bool{})
	case *ssa.Index:
		return l.counted(x.Index, map[ssa.Value]bool{})
	}
	return false
}

// fallsBack reports whether a recursion calls itself with a constant for
// something else than a number: it tries another way.
//
//	// Have: return w.upload(ctx, "", "")
func (l *loop) fallsBack() bool {
	for _, b := range l.back {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || c.Call.StaticCallee() != l.fn {
				continue
			}
			for _, a := range c.Call.Args {
				if k, ok := a.(*ssa.Const); ok && !isNumber(k.Type()) {
					return true
				}
			}
		}
	}
	return false
}

// passesAnother reports whether a recursion calls itself with something else
// for the parameter: return try(urls[1:]).
func (l *loop) passesAnother(p *ssa.Parameter) bool {
	if isNumber(p.Type()) || isContext(p.Type()) || len(l.back) == 0 || p.Parent() != l.fn {
		return false
	}
	for _, b := range l.back {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || c.Call.StaticCallee() != l.fn {
				continue
			}
			for i, q := range l.fn.Params {
				if q == p && i < len(c.Call.Args) && !isStill(p, c.Call.Args[i], 4) {
					return true
				}
			}
		}
	}
	return false
}

func (l *loop) operandsVary(in ssa.Instruction, strict bool, seen map[ssa.Value]bool) bool {
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if l.varies(*op, strict, seen) {
			return true
		}
	}
	return false
}

// variesAt follows what is stored to a variable inside the loop.
func (l *loop) variesAt(a *ssa.Alloc, strict bool, seen map[ssa.Value]bool) bool {
	if a.Referrers() == nil {
		return false
	}
	for _, r := range *a.Referrers() {
		if !l.contains(r) {
			continue
		}
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == a && l.varies(r.Val, strict, seen) {
				return true
			}
		case *ssa.FieldAddr, *ssa.IndexAddr:
			refs := r.(ssa.Value).Referrers()
			for _, q := range *refs {
				if s, ok := q.(*ssa.Store); ok && l.contains(s) && l.varies(s.Val, strict, seen) {
					return true
				}
			}
		case *ssa.Call:
			// Have: rows.Scan(&id)
			if strict && !known.IsStd(calleePkg(r)) || calleeName(r) == "Scan" || calleeName(r) == "Decode" {
				return true
			}
		case *ssa.MakeInterface:
			if strict {
				return true
			}
		}
	}
	return false
}

// variesPhi reports whether a phi walks a list: n = n.next.
func (l *loop) variesPhi(p *ssa.Phi, strict bool, seen map[ssa.Value]bool) bool {
	if p.Block() != l.header {
		return l.operandsVary(p, strict, seen)
	}
	for i, e := range p.Edges {
		if i >= len(p.Block().Preds) || !l.blocks[p.Block().Preds[i]] {
			continue
		}
		if u, ok := e.(*ssa.UnOp); ok && u.Op == token.MUL {
			if f, ok := u.X.(*ssa.FieldAddr); ok && f.X == p {
				return true
			}
		}
		if strict && l.varies(e, strict, seen) {
			return true
		}
	}
	return false
}

// isHeader reports whether a loop begins at the block.
func isHeader(b *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if b.Dominates(p) {
			return true
		}
	}
	return false
}

// counted reports whether an index moves with the loop.
func (l *loop) counted(v ssa.Value, seen map[ssa.Value]bool) bool {
	in, ok := v.(ssa.Instruction)
	if !ok || seen[v] || !l.contains(in) {
		return false
	}
	seen[v] = true
	if p, ok := v.(*ssa.Phi); ok && (p.Block() == l.header || l.deep && isHeader(p.Block())) {
		return true
	}
	if _, ok := v.(*ssa.Next); ok {
		return true
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op != nil && l.counted(*op, seen) {
			return true
		}
	}
	return false
}

// builds reports whether a call makes a value out of its arguments alone.
func builds(c *ssa.Call) bool {
	if _, ok := c.Call.Value.(*ssa.Builtin); ok {
		return true
	}
	switch calleePkg(c) {
	case "fmt", "strings", "bytes", "context", "strconv", "net/url", "errors", "time":
		return true
	case "net/http":
		return calleeFunc(c).Signature().Recv() == nil
	}
	return false
}
