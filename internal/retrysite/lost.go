package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// lostAt says where the function returns, when the attempts are used up, as if
// the last of them had not failed.
//
//	// Have: for n := 0; n < 5; n++ { resp, err := get(); if err == nil { return resp, nil } }; return nil, err
func (sc *scope) lostAt(l *loop, a *attempt) Lost {
	n := l.fn.Signature.Results().Len()
	if n == 0 || !isError(l.fn.Signature.Results().At(n-1).Type()) || a.path.kind != leaves || a.path.failed.tainted || a.path.failed.inner {
		return Lost{}
	}
	errs := errorsOf(a.call)
	if len(errs) == 0 {
		return Lost{}
	}
	d := &dropped{l: l, seen: map[ssa.Value]bool{}}
	for _, e := range errs {
		if !d.value(e) {
			return Lost{}
		}
	}
	after := &aftermath{sc: sc, l: l, inner: namedIn(l, errs)}
	for _, x := range a.leaves {
		if x.by != ExitAttempts || !a.path.failed.exits[x.edge] {
			continue
		}
		if x.to == nil || a.path.ok.exits[x.edge] && !l.counts(x.from) {
			return Lost{}
		}
		after.enter(x.to, map[*ssa.BasicBlock]bool{})
	}
	return after.lost()
}

// counts reports whether the loop ends at the block because its number has
// reached a limit: for n := 0; n < 5; n++.
func (l *loop) counts(b *ssa.BasicBlock) bool {
	return b == l.header || len(l.back) > 0 && l.goesBackFrom(b)
}

func (l *loop) goesBackFrom(b *ssa.BasicBlock) bool {
	for _, x := range l.back {
		if x == b {
			return true
		}
	}
	return false
}

// errorsOf are the errors that a call returns.
func errorsOf(c ssa.CallInstruction) []ssa.Value {
	v := c.Value()
	if v == nil || v.Referrers() == nil {
		return nil
	}
	if isError(v.Type()) {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for _, r := range *v.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && isError(x.Type()) {
			out = append(out, x)
		}
	}
	return out
}

// A dropped follows what becomes of the error of one attempt: whether nothing
// of it is left when the next begins.
type dropped struct {
	l    *loop
	seen map[ssa.Value]bool
}

// value reports whether v is only tested, told to a log, or returned at once.
func (d *dropped) value(v ssa.Value) bool {
	if d.seen[v] || v.Referrers() == nil {
		return true
	}
	d.seen[v] = true
	for _, r := range *v.Referrers() {
		if !d.use(v, r) {
			return false
		}
	}
	return true
}

func (d *dropped) use(v ssa.Value, r ssa.Instruction) bool {
	switch r := r.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.If, *ssa.Return:
		return true
	case *ssa.Phi:
		return d.l.contains(r) && r.Block() != d.l.header && d.value(r)
	case *ssa.Store:
		if a, ok := r.Addr.(*ssa.IndexAddr); ok && r.Val == v {
			return d.arguments(a)
		}
		return false
	case *ssa.Call:
		if !logsOrAsks(r) {
			return false
		}
		return d.value(r)
	case *ssa.TypeAssert, *ssa.Extract, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.FieldAddr, *ssa.Field, *ssa.UnOp:
		return d.value(r.(ssa.Value))
	}
	return false
}

// arguments follows the slice that is made for a call.
func (d *dropped) arguments(a *ssa.IndexAddr) bool {
	arr, ok := a.X.(*ssa.Alloc)
	return ok && d.array(arr)
}

func (d *dropped) array(arr *ssa.Alloc) bool {
	for _, r := range *arr.Referrers() {
		switch r := r.(type) {
		case *ssa.IndexAddr, *ssa.DebugRef:
		case *ssa.Slice:
			if !d.value(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// logsOrAsks reports whether a call that is given an error writes it to a log,
// or asks what it is.
func logsOrAsks(c *ssa.Call) bool {
	res := c.Call.Signature().Results()
	name, pkg := calleeName(c), calleePkg(c)
	switch {
	case pkg == "errors" && (name == "Is" || name == "As"), pkg == "fmt" && res.Len() == 1:
		return true
	case name == "Error" && len(callArgs(c)) == 1, name == "Code" || name == "Timeout" || name == "Temporary":
		return true
	case res.Len() == 1 && isBool(res.At(0).Type()):
		return true
	}
	return nameHas(name, "log", "print", "warn", "err", "info", "debug", "trace", "fatal", "panic") || pkg == "log" || pkg == "log/slog"
}

// namedIn are the error variables that the values are kept in, declared inside the loop.
func namedIn(l *loop, errs []ssa.Value) map[string]*types.Var {
	out := map[string]*types.Var{}
	for _, e := range errs {
		for _, r := range *e.Referrers() {
			if ref, ok := r.(*ssa.DebugRef); ok && !ref.IsAddr {
				if v, ok := ref.Object().(*types.Var); ok {
					out[v.Name()] = v
				}
			}
		}
	}
	return out
}

// An aftermath is what a function does after its attempts are used up.
type aftermath struct {
	sc    *scope
	l     *loop
	inner map[string]*types.Var // the error variables of the attempt

	nilAt  *ssa.Return // a return of nil
	other  bool        // something else may be returned
	shadow string      // the variable of that name outside the loop is read
	readAt *ssa.Return
}

// lost is what was found.
func (f *aftermath) lost() Lost {
	switch {
	case f.shadow != "" && f.readAt != nil:
		return Lost{returnRange(f.readAt), f.shadow}
	case f.nilAt != nil && !f.other:
		return Lost{returnRange(f.nilAt), ""}
	}
	return Lost{}
}

func returnRange(r *ssa.Return) Range {
	return Range{r.Pos(), r.Pos() + token.Pos(len("return"))}
}

// enter follows the ways on from a block outside the loop.
func (f *aftermath) enter(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) {
	if seen[b] || f.l.blocks[b] {
		return
	}
	seen[b] = true
	read := ""
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.DebugRef:
			if name := f.outer(in); name != "" {
				read = name
			}
		case *ssa.Call:
			if returnsError(in.Call.Signature()) && calleePkg(in) != "fmt" && calleePkg(in) != "errors" {
				f.other = true // it goes on, and what comes then is another matter
				return
			}
			if f.sc.endsHere(in) {
				f.other = true
				return
			}
		}
	}
	switch end := last(b).(type) {
	case *ssa.Return:
		f.returns(end, read)
	case *ssa.If:
		if read != "" && f.shadow == "" {
			if ret := returnAfter(end); ret != nil {
				f.shadow, f.readAt = read, ret
			}
		}
		for _, s := range b.Succs {
			f.enter(s, seen)
		}
	default:
		for _, s := range b.Succs {
			f.enter(s, seen)
		}
	}
}

func (f *aftermath) returns(r *ssa.Return, read string) {
	v := r.Results[len(r.Results)-1]
	k, ok := v.(*ssa.Const)
	switch {
	case read != "" && f.shadow == "":
		f.shadow, f.readAt = read, r
	case ok && k.IsNil() && r.Pos().IsValid():
		if f.nilAt == nil {
			f.nilAt = r
		}
	default:
		f.other = true
	}
}

// returnAfter is the return on the side of a branch where an error is not nil.
//
//	// Have: if err != nil { return fmt.Errorf("…: %w", err) }
func returnAfter(b *ssa.If) *ssa.Return {
	c, ok := b.Cond.(*ssa.BinOp)
	if !ok || c.Op != token.NEQ && c.Op != token.EQL || !isError(c.X.Type()) {
		return nil
	}
	side := 0
	if c.Op == token.EQL {
		side = 1
	}
	r, _ := last(b.Block().Succs[side]).(*ssa.Return)
	return r
}

// outer returns the name of the variable that is read if it is one outside the
// loop of the same name as the attempt's, which the loop never sets.
func (f *aftermath) outer(ref *ssa.DebugRef) string {
	v, ok := ref.Object().(*types.Var)
	if !ok || !isError(v.Type()) {
		return ""
	}
	in := f.inner[v.Name()]
	if in == nil || in == v || in.Pos() < v.Pos() {
		return ""
	}
	switch x := ref.X.(type) {
	case *ssa.Const:
		return v.Name()
	case ssa.Instruction:
		if x.Block() != nil && x.Parent() == f.l.fn && !f.l.contains(x) && x.Block().Dominates(f.l.header) {
			return v.Name()
		}
	}
	return ""
}
