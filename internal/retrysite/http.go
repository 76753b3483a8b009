package retrysite

import (
	"golang.org/x/tools/go/ssa"
)

// A frame is a function on the way from the loop to the call that sends.
type frame struct {
	fn   *ssa.Function
	call ssa.CallInstruction // the call of fn in up.fn; nil in the loop's own function
	up   *frame
}

// A send is a call that sends an HTTP request, seen from the loop.
type send struct {
	call ssa.CallInstruction
	fr   *frame
	told *Sends // what another package has told of it, nil: it is seen
}

// httpOf says what is known of an attempt that is an HTTP request; nil: it is
// not known to be one.
func (sc *scope) httpOf(l *loop, a *attempt) *HTTP {
	sends := sc.sends(a.call, &frame{fn: l.fn}, bodyDepth)
	if len(sends) == 0 {
		return nil
	}
	m := &methods{sc: sc, l: l}
	for _, s := range sends {
		m.send(s)
	}
	h := &HTTP{Method: m.method(), Path: m.path}
	h.MethodName = m.shown(h.Method)
	h.Key = sc.keyOf(l, m)
	h.After = sc.afterOf(l, a)
	return h
}

// sends are the calls that send an HTTP request when c is called.
func (sc *scope) sends(c ssa.CallInstruction, fr *frame, left int) []send {
	if fn := sc.body(c); fn != nil && left > 0 && !fr.holds(fn) {
		if in := sc.sendsIn(fn, &frame{fn, c, fr}, left-1); len(in) > 0 {
			return in
		}
	}
	if isSend(c.Common().Signature()) || simpleMethod(c) != "" {
		return []send{{call: c, fr: fr}}
	}
	if h := sc.told.of(calleeFunc(c)); h != nil && h.Sends != nil {
		return []send{{call: c, fr: fr, told: h.Sends}}
	}
	var out []send
	for _, v := range callArgs(c) {
		if fn := closureOf(strip(v)); fn != nil && len(fn.Blocks) > 0 && left > 0 && !fr.holds(fn) {
			out = append(out, sc.sendsIn(fn, &frame{fn, nil, fr}, left-1)...)
		}
	}
	return out
}

func (sc *scope) sendsIn(fn *ssa.Function, fr *frame, left int) []send {
	var out []send
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				out = append(out, sc.sends(c, fr, left)...)
			}
		}
	}
	return out
}

func (fr *frame) holds(fn *ssa.Function) bool {
	for ; fr != nil; fr = fr.up {
		if fr.fn == fn {
			return true
		}
	}
	return false
}

// simpleMethod is the method of http.Post and its kin, "" for other calls.
func simpleMethod(c ssa.CallInstruction) string {
	if calleePkg(c) != "net/http" {
		return ""
	}
	switch fullName(c) {
	case "net/http.Get", "(*net/http.Client).Get":
		return "GET"
	case "net/http.Head", "(*net/http.Client).Head":
		return "HEAD"
	case "net/http.Post", "net/http.PostForm", "(*net/http.Client).Post", "(*net/http.Client).PostForm":
		return "POST"
	}
	return ""
}
