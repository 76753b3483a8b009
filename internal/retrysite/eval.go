package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// exec notes the effect of one instruction.
func (w *walk) exec(in ssa.Instruction, e *env, top bool, depth int) {
	switch in := in.(type) {
	case *ssa.Store:
		e.set(&w.ids, cellKey(in.Addr), w.eval(in.Val, e, 0))
	case *ssa.UnOp:
		switch in.Op {
		case token.MUL:
			e.set(&w.ids, key{in, self}, w.load(in, e))
		case token.ARROW:
			if top {
				w.t.calls[in] = true
			}
			if !w.answers(in, e) {
				w.receive(in.X, e)
			}
		}
	case *ssa.Select:
		if top {
			w.t.calls[in] = true
		}
		w.choose(in, e)
	case *ssa.Call:
		if top {
			w.t.calls[in] = true
		}
		for i, a := range w.call(in, e, depth) {
			e.set(&w.ids, key{in, i}, a)
		}
	}
}

// isTimer reports whether values of time are received from the channel.
func isTimer(ch ssa.Value) bool {
	c, ok := ch.Type().Underlying().(*types.Chan)
	return ok && isNamed(c.Elem(), "time", "Time")
}

// receive notes a bare receive.
func (w *walk) receive(ch ssa.Value, e *env) {
	switch {
	case w.eval(ch, e, 0).kind == aDone:
		w.t.observed = w.t.observed || w.out.over()
		w.t.blocking = true
	case !isTimer(ch):
		w.t.blocking = true
		w.t.tainted = w.t.tainted || w.out.over()
	default:
		w.t.timed = true
	}
}

// choose notes a select: a context that has ended is ready.
func (w *walk) choose(s *ssa.Select, e *env) {
	index := abs{}
	for i, c := range s.States {
		switch {
		case c.Dir != types.RecvOnly:
			w.t.blocking = w.t.blocking || s.Blocking
		case w.eval(c.Chan, e, 0).kind == aDone:
			if w.out.over() {
				w.t.observed = true
				index = abs{kind: aNum, n: int64(i)}
			} else if index.kind == aFree {
				index = abs{kind: aNot, n: int64(i)}
			}
		case !isTimer(c.Chan):
			// Have: case <-quit: it may be closed when the context ends.
			w.t.blocking = w.t.blocking || s.Blocking
			w.t.tainted = w.t.tainted || w.out.over()
		default:
			w.t.timed = true
		}
	}
	e.set(&w.ids, key{s, 0}, index)
}

// evalDepth bounds the chain of values followed for one.
const evalDepth = 24

// eval returns what is known of v on the path of e.
func (w *walk) eval(v ssa.Value, e *env, depth int) abs {
	if depth > evalDepth {
		return abs{kind: aOpaque}
	}
	if a, ok := e.m[key{v, self}]; ok {
		return a
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constOf(v)
	case *ssa.Call:
		if a, ok := e.m[key{v, 0}]; ok {
			return a
		}
		if isDoneCall(v) {
			return abs{kind: aDone}
		}
		return abs{}
	case *ssa.Extract:
		return w.extract(v, e, depth)
	case *ssa.ChangeType:
		return w.eval(v.X, e, depth+1)
	case *ssa.ChangeInterface:
		return w.eval(v.X, e, depth+1)
	case *ssa.Convert:
		return w.eval(v.X, e, depth+1)
	case *ssa.MakeInterface:
		if a := w.eval(v.X, e, depth+1); a.tells() {
			return a
		}
		return abs{kind: aSet}
	case *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.Function, *ssa.Global:
		return abs{kind: aSet}
	case *ssa.TypeAssert:
		return w.eval(v.X, e, depth+1)
	case *ssa.UnOp:
		return w.unop(v, e, depth)
	case *ssa.BinOp:
		return w.binop(v, e, depth)
	case *ssa.Phi, *ssa.Parameter, *ssa.FreeVar:
		return abs{}
	case ssa.Instruction:
		return w.mentions(v, e, depth)
	}
	return abs{}
}

// mentions is what is known of a value made of others in a way not read.
func (w *walk) mentions(in ssa.Instruction, e *env, depth int) abs {
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op != nil && w.eval(*op, e, depth+1).tells() {
			return abs{kind: aOpaque}
		}
	}
	return abs{}
}

func constOf(c *ssa.Const) abs {
	if c.IsNil() {
		return abs{kind: aNil}
	}
	if c.Value == nil {
		return abs{}
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return truth(constant.BoolVal(c.Value))
	case constant.Int:
		if n, ok := constant.Int64Val(c.Value); ok {
			return abs{kind: aNum, n: n}
		}
	}
	return abs{}
}

func (w *walk) extract(v *ssa.Extract, e *env, depth int) abs {
	if a, ok := e.m[key{v.Tuple, v.Index}]; ok {
		return a
	}
	if t, ok := v.Tuple.(*ssa.TypeAssert); ok {
		x := w.eval(t.X, e, depth+1)
		switch {
		case x.kind == aNil && v.Index == 1:
			return truth(false)
		case x.kind == aFailure && w.out.kind == bearing && v.Index == 1:
			return truth(carrier(t.AssertedType))
		case x.kind == aFailure && w.out.kind == timedOut && hasTimeout(t.AssertedType) && v.Index == 1:
			return truth(true)
		case x.kind == aFailure && w.foreignTo(t.AssertedType) && v.Index == 1:
			return truth(false)
		case x.tells() && v.Index == 1:
			return abs{kind: aOpaque}
		case x.tells():
			return x
		}
	}
	return abs{}
}

func (w *walk) unop(v *ssa.UnOp, e *env, depth int) abs {
	switch v.Op {
	case token.MUL:
		if v.Parent() != w.l.fn || w.l.contains(v) {
			return abs{} // it was run, and nothing was known: what is stored since is another value
		}
		return w.load(v, e)
	case token.NOT:
		a := w.eval(v.X, e, depth+1)
		if a.kind == aBool {
			return abs{kind: aBool, n: 1 - a.n}
		}
		return a
	case token.ARROW:
		return abs{}
	}
	return w.mentions(v, e, depth)
}

// load is what is known of a value in memory.
func (w *walk) load(v *ssa.UnOp, e *env) abs {
	k := cellKey(v.X)
	if a, ok := e.m[k]; ok {
		return a
	}
	if f, ok := v.X.(*ssa.FieldAddr); ok {
		if w.out.kind == bearing && carrier(f.X.Type()) && statusName(fieldName(f)) && isInteger(v.Type()) {
			return abs{kind: aNum, n: int64(w.out.status)}
		}
		switch x := w.eval(f.X, e, 0); {
		case x.kind == aAnswer && isResponse(f.X.Type()):
			return w.responseField(f)
		case x.tells():
			return abs{kind: aOpaque}
		}
		return abs{}
	}
	if a, ok := k.v.(*ssa.Alloc); ok {
		if s := soleStore(a); s != nil && isDoneCall(s.Val) {
			return abs{kind: aDone}
		}
	}
	return abs{}
}

func (w *walk) responseField(f *ssa.FieldAddr) abs {
	st, ok := types.Unalias(f.X.Type()).Underlying().(*types.Pointer)
	if !ok {
		return abs{}
	}
	s, ok := st.Elem().Underlying().(*types.Struct)
	if !ok {
		return abs{}
	}
	switch s.Field(f.Field).Name() {
	case "StatusCode":
		if w.out.kind == answered {
			return abs{kind: aNum, n: int64(w.out.status)}
		}
		return abs{kind: aNum, n: 200}
	case "Status":
		return abs{kind: aOpaque}
	case "Body", "Header", "Request":
		return abs{kind: aSet} // of what a client returns
	}
	return abs{}
}

// soleStore returns the only store to a variable.
func soleStore(a *ssa.Alloc) *ssa.Store {
	var sole *ssa.Store
	if a.Referrers() == nil {
		return nil
	}
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == a {
			if sole != nil {
				return nil
			}
			sole = s
		}
	}
	return sole
}

func (w *walk) binop(v *ssa.BinOp, e *env, depth int) abs {
	x, y := w.eval(v.X, e, depth+1), w.eval(v.Y, e, depth+1)
	if x.kind == aOpaque || y.kind == aOpaque {
		return abs{kind: aOpaque}
	}
	if a, ok := compare(v.Op, x, y, w.out); ok {
		return a
	}
	if a, ok := w.sum(v.Op, x, y); ok {
		return a
	}
	if v.Op == token.EQL || v.Op == token.NEQ {
		for _, p := range [][2]any{{x, v.Y}, {y, v.X}} {
			if p[0].(abs).kind == aFailure {
				a := w.is(p[1].(ssa.Value), v.Pos())
				if v.Op == token.NEQ && a.kind == aBool {
					a.n = 1 - a.n
				}
				return a
			}
		}
	}
	if x.tells() || y.tells() {
		return abs{kind: aOpaque}
	}
	return abs{}
}

// compare decides a comparison of two known values.
func compare(op token.Token, x, y abs, o outcome) (abs, bool) {
	eq := op == token.EQL
	if x.kind == aNum && y.kind != aNum {
		x, y = y, x
		op = flipped(op)
	}
	switch {
	case x.kind == aCode && y.kind == aNum:
		switch {
		case o.kind == canceled:
			x = abs{kind: aNum, n: known.GRPCCanceled}
		case o.kind == expired:
			x = abs{kind: aNum, n: known.GRPCDeadlineExceeded}
		case o.kind == coded:
			x = abs{kind: aNum, n: int64(o.status)}
		case o.kind == nameless:
			x = abs{kind: aNum, n: known.GRPCUnavailable}
		case y.n == 0 || y.n == known.GRPCCanceled || y.n == known.GRPCDeadlineExceeded:
			return truth(!eq), op == token.EQL || op == token.NEQ
		default:
			return abs{}, true
		}
		return compare(op, x, y, o)
	case x.kind == aNum && y.kind == aNum:
		switch op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return truth(constant.Compare(constant.MakeInt64(x.n), op, constant.MakeInt64(y.n))), true
		}
		return abs{}, false
	case op != token.EQL && op != token.NEQ:
		return abs{}, false
	case x.kind == aNot && y.kind == aNum && x.n == y.n:
		return truth(!eq), true
	case x.kind == aBool && y.kind == aBool:
		return truth((x.n == y.n) == eq), true
	case x.kind == aNil && y.kind == aNil:
		return truth(eq), true
	case x.kind == aNil && notNil(y) || y.kind == aNil && notNil(x):
		return truth(!eq), true
	}
	return abs{}, false
}

func notNil(a abs) bool {
	return a.kind == aSet || a.kind == aStream || a.kind == aFailure || a.kind == aMarked || a.kind == aAnswer || a.kind == aDone
}

func flipped(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}
