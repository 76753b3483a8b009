package reading

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

type stepKey struct {
	f    *frame
	join *ssa.BasicBlock
	at   *ssa.BasicBlock
	what string
}

// phi reads a phi: a state variable at the header of the site's loop, a value
// run by the loop at the header of another one, else a choice.
func (r *Reader) phi(f *frame, v *ssa.Phi, path string) *policy.Expr {
	b := v.Block()
	edge := func(i int) *policy.Expr { return r.operandPath(f, v.Edges[i], path, b.Preds[i]) }
	l := r.pkg.Loops(f.fn).Headed(b)
	if l == nil {
		return r.join(f, b, fmt.Sprintf("%s%s", v.Name(), path), v.Type(), edge)
	}
	if f == r.root && b == r.cycle.Header {
		return r.state(f, l, v, path, v.Comment, v.Type(), edge)
	}
	return r.innerState(f, l, v, path, v.Type(), edge)
}

// state makes the state variable for the value that edge gives at the header
// of the site's loop: init over the entries, next over the back edges that
// the failing cycle takes.
func (r *Reader) state(f *frame, l *Loop, v ssa.Value, path, name string, t types.Type, edge func(i int) *policy.Expr) *policy.Expr {
	k, ok := kindOf(componentType(t, path))
	if !ok {
		return r.opaque(t, "state")
	}
	s := r.B.State(r.fresh(name), k)
	r.memo[memoKey{f, v, path}] = s
	r.later(func() { r.bindState(s, l, t, edge) })
	return s
}

// later queues the binding of a state: its next value may speak of values that
// are being read now. The readings of the package's callers end with settle.
func (r *Reader) later(bind func()) { r.queue = append(r.queue, bind) }

// settle binds the queued states.
func (r *Reader) settle() {
	for len(r.queue) > 0 {
		bind := r.queue[0]
		r.queue = r.queue[1:]
		bind()
	}
}

func (r *Reader) bindState(s *policy.Expr, l *Loop, t types.Type, edge func(i int) *policy.Expr) {
	var init, next *policy.Expr
	merge := func(x, y *policy.Expr, id string) *policy.Expr {
		if x == nil || x == y {
			return y
		}
		return r.B.Choice(r.B.Coin(r.fresh(id)), x, y)
	}
	var back []int
	for i, p := range l.Header.Preds {
		switch {
		case !l.Blocks[p]:
			init = merge(init, edge(i), "entry")
		case r.cycle.On[p]:
			back = append(back, i)
		}
	}
	if len(back) > 1 {
		// Have: if d *= 2; d > max { d = max } } // the end of the loop
		// Both ways out of the if are back edges; its condition tells them apart.
		w := &walk{r: r, f: r.root, target: l.Header, what: s.Name, edge: edge, busy: map[*ssa.BasicBlock]bool{}}
		next = w.from(fork(l.Header, back))
	}
	if next == nil {
		for _, i := range back {
			next = merge(next, edge(i), "back")
		}
	}
	if init == nil {
		init = r.opaque(t, "no entry")
	}
	if next == nil {
		next = s
	}
	r.B.Bind(s, init, next)
}

// fork returns the nearest block that dominates the preds i of b.
func fork(b *ssa.BasicBlock, preds []int) *ssa.BasicBlock {
	d := b.Preds[preds[0]]
	for _, i := range preds[1:] {
		for !d.Dominates(b.Preds[i]) {
			d = d.Idom()
		}
	}
	return d
}

// fresh returns name, made unique within the site.
func (r *Reader) fresh(name string) string {
	if name == "" {
		name = "s"
	}
	r.names[name]++
	if n := r.names[name]; n > 1 {
		return fmt.Sprintf("%s_%d", name, n)
	}
	return name
}

// join reads the value at a join by walking from the immediate dominator to
// it: each branch is a choice guarded by its condition. what names the value,
// for memoising.
func (r *Reader) join(f *frame, b *ssa.BasicBlock, what string, t types.Type, edge func(i int) *policy.Expr) *policy.Expr {
	idom := b.Idom()
	if idom == nil {
		return r.opaque(t, "join")
	}
	w := &walk{r: r, f: f, target: b, what: what, edge: edge, busy: map[*ssa.BasicBlock]bool{}}
	if e := w.from(idom); e != nil {
		return e
	}
	return r.opaque(t, "join")
}

// A walk computes the value at target, or at a function's returns, from the
// blocks above it.
type walk struct {
	r      *Reader
	f      *frame
	target *ssa.BasicBlock                    // nil: the returns of the function
	edge   func(i int) *policy.Expr           // value on the i'th edge into target
	ret    func(ret *ssa.Return) *policy.Expr // value at a return, if target is nil
	what   string
	busy   map[*ssa.BasicBlock]bool
	loose  bool // an undecided condition is "either", not a coin: for guards
}

// from returns the value if control has reached the end of b; nil if target
// cannot be reached from there.
func (w *walk) from(b *ssa.BasicBlock) *policy.Expr {
	if w.busy[b] {
		return nil
	}
	k := stepKey{w.f, w.target, b, w.what}
	if e, ok := w.r.stepsAt[k]; ok {
		return e
	}
	if w.r.fuel -= 2; w.r.fuel < 0 {
		return nil
	}
	w.busy[b] = true
	e := w.leave(b)
	delete(w.busy, b)
	w.r.stepsAt[k] = e
	return e
}

func (w *walk) leave(b *ssa.BasicBlock) *policy.Expr {
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		if w.target == nil {
			return w.ret(last)
		}
	case *ssa.Jump:
		return w.step(b, 0)
	case *ssa.If:
		x, y := w.step(b, 0), w.step(b, 1)
		if w.loose {
			return w.guard(b, last, x, y)
		}
		switch {
		case x == nil:
			return y
		case y == nil || x == y:
			return x
		}
		if w.inLoop(b) {
			// Have: for n > 0 { d *= 2; if d > max { return max } }
			// The condition speaks of one time round of a loop that is left here.
			return w.r.B.Choice(w.r.coin(w.f, last.Cond), x, y)
		}
		return w.r.B.Choice(w.r.cond(w.f, last.Cond), x, y)
	}
	return nil
}

// inLoop reports whether b lies in a loop that is neither the site's nor
// around the walk's target.
func (w *walk) inLoop(b *ssa.BasicBlock) bool {
	l := w.r.pkg.Loops(w.f.fn).Innermost(b)
	for ; l != nil; l = l.Outer {
		if w.f == w.r.root && w.r.cycle.Header != nil && l.Blocks[w.r.cycle.Header] {
			return false
		}
		if w.target == nil || !l.Blocks[w.target] {
			return true
		}
	}
	return false
}

// guard joins the two ways out of b in a walk for a guard: only a condition
// decided by numbers can bar a way, and none that ends an inner loop.
func (w *walk) guard(b *ssa.BasicBlock, last *ssa.If, x, y *policy.Expr) *policy.Expr {
	if x == nil && y == nil {
		return nil
	}
	inner := b != w.r.cycle.Header && w.r.pkg.Loops(w.f.fn).Headed(b) != nil
	c := w.r.cond(w.f, last.Cond)
	if numeric(last.Cond) && decidable(c) && !inner {
		return w.r.B.Choice(c, w.orFalse(x), w.orFalse(y))
	}
	if x == nil || y == nil || x == y {
		if x != y && !inner && w.limits(last.Cond) {
			w.r.limited = true
		}
		if x == nil {
			return y
		}
		return x
	}
	return w.r.B.Choice(x, w.r.B.Bool(true), y)
}

// numeric reports whether v compares numbers: only then a guard believes it.
// A test of an error or a pointer that is known in values may go either way.
func numeric(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.BinOp:
		k, ok := kindOf(v.X.Type())
		return ok && k != policy.Bool
	case *ssa.UnOp:
		return v.Op == token.NOT && numeric(v.X)
	}
	return false
}

func (w *walk) orFalse(e *policy.Expr) *policy.Expr {
	if e == nil {
		return w.r.B.Bool(false)
	}
	return e
}

// step follows the i'th edge out of b.
func (w *walk) step(b *ssa.BasicBlock, i int) *policy.Expr {
	s := b.Succs[i]
	if s == w.target {
		if w.edge == nil {
			return w.r.B.Bool(true)
		}
		// A block may reach the join by both of its edges; they carry one value.
		for j, p := range s.Preds {
			if p == b {
				if i > 0 && b.Succs[0] == s {
					i = 0
					continue
				}
				return w.edge(j)
			}
		}
		return nil
	}
	c := w.r.cycle
	if w.f == w.r.root && c.Header != nil && c.Loop[s] && (!c.On[s] || s == c.Header) {
		return nil
	}
	return w.from(s)
}

// decidable reports whether a condition is computed from numbers that are
// seen: no coin, nothing opaque, no draw.
func decidable(e *policy.Expr) bool {
	switch e.Op {
	case policy.OpCoin, policy.OpOpaque, policy.OpDraw, policy.OpDrawN, policy.OpElapsed, policy.OpServer:
		return false
	}
	for _, a := range e.Args {
		if !decidable(a) {
			return false
		}
	}
	return true
}

// cond reads a condition. One that is not about numbers is a coin of its own.
func (r *Reader) cond(f *frame, v ssa.Value) *policy.Expr {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Phi, *ssa.Parameter, *ssa.Call, *ssa.Extract, *ssa.FreeVar, *ssa.Field:
		e := r.value(f, v, "")
		if e.Kind == policy.Bool && e.Op != policy.OpOpaque && e.Op != policy.OpUnknown {
			return e
		}
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return r.B.Op(policy.OpNot, policy.Bool, r.cond(f, v.X))
		}
		e := r.value(f, v, "")
		if e.Kind == policy.Bool && e.Op != policy.OpOpaque && e.Op != policy.OpUnknown {
			return e
		}
		if e.Op == policy.OpUnknown {
			return r.B.Coin(e.Name)
		}
	case *ssa.BinOp:
		return r.compare(f, v)
	}
	return r.coin(f, v)
}

func (r *Reader) coin(f *frame, v ssa.Value) *policy.Expr {
	return r.B.Coin(fmt.Sprintf("%d.%s.%s", f.id, f.fn.Name(), v.Name()))
}

func (r *Reader) compare(f *frame, v *ssa.BinOp) *policy.Expr {
	if k, ok := kindOf(v.X.Type()); ok && k != policy.Bool {
		x, y := r.operand(f, v.X, v.Block()), r.operand(f, v.Y, v.Block())
		if optional(x, y) || optional(y, x) {
			// Have: if cfg.FixedDelay != 0 { return cfg.FixedDelay }
			return r.option(v.Op, x, y)
		}
		if unseen(x) || unseen(y) || bare(x) && !moves(y) || bare(y) && !moves(x) {
			return r.coin(f, v)
		}
		return r.order(v.Op, x, y)
	}
	if isNil(v.X) || isNil(v.Y) {
		x := v.X
		if isNil(x) {
			x = v.Y
		}
		if types.Identical(x.Type(), types.Universe.Lookup("error").Type()) {
			return r.failed(f, v, x)
		}
		if fails(x) {
			return r.coin(f, v)
		}
		// Pointers, maps and functions that are tested are usually there.
		return r.B.Bool(v.Op == token.NEQ)
	}
	if k, ok := kindOf(v.X.Type()); ok && k == policy.Bool && (v.Op == token.EQL || v.Op == token.NEQ) {
		x, y := r.cond(f, v.X), r.cond(f, v.Y)
		if y.Op == policy.OpConst {
			if (y.Int == 1) == (v.Op == token.EQL) {
				return x
			}
			return r.B.Op(policy.OpNot, policy.Bool, x)
		}
	}
	return r.coin(f, v)
}

// optional reports whether x is an unknown duration, no cap, that is compared
// with zero: whether it is set.
func optional(x, zero *policy.Expr) bool {
	x = unwrap(x)
	return x.Op == policy.OpUnknown && x.Role == policy.RoleDuration &&
		zero.Op == policy.OpConst && zero.Int == 0 && zero.Float == 0
}

// option is the comparison of an unknown with zero as a coin: all comparisons
// of one unknown are one.
func (r *Reader) option(op token.Token, x, y *policy.Expr) *policy.Expr {
	if unwrap(x).Op != policy.OpUnknown {
		x = y
		op = flip[op]
	}
	set := r.B.Coin(unwrap(x).Name + " set")
	switch op {
	case token.NEQ, token.GTR:
		return set
	case token.EQL, token.LEQ:
		return r.B.Op(policy.OpNot, policy.Bool, set)
	}
	return r.B.Bool(op == token.GEQ)
}

var flip = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ, token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
}

// unseen reports whether nothing can be said of a comparison with e: it
// speaks of something opaque, or of the time that has passed.
func unseen(e *policy.Expr) bool {
	if e.Op == policy.OpOpaque || e.Op == policy.OpElapsed {
		return true
	}
	for _, a := range e.Args {
		if unseen(a) {
			return true
		}
	}
	return false
}

// bare reports whether e is an unknown number without a role, such as a status.
func bare(e *policy.Expr) bool {
	e = unwrap(e)
	return e.Op == policy.OpUnknown && e.Role == policy.RoleNone && !e.Time
}

// moves reports whether e changes with the attempts.
func moves(e *policy.Expr) bool {
	if e.Op == policy.OpState || e.Op == policy.OpAttempt || e.Op == policy.OpPrev {
		return true
	}
	for _, a := range e.Args {
		if moves(a) {
			return true
		}
	}
	return false
}

func (r *Reader) order(op token.Token, x, y *policy.Expr) *policy.Expr {
	not := func(e *policy.Expr) *policy.Expr { return r.B.Op(policy.OpNot, policy.Bool, e) }
	switch op {
	case token.LSS:
		return r.B.Op(policy.OpLt, policy.Bool, x, y)
	case token.LEQ:
		return r.B.Op(policy.OpLe, policy.Bool, x, y)
	case token.GTR:
		return r.B.Op(policy.OpLt, policy.Bool, y, x)
	case token.GEQ:
		return r.B.Op(policy.OpLe, policy.Bool, y, x)
	case token.EQL:
		return r.B.Op(policy.OpEq, policy.Bool, x, y)
	}
	return not(r.B.Op(policy.OpEq, policy.Bool, x, y))
}

// failed reads a comparison of an error with nil. In the site's own cycle the
// error is that of the attempt, and the attempt has failed; parsing a header
// may fail or not; some calls practically never fail.
func (r *Reader) failed(f *frame, v *ssa.BinOp, err ssa.Value) *policy.Expr {
	switch origin := r.errorOf(f, err); {
	case origin == "":
		if f == r.root && r.cycle.Header != nil && r.cycle.Loop[v.Block()] && !r.eitherWay(v.Block()) {
			return r.B.Bool(v.Op == token.NEQ)
		}
	case neverFails[origin]:
		return r.B.Bool(v.Op == token.EQL)
	}
	return r.coin(f, v)
}

// eitherWay reports whether both ways out of b go on to the wait: an attempt
// may fail with no error, by its status.
//
//	// Have: d := backoff(n); if err == nil { d = retryAfter(resp) }; time.Sleep(d)
func (r *Reader) eitherWay(b *ssa.BasicBlock) bool {
	if r.cycle.After[b] {
		return false
	}
	for _, s := range b.Succs {
		if !r.cycle.On[s] {
			return false
		}
	}
	return len(b.Succs) == 2
}

// errorOf returns the full name of the function outside the package whose
// error err is, if it is not an attempt's: parsing, random sources, contexts.
func (r *Reader) errorOf(f *frame, err ssa.Value) string {
	if x, ok := err.(*ssa.Extract); ok {
		err = x.Tuple
	}
	if c, ok := err.(*ssa.Call); ok {
		name := calleeName(c.Common())
		if neverFails[name] || notAttempts[pathOf(c.Common())] {
			return name
		}
	}
	return ""
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// fails reports whether v is the error of a context, which is a value of its
// own, not of the attempt.
func fails(v ssa.Value) bool { _, ok := v.(*ssa.Call); return ok }

// Guard returns the condition under which control goes from the start of the
// cycle's header to block to, over the failing cycle alone. Conditions that
// are not decided by numbers count as possible.
func (r *Reader) Guard(to *ssa.BasicBlock) *policy.Expr {
	w := &walk{r: r, f: r.root, target: to, what: "guard", busy: map[*ssa.BasicBlock]bool{}, loose: true}
	start := r.cycle.Header
	var e *policy.Expr
	switch {
	case start == nil:
		e = w.orTrue(w.from(r.cycle.Fn.Blocks[0]))
	case to == start:
		e = w.orTrue(w.leave(start))
	default:
		e = w.orTrue(w.from(start))
	}
	r.settle()
	return e
}

func (w *walk) orTrue(e *policy.Expr) *policy.Expr {
	if e == nil {
		return w.r.B.Bool(true)
	}
	return e
}
