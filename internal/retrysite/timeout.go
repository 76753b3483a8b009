package retrysite

import (
	"go/constant"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"
)

// timeoutOf returns the constant time within which the context ends that
// reaches the operation, or that the loop watches; 0 where none is seen. It is
// made before the loop: all attempts share it.
//
//	// Have: ctx, cancel := context.WithTimeout(ctx, 10*time.Second); for n := range 8 { do(ctx) }
func (s *scanner) timeoutOf(l *loop, a *attempt) time.Duration {
	t := &timeouts{s: s, l: l}
	for _, v := range callArgs(a.call) {
		if isContext(v.Type()) || isRequest(v.Type()) {
			t.add(v)
		}
	}
	for _, b := range l.fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && isDoneCall(c) {
				t.add(callArgs(c)[0])
			}
		}
	}
	return t.least
}

// timeouts collects the constant timeouts of contexts.
type timeouts struct {
	s     *scanner
	l     *loop
	least time.Duration
}

func (t *timeouts) add(v ssa.Value) {
	if d := t.of(v, 0); d > 0 && (t.least == 0 || d < t.least) {
		t.least = d
	}
}

// timeoutDepth bounds how many contexts, one made from the other, are looked through.
const timeoutDepth = 8

// of returns the shortest time, made before the loop, of the contexts that v is
// made from; 0 if none is seen.
func (t *timeouts) of(v ssa.Value, depth int) time.Duration {
	if depth > timeoutDepth {
		return 0
	}
	v = strip(t.s.pkg.Origin(t.l.fn, v))
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return 0
	}
	var up time.Duration
	for _, a := range callArgs(c) {
		if isContext(a.Type()) && endsWith(c) {
			up = t.of(a, depth+1)
			break
		}
		if isRequest(a.Type()) && (fullName(c) == "(*net/http.Request).Context" || fullName(c) == "(*net/http.Request).Clone") {
			up = t.of(a, depth+1)
			break
		}
	}
	if name := fullName(c); (name == "context.WithTimeout" || name == "context.WithTimeoutCause") && !t.l.contains(c) {
		if d, ok := constDuration(c.Call.Args[1]); ok && d > 0 && (up == 0 || d < up) {
			return d
		}
	}
	return up
}

// endsWith reports whether what the call makes of a context ends with it.
func endsWith(c *ssa.Call) bool {
	switch fullName(c) {
	case "context.WithoutCancel":
		return false
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone", "net/http.NewRequestWithContext":
		return true
	}
	return calleePkg(c) == "context"
}

func constDuration(v ssa.Value) (time.Duration, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	if b, ok := c.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return 0, false
	}
	n, ok := constant.Int64Val(c.Value)
	return time.Duration(n), ok
}
