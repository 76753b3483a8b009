package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A via is the way from the attempt, a function of the package, to the one call
// in it that sends a request: what the attempt makes of an answer is then
// followed from there.
//
//	// Have: if resp.StatusCode != 200 { return fmt.Errorf("status %d", resp.StatusCode) }
type via struct {
	send  ssa.CallInstruction
	calls map[ssa.Instruction]bool // the calls on the way, the attempt among them
	fns   map[*ssa.Function]bool   // what they call
}

// sent is the part of the sending call's value under which an env knows that it was made.
const sent = -4

// early reports whether a function on the way returns before the request was sent.
func (w *walk) early(st *state) bool {
	return w.via != nil && w.via.fns[st.b.Parent()] && st.env.m[key{w.via.send.Value(), sent}].kind != aSet
}

// viaTo is the way from the attempt to the call that sends; nil: there is none,
// or the call is not the only one.
func (sc *scope) viaTo(l *loop, att ssa.CallInstruction) *via {
	sends := sc.sends(att, &frame{fn: l.fn}, calleeDepth)
	if len(sends) != 1 || sends[0].call == att || !givesResponse(sends[0].call) {
		return nil
	}
	v := &via{send: sends[0].call, calls: map[ssa.Instruction]bool{}, fns: map[*ssa.Function]bool{}}
	for fr := sends[0].fr; fr != nil && fr.up != nil; fr = fr.up {
		if fr.call == nil {
			return nil // in a closure that the attempt is given
		}
		v.calls[fr.call], v.fns[fr.fn] = true, true
	}
	return v
}

// viaCall answers a call on the way, and the one that sends.
func (w *walk) viaCall(c *ssa.Call, e *env, depth int) ([]abs, bool) {
	switch {
	case w.via == nil:
	case ssa.CallInstruction(c) == w.via.send:
		res := c.Call.Signature().Results()
		out := make([]abs, res.Len())
		for i := range out {
			out[i] = w.out.result(res.At(i).Type())
		}
		e.set(&w.ids, key{c, sent}, abs{kind: aSet})
		return out, true
	case w.via.calls[c] && depth <= calleeDepth:
		out := w.interpret(w.sc.body(c), c, e, depth)
		e.set(&w.ids, key{w.via.send.Value(), sent}, abs{kind: aSet})
		return out, true
	}
	return nil, false
}

// assumeVia notes what the attempt makes of the answer.
func (w *walk) assumeVia(e *env) bool {
	c, ok := w.att.(*ssa.Call)
	if !ok || w.via == nil || w.sc.body(c) == nil {
		return false
	}
	res := c.Call.Signature().Results()
	told := givesResponse(c) || statusResult(w.sc.body(c)) >= 0
	for i, a := range w.interpret(w.sc.body(c), c, e, 0) {
		switch t := res.At(i).Type(); {
		case isError(t) && a.kind == aSet:
			a.kind = aFailure // made of the answer
		case isError(t) && a.kind == aFree && told:
			a.kind = aNil // the body was read too
		case isError(t) && a.kind == aFree:
			a.kind = aOpaque
		}
		e.set(&w.ids, key{c, i}, a)
	}
	return true
}

// carrier reports whether t is an error that carries an HTTP status in a field.
func carrier(t types.Type) bool {
	for range 2 {
		if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok || !types.Implements(n, errorIface) && !types.Implements(types.NewPointer(n), errorIface) {
		return false
	}
	for f := range st.Fields() {
		if statusName(f.Name()) && isInteger(f.Type()) {
			return true
		}
	}
	return false
}

var errorIface = errorType.Underlying().(*types.Interface)

// statusName reports whether a field of that name holds an HTTP status.
func statusName(name string) bool {
	switch name {
	case "Code", "StatusCode", "Status", "HTTPStatus", "HTTPStatusCode", "HttpStatus", "HttpStatusCode", "HTTPCode", "ResponseCode", "code", "statusCode", "status":
		return true
	}
	return false
}
