package retrysite

import (
	"go/constant"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// methods gathers the methods of the requests that reach an attempt.
type methods struct {
	sc      *scope
	l       *loop
	names   []string
	given   bool // the request is given to the loop's function from outside the package
	unknown bool
	path    string
	frames  []*frame // the functions that the request passes through
	told    []*Sends // what other packages have told of what they send
	alone   bool     // what the function itself is given comes from another package
	steps   int
}

// maxSteps bounds how far requests and methods are followed.
const maxSteps = 400

func (m *methods) visit(fr *frame) {
	for ; fr != nil; fr = fr.up {
		seen := false
		for _, f := range m.frames {
			seen = seen || f.fn == fr.fn && f.call == fr.call
		}
		if !seen {
			m.frames = append(m.frames, fr)
		}
	}
}

func (m *methods) send(s send) {
	m.visit(s.fr)
	if s.told != nil {
		m.told = append(m.told, s.told)
		m.names = append(m.names, s.told.Method)
		if m.path == "" {
			m.path = s.told.Path
		}
		return
	}
	args := s.call.Common().Args
	if name := simpleMethod(s.call); name != "" {
		m.names = append(m.names, name)
		if i := len(args) - s.call.Common().Signature().Params().Len(); i >= 0 && i < len(args) {
			m.url(args[i])
		}
		return
	}
	for _, v := range args {
		if isRequest(v.Type()) {
			m.request(v, s.fr, map[ssa.Value]bool{})
			return
		}
	}
	m.unknown = true
}

// enter reports whether v is still to be looked at: not seen before, and within
// the steps allowed.
func (m *methods) enter(v ssa.Value, seen map[ssa.Value]bool) bool {
	if m.steps++; m.steps > maxSteps {
		m.unknown = true
		return false
	}
	if seen[v] {
		return false
	}
	seen[v] = true
	return true
}

// request follows a request to where it is made.
func (m *methods) request(v ssa.Value, fr *frame, seen map[ssa.Value]bool) {
	v = strip(v)
	if !m.enter(v, seen) {
		return
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		m.parameter(x, fr, func(a ssa.Value, up *frame) { m.request(a, up, map[ssa.Value]bool{}) }, func() { m.given = true })
	case *ssa.Extract:
		m.request(x.Tuple, fr, seen)
	case *ssa.Phi:
		for _, e := range x.Edges {
			m.request(e, fr, seen)
		}
	case *ssa.UnOp:
		m.stored(x.X, fr, seen, func(a ssa.Value, f *frame) { m.request(a, f, seen) })
	case *ssa.FreeVar:
		m.captured(x, fr, func(a ssa.Value, f *frame) { m.request(a, f, seen) })
	case *ssa.Const:
	case *ssa.Call:
		m.maker(x, fr, seen)
	default:
		m.unknown = true
	}
}

// maker reads the call that made a request.
func (m *methods) maker(c *ssa.Call, fr *frame, seen map[ssa.Value]bool) {
	args := callArgs(c)
	switch fullName(c) {
	case "net/http.NewRequest", "net/http/httptest.NewRequest", "github.com/hashicorp/go-retryablehttp.NewRequest":
		m.name(args[0], fr, map[ssa.Value]bool{})
		m.url(args[1])
		return
	case "net/http.NewRequestWithContext", "github.com/hashicorp/go-retryablehttp.NewRequestWithContext":
		m.name(args[1], fr, map[ssa.Value]bool{})
		m.url(args[2])
		return
	}
	if fn := m.sc.body(c); fn != nil && !fr.holds(fn) {
		in := &frame{fn, c, fr}
		m.visit(in)
		for _, b := range fn.Blocks {
			if r, ok := last(b).(*ssa.Return); ok {
				for _, v := range r.Results {
					if isRequest(v.Type()) {
						m.request(v, in, seen)
					}
				}
			}
		}
		return
	}
	for _, a := range args {
		if isRequest(a.Type()) {
			m.request(a, fr, seen) // req.Clone(ctx), req.WithContext(ctx)
			return
		}
	}
	m.unknown = true
}

// name follows a method to its constants.
func (m *methods) name(v ssa.Value, fr *frame, seen map[ssa.Value]bool) {
	v = strip(v)
	if !m.enter(v, seen) {
		return
	}
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.String {
			m.names = append(m.names, constant.StringVal(x.Value))
			return
		}
		m.unknown = true
	case *ssa.Parameter:
		m.parameter(x, fr, func(a ssa.Value, up *frame) { m.name(a, up, map[ssa.Value]bool{}) }, func() { m.unknown = true })
	case *ssa.Phi:
		for _, e := range x.Edges {
			m.name(e, fr, seen)
		}
	case *ssa.UnOp:
		m.stored(x.X, fr, seen, func(a ssa.Value, f *frame) { m.name(a, f, seen) })
	case *ssa.FreeVar:
		m.captured(x, fr, func(a ssa.Value, f *frame) { m.name(a, f, seen) })
	default:
		m.unknown = true
	}
}

// parameter follows a parameter into the callers; given is called where the
// package holds none.
func (m *methods) parameter(p *ssa.Parameter, fr *frame, each func(ssa.Value, *frame), given func()) {
	i := -1
	for j, q := range p.Parent().Params {
		if q == p {
			i = j
		}
	}
	for ; fr != nil && fr.fn != p.Parent(); fr = fr.up {
	}
	if i < 0 || fr == nil {
		m.unknown = true
		return
	}
	if fr.call != nil {
		if args := callArgs(fr.call); i < len(args) {
			each(args[i], fr.up)
			return
		}
		m.unknown = true
		return
	}
	if fr.up != nil {
		m.unknown = true // a callback: its caller is not seen
		return
	}
	callers := m.sc.callers[funcKey(p.Parent())]
	if m.alone {
		callers = nil
	}
	for _, c := range callers {
		if args := callArgs(c); i < len(args) && c.Parent() != p.Parent() {
			up := &frame{fn: c.Parent()}
			m.visit(up)
			each(args[i], up)
		}
	}
	if len(callers) == 0 {
		given()
	}
}

// stored follows a load to what is stored there.
func (m *methods) stored(addr ssa.Value, fr *frame, seen map[ssa.Value]bool, each func(ssa.Value, *frame)) {
	switch a := addr.(type) {
	case *ssa.FreeVar:
		m.captured(a, fr, func(b ssa.Value, f *frame) { m.stored(b, f, seen, each) })
		return
	case *ssa.FieldAddr:
		// Have: c.request = req, in another method
		ss := m.sc.fieldStores(a)
		before, all, mixed := m.names, []string(nil), false
		for _, s := range ss {
			if c, ok := s.Val.(*ssa.Const); !ok || !c.IsNil() {
				up := &frame{fn: s.Parent()}
				m.visit(up)
				m.names = nil
				each(s.Val, up)
				mixed = mixed || !alike(m.names)
				all = append(all, m.names...)
			}
		}
		if !mixed && !alike(all) {
			all, m.unknown = nil, true // which of them comes here is not followed
		}
		m.names = append(before, all...)
		if len(ss) > 0 {
			return
		}
	case *ssa.Alloc:
		if a.Referrers() != nil {
			n := 0
			for _, r := range *a.Referrers() {
				if s, ok := r.(*ssa.Store); ok && s.Addr == a {
					each(s.Val, fr)
					n++
				}
			}
			if n > 0 {
				return
			}
		}
	}
	m.unknown = true
}

// alike reports whether the methods are all idempotent, or none is.
func alike(names []string) bool {
	for _, n := range names {
		if known.NonIdempotentMethod(n) != known.NonIdempotentMethod(names[0]) {
			return false
		}
	}
	return true
}

// captured follows a captured variable to where the closure is made.
func (m *methods) captured(fv *ssa.FreeVar, fr *frame, each func(ssa.Value, *frame)) {
	fn := fv.Parent()
	i := -1
	for j, q := range fn.FreeVars {
		if q == fv {
			i = j
		}
	}
	if fn.Parent() == nil || i < 0 {
		m.unknown = true
		return
	}
	up := fr
	for ; up != nil && up.fn != fn.Parent(); up = up.up {
	}
	if up == nil {
		up = &frame{fn: fn.Parent()}
	}
	m.visit(up)
	found := false
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok && mc.Fn == fn && i < len(mc.Bindings) {
				found = true
				each(mc.Bindings[i], up)
			}
		}
	}
	if !found {
		m.unknown = true
	}
}

// method sums up what was found.
func (m *methods) method() Method {
	m.assigned()
	idempotent := len(m.names) > 0
	for _, n := range m.names {
		if known.NonIdempotentMethod(n) {
			if m.sc.looksAtMethod(m.frames) {
				return MethodUnknown
			}
			return NonIdempotent
		}
		idempotent = idempotent && known.IdempotentMethod(n)
	}
	switch {
	case m.unknown:
		return MethodUnknown
	case m.given && !m.sc.looksAtMethod(m.frames):
		return AnyMethod
	case m.given || !idempotent:
		return MethodUnknown
	}
	return Idempotent
}

// assigned reads methods that are set later: req.Method = http.MethodGet. Which
// requests they concern is not followed.
func (m *methods) assigned() {
	for _, fr := range m.frames {
		eachInstr(fr.fn, func(in ssa.Instruction) {
			st, ok := in.(*ssa.Store)
			if !ok {
				return
			}
			f, ok := st.Addr.(*ssa.FieldAddr)
			if !ok || !isRequest(f.X.Type()) || fieldName(f) != "Method" {
				return
			}
			if c, ok := st.Val.(*ssa.Const); !ok || c.Value == nil || !known.NonIdempotentMethod(constant.StringVal(c.Value)) {
				m.names, m.unknown = nil, true
			}
		})
	}
}

// shown is the method for the message: the first of its kind, POST before PATCH.
func (m *methods) shown(k Method) string {
	name := ""
	for _, n := range m.names {
		n = strings.ToUpper(n)
		if k == NonIdempotent && known.NonIdempotentMethod(n) || k == Idempotent {
			if name == "" || n == "POST" {
				name = n
			}
		}
	}
	return name
}
