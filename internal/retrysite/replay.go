package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// A Replay is a request or reader that the first attempt uses up and that the
// next one is given as it was left.
type Replay struct {
	Range // the call that is given it
	What  Replayed
	Name  string // of the reader, as the source writes it, "" where it has no name
	Call  string // the callee, as the source writes it
}

// Replayed is a kind of thing that can be used up.
type Replayed uint8

// The kinds.
const (
	ReplayedReader  Replayed = iota // a reader made before the first attempt
	ReplayedRequest                 // a request with a body, made before the first attempt
	ReplayedAny                     // whatever request the function is given
)

// A consumer is a call that reads something to its end.
type consumer struct {
	call  ssa.CallInstruction
	fr    *frame
	value ssa.Value
	sends bool // value is the request, else the reader
}

// replaysOf are what the attempts of the loop use up and are given again.
func (sc *scope) replaysOf(l *loop, a *attempt) []Replay {
	var out []Replay
	if a.HTTP == nil || a.HTTP.After != AfterUnsent {
		for _, c := range sc.consumers(a.call, &frame{fn: l.fn}, bodyDepth) {
			if r, ok := sc.replay(l, c, false); ok && sc.usedAtNext(l, a, c) {
				r.Range, r.Call = sc.place(a.call)
				out = append(out, r)
				break
			}
		}
	}
	if sc.body(a.call) == nil {
		for _, fn := range sc.operations(l, a.call) {
			out = append(out, sc.operationReplays(fn)...)
		}
	}
	return out
}

// replaysAfter are what the attempt uses up and is given again after the outcome.
func (sc *scope) replaysAfter(l *loop, a *attempt, o outcome) []Replay {
	for _, c := range sc.consumers(a.call, &frame{fn: l.fn}, bodyDepth) {
		k := &carry{frees: func(in ssa.Instruction) bool { return in != ssa.Instruction(a.call) && sc.rewinds(in, calleeDepth) }}
		if r, ok := sc.replay(l, c, false); ok && sc.reachesNext(l, a.call, o, k) {
			r.Range, r.Call = sc.place(a.call)
			return []Replay{r}
		}
	}
	return nil
}

// operationReplays are what a function that is called for each attempt uses up
// and is given again.
func (sc *scope) operationReplays(fn *ssa.Function) []Replay {
	l := wholeOf(fn)
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			for _, k := range sc.consumers(c, &frame{fn: fn}, bodyDepth) {
				if r, ok := sc.replay(l, k, true); ok && !sc.rewindsIn(fn, calleeDepth) {
					r.Range, r.Call = sc.place(c)
					return []Replay{r}
				}
			}
		}
	}
	return nil
}

// replay says what the consumer is given again in each round of l, if that is
// something that the round before has used up.
func (sc *scope) replay(l *loop, c consumer, operation bool) (Replay, bool) {
	for fr := c.fr; fr != nil && fr.fn != l.fn; fr = fr.up {
		if sc.rewindsIn(fr.fn, 1) {
			return Replay{}, false
		}
	}
	t := &bodies{sc: sc, l: l, operation: operation}
	if c.sends {
		t.request(c.value, c.fr, false)
	} else {
		t.reader(c.value, c.fr, false)
	}
	switch {
	case t.unknown:
	case t.kept:
		return Replay{What: ReplayedReader, Name: t.name}, true
	case t.made && !sc.rewindsBefore(l):
		return Replay{What: ReplayedRequest}, true
	case t.given && !sc.rewindsIn(l.fn, 1) && !looksAtItsMethod(l.fn):
		return Replay{What: ReplayedAny}, true
	}
	return Replay{}, false
}

// usedAtNext reports whether some way leads to the next attempt without going
// back to the beginning of what the attempt has read.
func (sc *scope) usedAtNext(l *loop, a *attempt, c consumer) bool {
	k := &carry{frees: func(in ssa.Instruction) bool { return in != ssa.Instruction(a.call) && sc.rewinds(in, calleeDepth) }}
	for _, s := range known.FailedStatuses {
		if sc.givesStatus(a.call) && sc.reachesNext(l, a.call, outcome{kind: answered, status: s, flip: a.flip}, k) {
			return true
		}
	}
	if a.HTTP != nil && a.HTTP.After == AfterUnknown {
		return false // Have: if !neverSent(err) { return err }
	}
	return sc.reachesNext(l, a.call, outcome{kind: failed, flip: a.flip}, k) || sc.reachesNext(l, a.call, outcome{kind: broken, flip: a.flip}, k)
}

// consumers are the calls under c that send a request or read a reader to its end.
func (sc *scope) consumers(c ssa.CallInstruction, fr *frame, left int) []consumer {
	if fn := sc.body(c); fn != nil {
		if left == 0 || fr.holds(fn) {
			return nil
		}
		return sc.consumersIn(fn, &frame{fn, c, fr}, left-1)
	}
	args := callArgs(c)
	off := len(args) - c.Common().Signature().Params().Len()
	if name := simpleMethod(c); name != "" {
		if name == "POST" && calleeName(c) == "Post" {
			return []consumer{{c, fr, args[len(args)-1], false}}
		}
		return nil
	}
	if isSend(c.Common().Signature()) {
		for _, v := range args {
			if isRequest(v.Type()) {
				return []consumer{{c, fr, v, true}}
			}
		}
	}
	var out []consumer
	for i, v := range args {
		if fn := closureOf(strip(v)); fn != nil && len(fn.Blocks) > 0 && left > 0 && !fr.holds(fn) {
			out = append(out, sc.consumersIn(fn, &frame{fn, nil, fr}, left-1)...)
			continue
		}
		if i >= off && uploads(c) && isReader(c.Common().Signature().Params().At(i-off).Type()) && !writes(strip(v).Type()) {
			out = append(out, consumer{c, fr, v, false})
		}
	}
	return out
}

func (sc *scope) consumersIn(fn *ssa.Function, fr *frame, left int) []consumer {
	var out []consumer
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				out = append(out, sc.consumers(c, fr, left)...)
			}
		}
	}
	return out
}

// uploads reports whether a call that is not seen into and takes a reader may
// send what it reads elsewhere, and fail.
//
//	// Have: bucket.Upload(ctx, name, r)
func uploads(c ssa.CallInstruction) bool {
	sig := c.Common().Signature()
	if known.IsStd(calleePkg(c)) || !takesContext(sig) || !returnsError(sig) || givesRequest(sig) {
		return false
	}
	return !nameHas(calleeName(c), "read", "decode", "parse", "scan", "recv", "receive", "next", "unmarshal", "peek", "handshake", "exec", "attach")
}

func givesRequest(s *types.Signature) bool {
	for i := range s.Results().Len() {
		if isRequest(s.Results().At(i).Type()) {
			return true
		}
	}
	return false
}

// isReader reports whether t is io.Reader or io.ReadCloser: what is given to
// such a parameter can be read once.
func isReader(t types.Type) bool { return isNamed(t, "io", "Reader") || isNamed(t, "io", "ReadCloser") }

// writes reports whether t is written to as well, as a connection is; a buffer
// of the program's own is not meant.
func writes(t types.Type) bool {
	if isNamed(t, "bytes", "Buffer") {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(t, true, nil, "Write")
	_, ok := m.(*types.Func)
	return ok
}

// rewindsIn reports whether something in fn goes back to the beginning of what
// was read, or looks at whether it can.
func (sc *scope) rewindsIn(fn *ssa.Function, left int) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) { found = found || sc.rewinds(in, left) })
	return found
}

// rewindsBefore reports whether the function of the loop looks at a body, or
// sees to it that it can be rewound, outside the loop.
//
//	// Have: b, err := io.ReadAll(req.Body); …; for … { req.Body = io.NopCloser(bytes.NewReader(b)); … }
func (sc *scope) rewindsBefore(l *loop) bool {
	for _, b := range l.fn.Blocks {
		for _, in := range b.Instrs {
			if !l.blocks[b] && sc.rewinds(in, 1) {
				return true
			}
		}
	}
	return false
}

// rewinds reports whether in goes back to the beginning of what was read, looks
// at whether it can, or hands it to somebody who may.
func (sc *scope) rewinds(in ssa.Instruction, left int) bool {
	switch in := in.(type) {
	case *ssa.FieldAddr:
		// Have: if req.GetBody != nil { … }; req.Body = io.NopCloser(bytes.NewReader(b))
		return isRequest(in.X.Type()) && (fieldName(in) == "Body" || fieldName(in) == "GetBody")
	case *ssa.Store:
		f, ok := in.Addr.(*ssa.FieldAddr)
		return ok && fieldVar(f) != nil && readsLike(fieldVar(f).Type()) && !isResponse(f.X.Type())
	case *ssa.TypeAssert:
		m, _, _ := types.LookupFieldOrMethod(in.AssertedType, true, nil, "Seek")
		_, ok := m.(*types.Func)
		return ok
	case *ssa.Call:
		return sc.callRewinds(in, left)
	}
	return false
}

func (sc *scope) callRewinds(c *ssa.Call, left int) bool {
	name := calleeName(c)
	if nameHas(name, "seek", "rewind", "getbody", "setbody", "resetbody", "restore", "replay", "rebuild") {
		return true
	}
	given := false
	for _, a := range callArgs(c) {
		given = given || isRequest(a.Type()) || readsLike(strip(a).Type())
	}
	fn := sc.body(c)
	switch {
	case !given || isSend(c.Call.Signature()):
		return false
	case fn != nil:
		return left > 0 && sc.rewindsIn(fn, left-1)
	case name == "Reset" || name == "Truncate":
		return true
	case known.IsStd(calleePkg(c)) || uploads(c) || nameHas(name, "log", "print", "debug", "info", "warn", "error", "trace", "close"):
		return false
	}
	return !givesRequest(c.Call.Signature()) && !givesResponse(c) // a signer, a hook: it may
}

// readsLike reports whether t can be read, and is no response.
func readsLike(t types.Type) bool {
	m, _, _ := types.LookupFieldOrMethod(t, true, nil, "Read")
	_, ok := m.(*types.Func)
	return ok
}

// looksAtItsMethod reports whether fn compares the method of a request: it may
// attempt again those alone that have no body.
func looksAtItsMethod(fn *ssa.Function) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		f, ok := in.(*ssa.FieldAddr)
		if !ok || found || !isRequest(f.X.Type()) || fieldName(f) != "Method" || f.Referrers() == nil {
			return
		}
		for _, r := range *f.Referrers() {
			u, ok := r.(*ssa.UnOp)
			if !ok || u.Referrers() == nil {
				continue
			}
			for _, q := range *u.Referrers() {
				switch q := q.(type) {
				case *ssa.BinOp, *ssa.Lookup:
					found = true
				case *ssa.Call:
					found = found || isBool(q.Type()) || isError(q.Type())
				}
			}
		}
	})
	return found
}
