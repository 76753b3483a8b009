package reading

import (
	"go/constant"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// atEntry reads the cell c at the entry of f's function.
func (r *Reader) atEntry(f *frame, c cell, k cellKey) *policy.Expr {
	if f.caller != nil {
		b, i := position(f.call)
		return r.before(f.caller, c, b, i)
	}
	if f == r.root && r.cycle.Header == nil && r.pkg.mayStore(f.fn, c.last) {
		return r.cellState(c, k, func(s *policy.Expr) {
			init := r.entryValue(f, c)
			r.B.Bind(s, init, r.atExit(f, c))
		})
	}
	return r.entryValue(f, c)
}

// entryValue reads c as the site finds it: what was captured, what the
// package stores in the field or the global before, or an unknown.
func (r *Reader) entryValue(f *frame, c cell) *policy.Expr {
	if r.entry >= 3 {
		return r.unknownOf(c.title(), c.typ)
	}
	r.entry++
	defer func() { r.entry-- }()
	switch root := c.root.(type) {
	case *ssa.Alloc:
		if f.bind != nil && f.made != nil {
			return r.before(f.made, c, f.bind.Block(), indexOf(f.bind))
		}
	case *ssa.Global:
		if r.pkg.Partial {
			break
		}
		if e := r.firstOf(r.pkg.globals[root], c); e != nil && c.path == "" {
			return e
		}
	case *ssa.Parameter:
		if e := r.part(f, root, c.path); c.path != "" && e != nil {
			return e
		}
		if f.caller == nil && root.Parent() == f.fn {
			if call := r.onlyCaller(f.fn); call != nil && f.fn != r.cycle.Fn {
				g := r.static(call.Parent())
				h := &frame{fn: f.fn, caller: g, call: call}
				if a := h.arg(root); a != nil {
					d := r.at(g, a, 0)
					d.path, d.last, d.typ = d.path+c.path, c.last, c.typ
					return r.before(g, d, call.Block(), indexOf(call))
				}
			}
		}
	}
	if v, ok := c.last.(*types.Var); ok && v.IsField() && !r.pkg.Partial {
		// A field of another package's type is set there too.
		if e := r.firstOf(r.pkg.fields[v], c); e != nil && v.Pkg() == r.pkg.SSA.Pkg {
			return e
		}
		if !r.storedElsewhere(v) && !v.Exported() && v.Pkg() == r.pkg.SSA.Pkg && !hasUnkeyed(c) {
			if k, ok := kindOf(c.typ); ok && k != policy.Bool {
				return r.zero(k)
			}
		}
	}
	if v, ok := c.last.(*types.Var); ok && v.IsField() && r.leavesZero(v) {
		r.zeros[c.title()] = true
	}
	return r.unknownOf(c.title(), c.typ)
}

// leavesZero reports whether a store of the package to the field v is of 0, on
// one of two ways.
//
//	// Have: period := 0; if v, ok := opts["period"]; ok { period = v }; return &Policy{Period: period}
func (r *Reader) leavesZero(v *types.Var) bool {
	for _, st := range r.pkg.fields[v] {
		p, ok := st.Val.(*ssa.Phi)
		if !ok || r.own(st.Parent()) {
			continue
		}
		for _, e := range p.Edges {
			if c, ok := e.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0 {
				return true
			}
		}
	}
	return false
}

// Zeros returns the names of the unknown numbers read so far that the package
// may leave at 0.
func (r *Reader) Zeros() []string { return slices.Sorted(maps.Keys(r.zeros)) }

// own reports whether fn is one of the functions in which the site's delay is
// made: what they store is its next value, not its first.
func (r *Reader) own(fn *ssa.Function) bool {
	if fn == r.root.fn {
		return true
	}
	for _, f := range r.frames {
		if f.fn == fn && r.inCycle(f) {
			return true
		}
	}
	return false
}

// inCycle reports whether the frame f is entered, directly or through others,
// from the site's loop.
func (r *Reader) inCycle(f *frame) bool {
	for ; f.caller != nil; f = f.caller {
		if f.caller == r.root {
			return r.cycle.Header == nil || r.cycle.Loop[f.call.Block()]
		}
	}
	return false
}

func (r *Reader) storedElsewhere(v *types.Var) bool {
	for _, st := range r.pkg.fields[v] {
		if !r.own(st.Parent()) {
			return true
		}
	}
	return false
}

// hasUnkeyed reports whether the cell may be filled as part of a whole struct
// from elsewhere: a decoded configuration, say.
func hasUnkeyed(c cell) bool {
	_, global := c.root.(*ssa.Global)
	return global
}

// firstOf returns the value that the stores agree on, updates of the variable
// by itself left out: the constant that all of them store, or the value of the
// only one; nil if they do not agree.
func (r *Reader) firstOf(stores []*ssa.Store, c cell) *policy.Expr {
	var only *policy.Expr
	n := 0
	for _, st := range stores {
		if updatesItself(st.Val, st.Addr, 0) || r.own(st.Parent()) {
			continue
		}
		if n++; n > 6 {
			return nil
		}
		var e *policy.Expr
		if k, ok := st.Val.(*ssa.Const); ok {
			r.meet(k, st.Block())
			e = r.constant(k, "")
		} else {
			if _, param := st.Val.(*ssa.Parameter); param && len(stores) > 1 {
				return nil
			}
			e = r.operand(r.static(st.Parent()), st.Val, st.Block())
		}
		if only != nil && e != only {
			return nil
		}
		only = e
	}
	if only == nil || hasOpaque(only) {
		return nil
	}
	return only
}

func hasOpaque(e *policy.Expr) bool { return holdsOpaque(e, map[*policy.Expr]bool{}) }

func holdsOpaque(e *policy.Expr, seen map[*policy.Expr]bool) bool {
	if e.Op == policy.OpOpaque {
		return true
	}
	if len(e.Args) == 0 || seen[e] {
		return false
	}
	seen[e] = true
	return slices.ContainsFunc(e.Args, func(a *policy.Expr) bool { return holdsOpaque(a, seen) })
}

// updatesItself reports whether v is computed from what addr holds.
//
//	// Have: b.delay *= 2
func updatesItself(v ssa.Value, addr ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	if ld, ok := v.(*ssa.UnOp); ok && SamePlace(ld.X, addr) {
		return true
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	if _, phi := v.(*ssa.Phi); phi && depth > 3 {
		return false
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if *op != nil && updatesItself(*op, addr, depth+1) {
			return true
		}
	}
	return false
}

// SamePlace reports whether x and y are addresses of one variable, or of one
// field, of whatever struct.
func SamePlace(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	a, ok := x.(*ssa.FieldAddr)
	b, ok2 := y.(*ssa.FieldAddr)
	return ok && ok2 && fieldOf(a) != nil && fieldOf(a) == fieldOf(b)
}

// param reads the parameter v, or the part of it at path.
func (r *Reader) param(f *frame, v *ssa.Parameter, path string) *policy.Expr {
	if e, ok := f.params[v]; ok && path == "" {
		return e
	}
	if a := f.arg(v); a != nil {
		return r.operandPath(f.caller, a, path, f.call.Block())
	}
	if e := r.part(f, v, path); path != "" && e != nil {
		return e
	}
	t := componentType(v.Type(), path)
	if f.caller == nil && r.entry < 3 {
		r.entry++
		defer func() { r.entry-- }()
		if e := r.fromCallers(f, v, path); e != nil {
			return e
		}
	}
	if path != "" {
		c := cell{f: f, root: v, path: path, last: fieldAt(v.Type(), path), typ: t}
		return r.entryValue(f, c)
	}
	return r.unknownOf(v.Name(), t)
}

// fromCallers reads a parameter of the site's function where its callers: the
// one caller there can be, or several that pass one constant.
func (r *Reader) fromCallers(f *frame, v *ssa.Parameter, path string) *policy.Expr {
	calls, all := r.pkg.Callers(f.fn)
	if !all || len(calls) == 0 || len(calls) > 8 {
		return nil
	}
	var only *policy.Expr
	for _, call := range calls {
		if r.onStack(f, call.Parent()) {
			continue
		}
		g := &frame{fn: f.fn, caller: r.static(call.Parent()), call: call}
		a := g.arg(v)
		if a == nil {
			return nil
		}
		e := r.operandPath(g.caller, a, path, call.Block())
		if hasOpaque(e) || only != nil && only != e {
			return nil
		}
		only = e
	}
	return only
}

// unknownOf returns the unknown number of that name and type, in the role
// that both suggest.
func (r *Reader) unknownOf(name string, t types.Type) *policy.Expr {
	k, ok := kindOf(t)
	if !ok {
		return r.opaque(t, "unknown "+name)
	}
	if k == policy.Bool {
		return r.B.Coin(name)
	}
	role := roleOf(name, k, t)
	if r.Counts != nil && !isDuration(t) && r.Counts.MatchString(name) && !maxWord.MatchString(name) {
		return r.B.Attempt(k)
	}
	if role == policy.RoleNone && k.IsInt() && durationWord.MatchString(name) {
		// Have: cfg.IntervalSeconds, cfg.backoffMillis
		unit := int64(1e6)
		if secondsWord.MatchString(name) {
			unit = 1e9
		}
		d := r.unknown(name, policy.Int64, policy.RoleDuration)
		return r.conv(k, r.B.Op(policy.OpQuo, policy.Int64, d, r.B.Int(policy.Int64, unit)))
	}
	return r.unknown(name, k, role)
}

var (
	durationWord = regexp.MustCompile(`(?i)(interval|delay|back_?off|wait|second|milli|sleep|period|ms$|secs?$|timeout|pause)`)
	secondsWord  = regexp.MustCompile(`(?i)(second|secs?$)`)
	maxWord      = regexp.MustCompile(`(?i)(max|limit|total|allowed|num_?retries)`)
	floorWord    = regexp.MustCompile(`(?i)(min|base|initial|init|start|lower|floor|first)`)
)

func roleOf(name string, k policy.Kind, t types.Type) policy.Role {
	low := strings.ToLower(name)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(low, w) {
				return true
			}
		}
		return false
	}
	switch {
	case isDuration(t):
		if has("max", "cap", "limit", "ceil", "upper", "longest") {
			return policy.RoleCap
		}
		return policy.RoleDuration
	case k.IsFloat():
		if has("jitter", "random", "rand", "fraction", "ratio", "percent", "spread", "deviation") {
			return policy.RoleFraction
		}
		if has("factor", "mult", "base", "expon", "growth", "rate", "coef") {
			return policy.RoleFactor
		}
	case k.IsInt():
		if has("attempt", "retr", "tries", "max", "count", "limit", "steps") && !has("interval", "delay", "backoff", "wait", "second", "milli", "sleep", "time") {
			return policy.RoleCount
		}
	}
	return policy.RoleNone
}
