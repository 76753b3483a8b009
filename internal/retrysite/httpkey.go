package retrysite

import (
	"go/constant"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// isKeyName reports whether a header, parameter or field of that name makes a
// request idempotent.
func (sc *scope) isKeyName(name string) bool {
	if is, ok := sc.keys[name]; ok {
		return is
	}
	plain := func(s string) string { return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(s)) }
	n := plain(name)
	is := strings.Contains(n, "idempoten")
	for _, list := range [][]string{known.IdempotencyKeys, Keys} {
		for _, k := range list {
			is = is || plain(k) == n
		}
	}
	sc.keys[name] = is
	return is
}

// keyOf says whether the requests carry an idempotency key, by what the
// functions on their way set.
func (sc *scope) keyOf(l *loop, m *methods) Key {
	out := KeyNone
	note := func(k Key) {
		switch {
		case out == KeyUnknown || k == KeyNone:
		case k == KeyUnknown, out == KeyNone:
			out = k
		case out != k:
			out = KeyOnce
		}
	}
	for _, t := range m.told {
		note(t.Key)
	}
	for _, fr := range m.frames {
		eachInstr(fr.fn, func(in ssa.Instruction) {
			switch in := in.(type) {
			case *ssa.Call:
				note(m.keyCall(in, fr))
			case *ssa.MapUpdate:
				note(m.keyNamed(in.Key, in.Value, fr))
			case *ssa.Store:
				f, ok := in.Addr.(*ssa.FieldAddr)
				if !ok {
					return
				}
				if sc.isKeyName(fieldName(f)) {
					note(m.keyValue(in.Val, fr))
				}
			}
		})
	}
	return out
}

// keyCall reads a call that sets a header or a query parameter.
func (m *methods) keyCall(c *ssa.Call, fr *frame) Key {
	args := callArgs(c)
	switch calleeName(c) {
	case "Set", "Add", "SetHeader", "AddHeader":
		if n := len(args); n >= 2 {
			return m.keyNamed(args[n-2], args[n-1], fr)
		}
	case "Get":
		if pkg := calleePkg(c); pkg == "net/http" && len(args) == 2 && m.keyNamed(args[1], args[1], fr) == KeyOnce {
			return KeyUnknown // the request may carry one already
		}
	}
	return KeyNone
}

func (m *methods) keyNamed(name, value ssa.Value, fr *frame) Key {
	c, ok := m.resolve(strip(name), fr).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		// Have: for k, v := range headers { req.Header.Set(k, v) }: a client that
		// retries every POST relies on headers that it never looks at.
		if e, ok := strip(name).(*ssa.Extract); ok {
			if _, ok := e.Tuple.(*ssa.Next); ok {
				return KeyNone
			}
		}
		if isString(name) && isString(value) {
			return KeyUnknown // Have: req.Header.Set(c.keyHeader, key)
		}
		return KeyNone
	}
	if !m.sc.isKeyName(constant.StringVal(c.Value)) {
		return KeyNone
	}
	return m.keyValue(value, fr)
}

func isString(v ssa.Value) bool { return strings.HasSuffix(v.Type().Underlying().String(), "string") }

// resolve follows parameters up to the loop's function.
func (m *methods) resolve(v ssa.Value, fr *frame) ssa.Value {
	for range bodyDepth + 1 {
		p, ok := v.(*ssa.Parameter)
		if !ok || fr == nil || fr.call == nil || p.Parent() != fr.fn {
			return v
		}
		args := callArgs(fr.call)
		found := false
		for i, q := range fr.fn.Params {
			if q == p && i < len(args) {
				v, found = strip(args[i]), true
			}
		}
		if !found {
			return v
		}
		fr = fr.up
	}
	return v
}

// keyValue says when the value of a key is made.
func (m *methods) keyValue(v ssa.Value, fr *frame) Key {
	top := m.resolve(strip(v), fr)
	if c, ok := top.(*ssa.Const); ok {
		if c.Value == nil || c.Value.Kind() == constant.String && constant.StringVal(c.Value) == "" {
			return KeyNone
		}
		return KeyOnce
	}
	in, ok := top.(ssa.Instruction)
	if !ok {
		return KeyOnce
	}
	inside := fr.call != nil && in.Parent() == fr.fn || in.Parent() == m.l.fn && m.l.contains(in)
	if inside && makesAnew(top, map[ssa.Value]bool{}) {
		return KeyEach
	}
	return KeyOnce
}

// makesAnew reports whether a value comes from a draw: uuid.NewString().
func makesAnew(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	if c, ok := v.(*ssa.Call); ok {
		pkg := calleePkg(c)
		if strings.Contains(pkg, "uuid") || strings.Contains(pkg, "rand") || strings.Contains(pkg, "ulid") || strings.Contains(pkg, "xid") ||
			fullName(c) == "time.Now" || len(callArgs(c)) == 0 {
			return true
		}
	}
	ops := in.Operands(nil)
	if c, ok := v.(*ssa.Call); ok {
		for _, a := range variadic(callArgs(c)) {
			ops = append(ops, &a)
		}
	}
	for _, op := range ops {
		if *op != nil && makesAnew(*op, seen) {
			return true
		}
	}
	return false
}

// afterOf says which failures are followed by another attempt.
func (sc *scope) afterOf(l *loop, a *attempt) After {
	unsure := false
	goes := func(o outcome) bool {
		o.flip = a.flip
		t := sc.follow(l, a.call, o)
		unsure = unsure || t.round && t.tainted
		return t.round && !t.tainted
	}
	if goes(outcome{kind: broken}) || goes(outcome{kind: timedOut}) {
		return AfterMaybe
	}
	goes(outcome{kind: failed})
	refused := false
	if sc.givesStatus(a.call) {
		for _, s := range known.MaybeDone {
			if goes(outcome{kind: answered, status: s}) {
				return AfterMaybe
			}
		}
		for _, s := range known.Refused {
			refused = goes(outcome{kind: answered, status: s}) || refused
		}
	}
	if refused && !unsure {
		return AfterRefused
	}
	return AfterUnknown
}
