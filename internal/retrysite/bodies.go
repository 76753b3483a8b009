package retrysite

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// bodies follows the body of a request back to where it is made, and says
// whether that is in the round or before the first one.
type bodies struct {
	sc        *scope
	l         *loop
	operation bool // the round is a function that is called for each attempt

	kept    bool // some reader is from before
	made    bool // some request with a body is
	given   bool // the request is whatever the function is given
	unknown bool
	name    string
	steps   int
	seen    map[ssa.Value]bool
}

// enter reports whether v is still to be looked at.
func (t *bodies) enter(v ssa.Value) bool {
	if t.seen == nil {
		t.seen = map[ssa.Value]bool{}
	}
	if t.steps++; t.steps > maxSteps || t.seen[v] || t.unknown {
		return false
	}
	t.seen[v] = true
	return true
}

// doubt notes that something in the round is not seen into. What is from before
// the first round is the same in all of them, whatever it is.
func (t *bodies) doubt(out bool) { t.unknown = t.unknown || !out }

// inside reports whether what in makes is made anew in each round; out says
// that the way to it has left the round.
func (t *bodies) inside(in ssa.Instruction, out bool) bool {
	return !out && (in.Parent() != t.l.fn || t.l.contains(in))
}

// request follows a request.
func (t *bodies) request(v ssa.Value, fr *frame, out bool) {
	v = strip(v)
	if !t.enter(v) {
		return
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		t.parameter(x, fr, out, t.request, func() { t.given = true })
	case *ssa.FreeVar:
		t.captured(x, fr, out, t.request)
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			t.maker(c, fr, out)
			return
		}
		t.doubt(out)
	case *ssa.Call:
		t.maker(x, fr, out)
	case *ssa.Phi:
		t.phi(x, fr, out, t.request)
	case *ssa.UnOp:
		t.loaded(x, fr, out, t.request)
	case *ssa.Const:
	default:
		t.doubt(out)
	}
}

// maker reads the call that made a request.
func (t *bodies) maker(c *ssa.Call, fr *frame, out bool) {
	args := callArgs(c)
	switch fullName(c) {
	case "net/http.NewRequest":
		t.newRequest(c, args[0], args[2], fr, out)
		return
	case "net/http.NewRequestWithContext":
		t.newRequest(c, args[1], args[3], fr, out)
		return
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
		t.request(args[0], fr, out) // the body is the same
		return
	}
	inside := t.inside(c, out)
	if fn := t.sc.body(c); fn != nil && !fr.holds(fn) {
		t.returned(fn, c, fr, !inside, isRequestValue, t.request)
		return
	}
	if !inside {
		t.doubt(out)
		return
	}
	// Have: req, err := c.factory.NewRequest(path, data)
	params := c.Call.Signature().Params()
	for i := range params.Len() {
		if a := args[len(args)-params.Len()+i]; isReader(params.At(i).Type()) {
			t.reader(a, fr, out)
		} else if isRequest(params.At(i).Type()) {
			t.doubt(out)
		}
	}
}

func isRequestValue(v ssa.Value) bool { return isRequest(v.Type()) }

func (t *bodies) newRequest(c *ssa.Call, method, body ssa.Value, fr *frame, out bool) {
	if k, ok := method.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
		switch constant.StringVal(k.Value) {
		case "GET", "HEAD", "":
			return
		}
	}
	if t.inside(c, out) {
		t.reader(body, fr, out)
		return
	}
	// The request is from before: any reader in it is.
	in := &bodies{sc: t.sc, l: t.l, operation: t.operation, steps: t.steps}
	in.reader(body, fr, true)
	t.made = t.made || in.kept
}

// reader follows a reader.
func (t *bodies) reader(v ssa.Value, fr *frame, out bool) {
	v = strip(v)
	if !t.enter(v) {
		return
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		t.parameter(x, fr, out, t.reader, func() { t.keep(x) })
	case *ssa.FreeVar:
		t.captured(x, fr, out, t.reader)
	case *ssa.TypeAssert:
		t.reader(x.X, fr, out)
	case *ssa.Extract:
		switch y := x.Tuple.(type) {
		case *ssa.Call:
			t.readerMaker(y, fr, out)
		case *ssa.TypeAssert:
			t.reader(y.X, fr, out)
		default:
			t.keepIf(x, out)
		}
	case *ssa.Call:
		t.readerMaker(x, fr, out)
	case *ssa.Phi:
		t.phi(x, fr, out, t.reader)
	case *ssa.UnOp:
		t.loaded(x, fr, out, t.reader)
	case *ssa.Alloc:
		if !t.inside(x, out) {
			t.keep(x)
		}
	case *ssa.Const:
	default:
		t.keepIf(x, out)
	}
}

// keep notes that the reader v is from before the first round.
func (t *bodies) keep(v ssa.Value) {
	t.kept = true
	name := ""
	switch v := v.(type) {
	case *ssa.Parameter:
		name = v.Name()
	case *ssa.Alloc:
		name = v.Comment
	}
	if t.name == "" && v.Parent() == t.l.fn && token.IsIdentifier(name) && name != "complit" && name != "new" {
		t.name = name
	}
}

// keepIf notes what is not seen into: a reader, if it is from before the first round.
func (t *bodies) keepIf(v ssa.Value, out bool) {
	if out && readsLike(v.Type()) {
		t.keep(v)
		return
	}
	t.doubt(out)
}

// readerMaker reads the call that made a reader.
func (t *bodies) readerMaker(c *ssa.Call, fr *frame, out bool) {
	if !t.inside(c, out) {
		if readsLike(c.Type()) || c.Call.Signature().Results().Len() > 1 && readsLike(c.Call.Signature().Results().At(0).Type()) {
			t.keep(c)
		}
		return
	}
	if fn := t.sc.body(c); fn != nil && !fr.holds(fn) {
		t.returned(fn, c, fr, false, func(v ssa.Value) bool { return readsLike(v.Type()) }, t.reader)
		return
	}
	switch fullName(c) {
	case "io.NopCloser", "io/ioutil.NopCloser", "io.TeeReader", "io.LimitReader", "bufio.NewReader":
		t.reader(c.Call.Args[0], fr, out)
	}
}

// returned follows what fn returns.
func (t *bodies) returned(fn *ssa.Function, c *ssa.Call, fr *frame, out bool, is func(ssa.Value) bool, follow func(ssa.Value, *frame, bool)) {
	in := &frame{fn, c, fr}
	for _, b := range fn.Blocks {
		if r, ok := last(b).(*ssa.Return); ok {
			for _, v := range r.Results {
				if is(v) {
					follow(v, in, out)
				}
			}
		}
	}
}

// phi follows a choice. What a variable of the loop was before the first round
// matters only if it is still that in the next.
func (t *bodies) phi(p *ssa.Phi, fr *frame, out bool, follow func(ssa.Value, *frame, bool)) {
	if p.Block() == t.l.header && p.Parent() == t.l.fn && !out && !t.same(p, p, map[ssa.Value]bool{}) {
		return
	}
	for _, e := range p.Edges {
		follow(e, fr, out)
	}
}

// same reports whether p may be in the next round what it was in this one.
func (t *bodies) same(p *ssa.Phi, v ssa.Value, seen map[ssa.Value]bool) bool {
	v = strip(v)
	if v == ssa.Value(p) && len(seen) > 0 {
		return true
	}
	if seen[v] {
		return false
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Phi:
		for i, e := range x.Edges {
			if (x != p || t.l.blocks[x.Block().Preds[i]]) && t.same(p, e, seen) {
				return true
			}
		}
	case *ssa.Call:
		switch fullName(x) {
		case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
			return t.same(p, callArgs(x)[0], seen)
		}
	}
	return false
}
