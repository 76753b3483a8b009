package retrysite

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// stopOf returns what could end the waits of a loop.
func (sc *scope) stopOf(l *loop) Stop {
	t := &stopTracer{sc: sc, l: l, seen: map[ssa.Value]bool{}}
	for _, p := range l.fn.Params {
		if name := t.param(p); name != "" {
			return Stop{Name: name}
		}
	}
	for _, b := range l.fn.Blocks {
		// What is made on another way than the loop's is not in its reach.
		if !l.blocks[b] && !b.Dominates(l.header) {
			continue
		}
		for _, in := range b.Instrs {
			if name := t.used(in); name != "" {
				return Stop{Name: name}
			}
			if name := stopReceived(in); name != "" && l.blocks[b] {
				return Stop{Name: name, Channel: true}
			}
		}
	}
	return Stop{Name: t.receiver()}
}

// A stopTracer follows contexts to where they come from, to tell those that
// end at some time from those that never do.
type stopTracer struct {
	sc   *scope
	l    *loop
	seen map[ssa.Value]bool
}

func (t *stopTracer) param(p *ssa.Parameter) string {
	name := p.Name()
	switch {
	case name == "" || name == "_":
		return ""
	case isContext(p.Type()):
		return name
	case isRequest(p.Type()):
		return name + ".Context()"
	}
	return ""
}

// used returns the name of the context that an instruction makes or hands on.
func (t *stopTracer) used(in ssa.Instruction) string {
	if v, ok := in.(ssa.Value); ok && isContext(v.Type()) {
		if _, phi := v.(*ssa.Phi); !phi {
			return t.context(v)
		}
	}
	c, ok := in.(ssa.CallInstruction)
	if !ok {
		return ""
	}
	for _, a := range callArgs(c) {
		if isContext(a.Type()) {
			if name := t.context(a); name != "" {
				return name
			}
		}
	}
	return ""
}

// stopReceived returns the name of the channel for stopping from which an
// instruction receives.
func stopReceived(in ssa.Instruction) string {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op == token.ARROW {
			return stopChannel(in.X)
		}
	case *ssa.Select:
		for _, st := range in.States {
			if st.Dir == types.RecvOnly {
				if name := stopChannel(st.Chan); name != "" {
					return name
				}
			}
		}
	}
	return ""
}

// stopChannel returns the name of a channel that by it says that the work is
// to end; "" if it is none.
//
//	// Have: case <-s.quit:
func stopChannel(ch ssa.Value) string {
	name, path := "", ""
	switch v := strip(ch).(type) {
	case *ssa.Parameter:
		name = v.Name()
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.FieldAddr:
			name = fieldName(a)
			path = spelled(a)
		case *ssa.FreeVar:
			name = a.Name()
		case *ssa.Alloc:
			name = a.Comment
		case *ssa.Global:
			name = a.Name()
		}
	}
	c, ok := ch.Type().Underlying().(*types.Chan)
	if !ok || !nameHas(name, "stop", "done", "quit", "clos", "exit", "shut", "cancel", "term", "kill", "abort", "dying") {
		return ""
	}
	if _, ok := c.Elem().Underlying().(*types.Struct); !ok || isTimeChan(ch.Type()) {
		return ""
	}
	if path != "" {
		return path
	}
	return name
}

// spelled is a variable or field as the source writes it: "s.bridge.ctx". Where
// that is not known it is the last name alone.
func spelled(v ssa.Value) string {
	switch v := strip(v).(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return spelled(v.X)
		}
	case *ssa.FieldAddr:
		if base := spelled(v.X); base != "" {
			return base + "." + fieldName(v)
		}
		return fieldName(v)
	}
	return ""
}

// context returns the name of a context that ends at some time; "": it never
// does, it is made anew for each attempt, or that cannot be told.
func (t *stopTracer) context(v ssa.Value) string {
	v = strip(v)
	if t.seen[v] {
		return ""
	}
	t.seen[v] = true
	defer delete(t.seen, v)
	switch v := v.(type) {
	case *ssa.Parameter:
		return t.param(v)
	case *ssa.Extract:
		return t.context(v.Tuple)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if name := t.context(e); name != "" {
				return name
			}
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return t.loaded(v.X)
		}
	case *ssa.FreeVar:
		return t.captured(v)
	case *ssa.Call:
		return t.made(v)
	}
	return ""
}

// loaded follows a context kept in memory.
func (t *stopTracer) loaded(addr ssa.Value) string {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		if isRequest(a.X.Type()) || !t.fieldEnds(a) {
			return ""
		}
		return spelled(a)
	case *ssa.FreeVar:
		return t.captured(a)
	case *ssa.Alloc:
		if t.stored(a) {
			return a.Comment
		}
	}
	return ""
}

// stored reports whether a context that ends is put into the variable.
func (t *stopTracer) stored(a *ssa.Alloc) bool {
	if a.Referrers() == nil {
		return false
	}
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == a && t.context(s.Val) != "" {
			return true
		}
	}
	return false
}

// fieldEnds reports whether a field may hold a context that ends: something
// else than context.Background() is stored in it, or another package fills it.
func (t *stopTracer) fieldEnds(f *ssa.FieldAddr) bool {
	v := fieldVar(f)
	return v != nil && t.varEnds(v)
}

func (t *stopTracer) varEnds(v *types.Var) bool {
	stores := t.sc.storesOf(v)
	for _, s := range stores {
		if c, ok := strip(s.Val).(*ssa.Call); !ok || !isBackground(c) {
			return true
		}
	}
	return len(stores) == 0 && v.Exported()
}

func isBackground(c *ssa.Call) bool {
	name := calleeName(c)
	return calleePkg(c) == "context" && (name == "Background" || name == "TODO" || name == "WithoutCancel")
}

// captured follows a variable into the function around.
func (t *stopTracer) captured(fv *ssa.FreeVar) string {
	fn := fv.Parent()
	i := -1
	for j, f := range fn.FreeVars {
		if f == fv {
			i = j
		}
	}
	outer := fn.Parent()
	if outer == nil || i < 0 {
		return ""
	}
	for _, b := range outer.Blocks {
		for _, in := range b.Instrs {
			mc, ok := in.(*ssa.MakeClosure)
			if !ok || mc.Fn != ssa.Value(fn) || i >= len(mc.Bindings) {
				continue
			}
			if t.loaded(mc.Bindings[i]) != "" || t.context(mc.Bindings[i]) != "" {
				return fv.Name()
			}
		}
	}
	return ""
}

// made follows a context that a call returned.
func (t *stopTracer) made(c *ssa.Call) string {
	pkg, name := calleePkg(c), calleeName(c)
	args := callArgs(c)
	parent := ""
	for _, a := range args {
		if isContext(a.Type()) || isRequest(a.Type()) {
			if parent = t.context(a); parent != "" {
				return parent
			}
		}
	}
	if t.l.contains(c) {
		return "" // made for one attempt
	}
	switch {
	case pkg == "context" && (strings.HasPrefix(name, "WithTimeout") || strings.HasPrefix(name, "WithDeadline")),
		pkg == "os/signal" && name == "NotifyContext":
		return "ctx"
	case pkg == "context" && strings.HasPrefix(name, "WithCancel") && calledBeforeEnd(c):
		return "ctx"
	}
	return ""
}

// calledBeforeEnd reports whether the cancel function that c returns is used
// for more than a defer.
func calledBeforeEnd(c *ssa.Call) bool {
	for _, r := range *c.Referrers() {
		x, ok := r.(*ssa.Extract)
		if !ok || x.Index != 1 || x.Referrers() == nil {
			continue
		}
		for _, u := range *x.Referrers() {
			switch u.(type) {
			case *ssa.Defer, *ssa.DebugRef:
			default:
				return true
			}
		}
	}
	return false
}

// receiver returns the context in a field of the method's receiver.
func (t *stopTracer) receiver() string {
	if t.l.fn.Signature.Recv() == nil || len(t.l.fn.Params) == 0 {
		return ""
	}
	recv := t.l.fn.Params[0]
	p, ok := recv.Type().Underlying().(*types.Pointer)
	if !ok {
		return ""
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for f := range st.Fields() {
		if isContext(f.Type()) && t.varEnds(f.Origin()) {
			return recv.Name() + "." + f.Name()
		}
	}
	return ""
}
