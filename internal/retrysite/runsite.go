package retrysite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/reading"
)

// runSites adds the calls in fn that give an operation to a function which
// attempts it again.
//
//	// Have: retryutil.Do(ctx, func() error { _, err := http.Post(url, typ, body); return err })
func (s *scanner) runSites(fn *ssa.Function) {
	if reading.InTest(fn) {
		return
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				// What is given to a library is a site of the library.
				if r := s.runsAt(c, maxWrapped); r != nil && r.again == "" && r.Param < len(callArgs(c)) {
					s.runSite(fn, c, r)
				}
			}
		}
	}
}

func (s *scanner) runSite(fn *ssa.Function, c *ssa.Call, r *Runs) {
	op, mc := s.sc.operation(callArgs(c)[r.Param])
	at, name := s.sc.place(c)
	site := &Site{Kind: Call, Func: fn.String(), Header: at}
	if op == nil || len(op.Blocks) == 0 {
		if h := s.told.sendOf(operationObject(callArgs(c)[r.Param])); h != nil {
			site.Attempt = Attempt{Range: at, Name: name, Remote: Certainly, HTTP: h}
			s.sites = append(s.sites, site)
		}
		return
	}
	sc := s.sc
	held := *r
	if sc.watched(fn) || r.Context && !s.elsewhere(c) {
		held.Deaf = false // a context that the helper hands over is the helper's own fault, unless that cannot be reported there
	}
	left := sc.leftBy(op, &site.Attempt)
	if send, h := sc.sentIn(op, "error"); send != nil {
		site.Attempt.Range, site.Attempt.Name = sc.place(send)
		site.Attempt.HTTP = h
		site.Context = s.runContext(op, mc, send, held)
	} else if in, ctx := s.heldContext(op, mc, held); in != nil {
		site.Attempt.Range, site.Attempt.Name = sc.place(in)
		site.Context = ctx
	} else if site.Attempt.Range, site.Attempt.Name = at, name; !left && len(r.Policies) == 0 {
		return
	}
	site.Under = s.under(c, r)
	site.Attempt.Remote = sc.bodyRemote(op, bodyDepth)
	s.sites = append(s.sites, site)
}

// operation returns the function of the package that v is known to be: named,
// a method bound to its receiver, or a closure and where it is made.
func (sc *scope) operation(v ssa.Value) (*ssa.Function, *ssa.MakeClosure) {
	v = strip(v)
	mc, _ := v.(*ssa.MakeClosure)
	fn := closureOf(v)
	if fn != nil && strings.HasPrefix(fn.Synthetic, "bound method wrapper") {
		f, _ := fn.Object().(*types.Func)
		if f == nil || types.IsInterface(f.Signature().Recv().Type()) {
			return nil, nil
		}
		return sc.prog.FuncValue(f), nil
	}
	return fn, mc
}

// operationObject is the function or method that v is known to be, nil: it is none.
func operationObject(v ssa.Value) *types.Func {
	fn := closureOf(strip(v))
	if fn == nil {
		return nil
	}
	f, _ := fn.Object().(*types.Func)
	return f
}

// sentIn returns the call of op that sends a request which is not to be sent
// twice, and after whose failure op returns what leads to another attempt.
func (sc *scope) sentIn(op *ssa.Function, again string) (*ssa.Call, *HTTP) {
	return sc.sent(op, again, false)
}

// sent is sentIn; alone says that what op itself is given comes from elsewhere.
func (sc *scope) sent(op *ssa.Function, again string, alone bool) (*ssa.Call, *HTTP) {
	round := wholeOf(op)
	for _, b := range op.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !returnsError(c.Call.Signature()) {
				continue
			}
			sends := sc.sends(c, &frame{fn: op}, bodyDepth)
			if len(sends) == 0 {
				continue
			}
			m := &methods{sc: sc, l: round, alone: alone}
			for _, s := range sends {
				m.send(s)
			}
			h := &HTTP{Method: m.method(), Path: m.path, Key: sc.keyOf(round, m)}
			if h.Method != NonIdempotent && h.Method != AnyMethod {
				continue
			}
			if !sc.comesBack(op, c, broken, again) && !sc.comesBack(op, c, timedOut, again) {
				continue
			}
			h.MethodName, h.After = m.shown(h.Method), AfterMaybe
			return c, h
		}
	}
	return nil, nil
}

// heldContext returns the first call of op that a context from outside reaches
// and whose failure op returns, with what is known of the context.
func (s *scanner) heldContext(op *ssa.Function, mc *ssa.MakeClosure, r Runs) (*ssa.Call, Context) {
	for _, b := range op.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && returnsError(c.Call.Signature()) {
				if ctx := s.runContext(op, mc, c, r); ctx.Reaches {
					return c, ctx
				}
			}
		}
	}
	return nil, Context{}
}

// runContext says what is known of the context that reaches the call c of op,
// where neither op nor what attempts it again looks at the end of one.
func (s *scanner) runContext(op *ssa.Function, mc *ssa.MakeClosure, c *ssa.Call, r Runs) Context {
	if !r.Deaf || s.sc.observes(op, bodyDepth) || s.sc.watched(op) {
		return Context{}
	}
	switch calleePkg(c) {
	case "context", "errors", "fmt", "log", "log/slog":
		return Context{}
	}
	to := s.sc.reaching(wholeOf(op), c)
	if to == nil || takesFromContext(calleeName(c), calleePkg(c)) || s.sc.remoteOf(c) < Possibly {
		return Context{}
	}
	name := s.heldAs(op, mc, to)
	if name == "" {
		return Context{}
	}
	again := r.again
	if again == "" {
		again = "error"
	}
	for _, k := range []outcomeKind{canceled, expired} {
		if !s.sc.comesBack(op, c, k, again) {
			return Context{}
		}
	}
	return Context{Reaches: true, Name: name, Observed: NotObserved}
}

// heldAs is the name of the context that reaches a call of op, "" where it is
// not seen to come from outside op, or may never end.
func (s *scanner) heldAs(op *ssa.Function, mc *ssa.MakeClosure, to *reach) string {
	switch {
	case takesContext(op.Signature):
		return to.name
	case mc != nil && mc.Fn == op:
		// The context is captured: it may never end where it comes from.
		t := &tracer{l: &loop{fn: mc.Parent()}, seen: map[ssa.Value]bool{}}
		if held := t.closure(mc); held != nil {
			return held.name
		}
	case op.Signature.Recv() != nil && s.sc.fieldEnds(to.field):
		return to.name // Have: backoff.Retry(s.place, b), and place sends under s.ctx
	}
	return ""
}

// fieldEnds reports whether a context that is kept in the field may end: it is
// a context, and no background one is put there.
func (sc *scope) fieldEnds(f *types.Var) bool {
	if f == nil || !isContext(f.Type()) {
		return false
	}
	for _, st := range sc.storesOf(f) {
		if c, ok := strip(st.Val).(*ssa.Call); ok && isBackground(c) {
			return false
		}
	}
	return true
}

// elsewhere reports whether the function that is called belongs to another module.
func (s *scanner) elsewhere(call *ssa.Call) bool {
	m := s.pass.Module
	if m == nil || m.Path == "" {
		return false
	}
	p := calleePkg(call)
	return p != "" && p != m.Path && !strings.HasPrefix(p, m.Path+"/")
}

// under returns the policies under which the call c attempts what it is given,
// if its numbers decide about them.
//
//	// Have: retryutil.Do(5, time.Second, 0.05, op)
func (s *scanner) under(c *ssa.Call, r *Runs) []Under {
	var out []Under
	for _, k := range r.Policies {
		at := reading.New(s.pkg, &reading.Cycle{Fn: c.Parent()})
		p, given := at.KeptIn(c, k, r.Names)
		if !given || !p.Known() {
			return nil
		}
		u := Under{Policy: p, Own: k.Named(r.Names)}
		if name := k.Fraction(r.Names); name != "" {
			u.Repair = "give it a larger " + name
		}
		out = append(out, u)
	}
	return out
}
