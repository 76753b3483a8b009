package retrysite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// Permanent are the failures which waiting cannot change, and after which the
// attempt is certainly made again. Its zero value is none.
type Permanent struct {
	Statuses []int    // HTTP statuses, in order
	Codes    []string // gRPC codes: "NotFound"
	Names    []string // errors: "sql.ErrNoRows"
	// Statement says that the attempt executes an SQL statement that it is given,
	// and that no error of it is looked at.
	Statement bool
}

// None reports whether there is none.
func (p Permanent) None() bool {
	return len(p.Statuses) == 0 && len(p.Codes) == 0 && len(p.Names) == 0 && !p.Statement
}

// permanent finds out after which permanent failures the attempt is made again.
func (sc *scope) permanent(l *loop, a *attempt) Permanent {
	if a.flip || a.Remote == Local || a.path.kind == skips || a.path.failed.inner || waitsFor(l.fn) || l.operandsVary(a.call, false, map[ssa.Value]bool{}) {
		return Permanent{}
	}
	ask := &asker{sc: sc, l: l, a: a}
	return Permanent{Statuses: ask.statuses(), Codes: ask.codes(), Names: ask.names(), Statement: ask.statement()}
}

// waitsFor reports whether a function by its name waits for something to come
// up, which says by a failure that it has not.
func waitsFor(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if nameHas(fn.Name(), "wait", "poll", "ready", "health", "alive", "until", "probe", "ping", "exists") {
			return true
		}
	}
	return false
}

// An asker follows one attempt after failures of several kinds.
type asker struct {
	sc *scope
	l  *loop
	a  *attempt
}

func (k *asker) follow(o outcome, v *via) *trail {
	w := &walk{sc: k.sc, l: k.l, att: k.a.call, out: o, fuel: walkFuel, ids: numbering{map[ssa.Value]uint64{}}, via: v, t: newTrail()}
	e := newEnv()
	w.assume(e)
	w.run(&state{b: k.a.call.Block(), i: 1 + indexOf(k.a.call), env: e}, true, 0)
	w.decide()
	return w.t
}

// statuses are the permanent statuses after which the attempt is made again.
func (k *asker) statuses() []int {
	kind, v := answered, k.sc.viaTo(k.l, k.a.call)
	switch {
	case v != nil:
	case k.sc.body(k.a.call) == nil && givesResponse(k.a.call), k.sc.body(k.a.call) != nil && k.sc.givesStatus(k.a.call):
	case returnsError(k.a.call.Common().Signature()):
		kind = bearing
	default:
		return nil
	}
	served := k.follow(outcome{kind: answered, status: 200}, v)
	again := func(s int) (round, leaves bool, t *trail) {
		t = k.follow(outcome{kind: kind, status: s}, v)
		return t.sure && (kind == bearing || parted(t, served)) && !k.doubtful(t), !t.round && !t.tainted, t
	}
	busy, left, plain := false, false, (*trail)(nil)
	for _, s := range []int{503, 500, 429} {
		if round, _, t := again(s); round && !busy {
			busy, plain = true, t
		}
	}
	if !busy {
		return nil // what is waited for is something else
	}
	var out []int
	for _, s := range known.PermanentStatuses {
		round, leaves, t := again(s)
		left = left || leaves
		if round && !k.remedied(t, plain) {
			out = append(out, s)
		}
	}
	if kind == bearing && !left {
		return nil // nobody asks for a status
	}
	return out
}

// doubtful reports whether what the attempt returned may still decide that the
// loop is left, in a way that is not seen: by what the body says.
//
//	// Have: if cause := parse(body); !cause.retriable() { return cause }
func (k *asker) doubtful(t *trail) bool {
	for x := range t.exits {
		f, ok := last(x.from).(*ssa.If)
		if !ok || !k.comesOf(f.Cond, map[ssa.Value]bool{}) {
			continue
		}
		if c, ok := f.Cond.(*ssa.BinOp); !ok || !isError(c.X.Type()) || !fromStd(c.X) {
			return true
		}
	}
	return false
}

// comesOf reports whether a value is computed, in the same iteration, from what
// the attempt returned.
func (k *asker) comesOf(v ssa.Value, seen map[ssa.Value]bool) bool {
	in, ok := v.(ssa.Instruction)
	if !ok || seen[v] || !k.l.contains(in) {
		return false
	}
	seen[v] = true
	if in == ssa.Instruction(k.a.call) {
		return true
	}
	if p, ok := v.(*ssa.Phi); ok && p.Block() == k.l.header {
		return false
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op != nil && k.comesOf(*op, seen) {
			return true
		}
	}
	return false
}

// fromStd reports whether an error is of a call of the standard library: that
// the body cannot be read is no judgement of what it says.
func fromStd(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, ok := v.(*ssa.Call)
	return ok && known.IsStd(calleePkg(c))
}

// parted reports whether something that follows other does not follow t: what t
// stands for was asked for.
func parted(t, other *trail) bool {
	for b := range other.blocks {
		if !t.blocks[b] {
			return true
		}
	}
	return !within(other.exits, t.exits)
}

// remedied reports whether something is done after one failure that is not
// done after another: new credentials, another method.
func (k *asker) remedied(t, other *trail) bool {
	for in := range t.calls {
		c, ok := in.(*ssa.Call)
		if !ok || other.calls[in] {
			continue
		}
		name := calleeName(c)
		if name == "" {
			name = valueName(c.Call.Value)
		}
		if nameHas(name, "auth", "token", "refresh", "login", "cred", "renew", "session", "relogin", "sign", "invalidate", "challenge") {
			return true
		}
	}
	for b := range t.blocks {
		if other.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if s, ok := in.(*ssa.Store); ok && !isError(s.Val.Type()) {
				if _, isField := s.Addr.(*ssa.FieldAddr); isField {
					return true // Have: req.Method = http.MethodGet
				}
			}
		}
	}
	return false
}

// codes are the permanent gRPC codes that are named as ones to retry.
func (k *asker) codes() []string {
	again := func(c int) (round, leaves bool) {
		t := k.follow(outcome{kind: coded, status: c}, nil)
		return t.sure && !t.tainted, !t.round && !t.tainted
	}
	if _, leaves := again(known.GRPCUnknown); !leaves {
		return nil
	}
	if round, _ := again(known.GRPCUnavailable); !round {
		return nil
	}
	var out []string
	for _, c := range known.PermanentCodes {
		if round, _ := again(c.Code); round {
			out = append(out, c.Name)
		}
	}
	return out
}

// names are the permanent errors that are named as ones to retry, beside others.
func (k *asker) names() []string {
	t := k.follow(outcome{kind: nameless}, nil)
	if t.round || t.tainted {
		return nil // all are retried, or it cannot be told
	}
	var out []string
	others := false
	for g := range t.asks {
		u := k.follow(outcome{kind: called, name: g}, nil)
		if !u.sure || u.tainted {
			continue
		}
		if n := permanentName(g); n != "" {
			out = append(out, n)
		} else {
			others = true
		}
	}
	if !others {
		return nil // it waits for a thing to appear
	}
	slices.Sort(out)
	return out
}

// permanentName is the name of an error that waiting does not change, else "".
func permanentName(g *ssa.Global) string {
	if g.Pkg == nil {
		return ""
	}
	switch p := g.Pkg.Pkg.Path(); {
	case p == "database/sql" && g.Name() == "ErrNoRows":
		return "sql.ErrNoRows"
	case (p == "os" || p == "io/fs") && (g.Name() == "ErrNotExist" || g.Name() == "ErrPermission"):
		return g.Pkg.Pkg.Name() + "." + g.Name()
	}
	return ""
}

// statement reports whether the attempt executes an SQL statement, and every
// error of it leads to another attempt.
//
//	// Have: if _, err = db.ExecContext(ctx, stmt); err == nil { return nil }
func (k *asker) statement() bool {
	name := calleeName(k.a.call)
	if calleePkg(k.a.call) != "database/sql" || !strings.HasPrefix(name, "Exec") && !strings.HasPrefix(name, "Query") || strings.HasPrefix(name, "QueryRow") {
		return false
	}
	if f := calleeFunc(k.a.call); f == nil || f.Signature().Recv() == nil || !isNamed(f.Signature().Recv().Type(), "database/sql", "DB") {
		return false
	}
	text := false
	for _, v := range callArgs(k.a.call) {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Kind() == types.String {
			_, isConst := v.(*ssa.Const)
			text = text || !isConst
		}
	}
	for _, kind := range []outcomeKind{failed, nameless} {
		t := k.follow(outcome{kind: kind}, nil)
		if !t.sure || t.tainted {
			return false
		}
	}
	for _, x := range k.a.leaves {
		if x.by == ExitOutcome || x.by == ExitUnknown {
			return false
		}
	}
	return text
}
