package retrysite

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// A holding is the names that one thing goes by in the functions of a package:
// the values that are it, and the variables that hold it.
type holding struct {
	sc    *scope
	kind  Opened
	vals  map[ssa.Value]bool
	cells map[ssa.Value]bool // addresses
	depth int
}

// hold returns the names of v.
func (sc *scope) hold(v ssa.Value, kind Opened) *holding {
	h := &holding{sc: sc, kind: kind, vals: map[ssa.Value]bool{}, cells: map[ssa.Value]bool{}}
	h.add(v)
	return h
}

func (h *holding) add(v ssa.Value) {
	if h.vals[v] || v.Referrers() == nil {
		return
	}
	h.vals[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Phi:
			h.add(r)
		case *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Convert, *ssa.TypeAssert:
			h.add(r.(ssa.Value))
		case *ssa.Extract:
			if _, ok := r.Tuple.(*ssa.TypeAssert); ok && r.Index == 0 {
				h.add(r)
			}
		case *ssa.Store:
			if r.Val == v && isVariable(r.Addr) {
				h.addCell(r.Addr)
			}
		case *ssa.FieldAddr:
			if h.kind == Response && r.X == v && fieldName(r) == "Body" || h.kind == Timer && fieldName(r) == "C" {
				h.addCell(r)
			}
		case *ssa.MakeClosure:
			h.bind(r, v, h.add)
		case *ssa.Call:
			if h.wraps(r) {
				h.add(r)
			}
		}
	}
}

// wraps reports whether what c returns takes the place of the thing that it is given.
//
//	// Have: resp.Body = limited(resp.Body)
func (h *holding) wraps(c *ssa.Call) bool {
	if c.Referrers() == nil {
		return false
	}
	for _, r := range *c.Referrers() {
		if s, ok := r.(*ssa.Store); ok {
			if f, ok := s.Addr.(*ssa.FieldAddr); ok && h.kind == Response && isResponse(f.X.Type()) && fieldName(f) == "Body" && (h.vals[f.X] || h.cells[f]) {
				return true
			}
		}
	}
	return false
}

func (h *holding) addCell(a ssa.Value) {
	if h.cells[a] || a.Referrers() == nil {
		return
	}
	h.cells[a] = true
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if r.Op == token.MUL {
				h.add(r)
			}
		case *ssa.MakeClosure:
			h.bind(r, a, h.addCell)
		}
	}
}

// bind hands what a closure captures on to its own name for it.
func (h *holding) bind(mc *ssa.MakeClosure, v ssa.Value, add func(ssa.Value)) {
	fn := mc.Fn.(*ssa.Function)
	for i, b := range mc.Bindings {
		if b == v && i < len(fn.FreeVars) {
			add(fn.FreeVars[i])
		}
	}
}

// isVariable reports whether addr is a local or captured variable.
func isVariable(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

// freesIn reports whether in closes the thing, or hands it to somebody who may;
// ends says that the function around in has ended when the next attempt begins,
// so that what it defers has run.
func (h *holding) freesIn(in ssa.Instruction, ends bool) bool {
	switch in := in.(type) {
	case *ssa.Call:
		return h.callFrees(in)
	case *ssa.Defer:
		return ends && h.callFrees(in)
	case *ssa.Go:
		return h.mentions(in)
	case *ssa.Store:
		return h.vals[in.Val] && !isVariable(in.Addr) && !h.cells[in.Addr]
	case *ssa.MapUpdate:
		return h.vals[in.Value] || h.vals[in.Key]
	case *ssa.Send:
		return h.vals[in.X]
	case *ssa.Return:
		return ends && h.mentions(in)
	case *ssa.UnOp:
		// Have: <-timer.C; copy := *resp
		return h.vals[in.X] && (in.Op == token.ARROW || h.kind == Response && isResponse(in.X.Type()))
	case *ssa.Select:
		for _, s := range in.States {
			if h.vals[s.Chan] || s.Send != nil && h.vals[s.Send] {
				return true
			}
		}
	}
	return false
}

func (h *holding) mentions(in ssa.Instruction) bool {
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op == nil {
			continue
		}
		if h.vals[*op] || h.cells[*op] || h.captures(*op) {
			return true
		}
	}
	return false
}

// captures reports whether v is a closure over the thing.
func (h *holding) captures(v ssa.Value) bool {
	mc, ok := strip(v).(*ssa.MakeClosure)
	if !ok {
		return false
	}
	for _, b := range mc.Bindings {
		if h.vals[b] || h.cells[b] {
			return true
		}
	}
	return false
}

// callFrees reports whether a call closes the thing or passes it on.
func (h *holding) callFrees(c ssa.CallInstruction) bool {
	cc := c.Common()
	if h.vals[cc.Value] {
		// Have: cancel(); body.Close()
		return !cc.IsInvoke() || ending(cc.Method.Name())
	}
	if h.captures(cc.Value) {
		return h.functionFrees(closureOf(cc.Value))
	}
	if call, ok := c.(*ssa.Call); ok && h.wraps(call) {
		return false
	}
	name, fn := calleeName(c), h.sc.body(c)
	method := calleeFunc(c) != nil && calleeFunc(c).Signature().Recv() != nil
	if fn == nil && calleeFunc(c) == nil && h.variesOutside() {
		if _, builtin := cc.Value.(*ssa.Builtin); !builtin {
			return true // a function value, which may know of the variable too
		}
	}
	for i, a := range callArgs(c) {
		switch {
		case h.captures(a):
			if f := closureOf(strip(a)); f == nil || h.functionFrees(f) {
				return true
			}
		case !h.vals[a] && !h.cells[a]:
		case fn != nil:
			if i < len(fn.Params) && (ending(name) || h.paramFreed(fn, i)) {
				return true
			}
		case method && i == 0:
			if ending(name) {
				return true
			}
		case h.passedOn(c, name):
			return true
		}
	}
	return false
}

// variesOutside reports whether a captured variable holds the thing.
func (h *holding) variesOutside() bool {
	for a := range h.cells {
		if _, ok := a.(*ssa.FreeVar); ok {
			return true
		}
		for _, r := range *a.Referrers() {
			if _, ok := r.(*ssa.MakeClosure); ok {
				return true
			}
		}
	}
	return false
}

// passedOn reports whether a function that is not seen may close what it is given.
func (h *holding) passedOn(c ssa.CallInstruction, name string) bool {
	pkg := calleePkg(c)
	if !known.IsStd(pkg) {
		return !nameHas(name, "log", "print", "debug", "info", "warn", "error", "trace")
	}
	switch pkg {
	case "io", "io/ioutil":
		// What has been read to its end holds no connection.
		return nameHas(name, "readall", "copy", "nopcloser", "teereader", "limitreader", "multireader")
	case "fmt", "log", "log/slog", "errors", "encoding/json", "encoding/xml", "encoding/binary", "encoding/gob", "net/http/httputil",
		"strings", "reflect", "compress/gzip", "compress/flate", "compress/zlib":
		return false
	}
	return true
}

// ending reports whether a method of that name ends the use of what it is called on.
func ending(name string) bool {
	switch name {
	case "Next", "NextRow", "NextResultSet":
		return true // rows close themselves at their end
	}
	return nameHas(name, "close", "stop", "cancel", "shutdown", "release", "discard", "drain", "hijack", "terminate", "cleanup", "dispose", "finish", "reset")
}

// maxHeld is how many calls deep a thing is followed.
const maxHeld = 4

// paramFreed reports whether fn closes its i-th parameter somewhere, or passes it on.
func (h *holding) paramFreed(fn *ssa.Function, i int) bool {
	if h.depth >= maxHeld {
		return true
	}
	in := h.sc.hold(fn.Params[i], h.kind)
	in.depth = h.depth + 1
	return in.functionFrees(fn)
}

// functionFrees reports whether something in fn closes the thing, or hands it on.
func (h *holding) functionFrees(fn *ssa.Function) bool {
	if h.depth >= maxHeld {
		return true
	}
	h.depth++
	defer func() { h.depth-- }()
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if h.freesIn(in, true) {
				return true
			}
		}
	}
	return false
}

// deferred returns the place in the loop where the closing of the thing is put
// off to the end of the function.
func (h *holding) deferred(l *loop) *ssa.Defer {
	for _, b := range l.fn.Blocks {
		for _, in := range b.Instrs {
			if d, ok := in.(*ssa.Defer); ok && l.blocks[b] && h.callFrees(d) {
				return d
			}
		}
	}
	return nil
}

// closedBefore reports whether the function of an operation closes, before it
// opens the thing anew, what the attempt before left in a captured variable.
//
//	// Have: if resp != nil { resp.Body.Close() }; resp, err = c.Do(req)
func (h *holding) closedBefore(open *ssa.Call) bool {
	fn := open.Parent()
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if in == ssa.Instruction(open) {
				break
			}
			if h.freesIn(in, true) && (b == open.Block() || reaches(b, open.Block())) {
				return true
			}
		}
	}
	return false
}

// releasedNext reports whether each round of the loop releases what the round
// before has left in a variable, be it after it has opened its own.
//
//	// Have: ctx, cancel := context.WithTimeout(ctx, d); if previous != nil { previous() }; previous = cancel
func (h *holding) releasedNext(l *loop) bool {
	for v := range h.vals {
		p, ok := v.(*ssa.Phi)
		if !ok || p.Block() != l.header {
			continue
		}
		left := h.sc.hold(p, h.kind)
		for b := range l.blocks {
			for _, in := range b.Instrs {
				if left.freesIn(in, false) {
					return true
				}
			}
		}
	}
	return false
}
