package reading

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

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

// cond reads a condition. One that is not about numbers is a coin of its own.
func (r *Reader) cond(f *frame, v ssa.Value) *policy.Expr {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Phi, *ssa.Parameter, *ssa.Call, *ssa.Extract, *ssa.FreeVar, *ssa.Field:
		e := r.value(f, v, "")
		if e.Kind == policy.Bool && e.Op != policy.OpUnknown && !hasOpaque(e) {
			return e
		}
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return r.B.Op(policy.OpNot, policy.Bool, r.cond(f, v.X))
		}
		e := r.value(f, v, "")
		if e.Kind == policy.Bool && e.Op != policy.OpUnknown && !hasOpaque(e) {
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
		if e := r.eachSide(f, v, x, y, 3); e != nil {
			return e
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
		if _, result := x.(*ssa.Call); result {
			return r.coin(f, v) // Have: if conn := dial(); conn == nil
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

// eachSide compares a value that is the one or the other, by a condition not
// seen into, where only one of the two is not seen; nil where x is no such value.
//
//	// Have: if d, ok := parse(resp); ok { if d > limit { d = limit } }, of seconds or of a date
func (r *Reader) eachSide(f *frame, v *ssa.BinOp, x, y *policy.Expr, depth int) *policy.Expr {
	c := unwrap(x)
	if depth == 0 || c.Op != policy.OpChoice || c.Args[0].Op != policy.OpCoin || !unseen(c) || unseen(y) {
		return nil
	}
	side := func(e *policy.Expr) *policy.Expr {
		if s := r.eachSide(f, v, e, y, depth-1); s != nil {
			return s
		}
		if unseen(e) {
			return r.coin(f, v)
		}
		return r.order(v.Op, r.B.Op(policy.OpConv, x.Kind, e), y)
	}
	return r.B.Choice(c.Args[0], side(c.Args[1]), side(c.Args[2]))
}

// optional reports whether x is an unknown duration, no cap, or fraction that is compared
// with zero: whether it is set.
func optional(x, zero *policy.Expr) bool {
	x = unwrap(x)
	return x.Op == policy.OpUnknown && (x.Role == policy.RoleDuration || x.Role == policy.RoleFraction) && !policy.IsParam(x.Name) &&
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
	return e.Op == policy.OpUnknown && e.Role == policy.RoleNone && !e.Time && !policy.IsParam(e.Name)
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
