package retrysite

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

// A wait is a place in a function where it waits: directly, or through helpers
// of the package.
type wait struct {
	in    ssa.Instruction       // in the function itself: a call, a receive or a select
	via   []ssa.CallInstruction // the calls from there into helpers; empty if the wait is direct
	last  ssa.Instruction       // where the delay is read, in the last helper
	delay ssa.Value
	given policy.Formula // in place of delay: what last, a call, waits for, by its arguments
	bare  bool           // nothing can interrupt it
	place token.Pos      // of a receive; NoPos: the delay expression
}

// maxHelpers is how many helpers deep a wait is looked for.
const maxHelpers = 3

// waitsOf returns the waits of fn in the order of its blocks.
func (s *scanner) waitsOf(fn *ssa.Function, depth int) []wait {
	k := inDepth{fn, depth}
	if ws, ok := s.waits[k]; ok {
		return ws
	}
	s.waits[k] = nil // recursion adds nothing
	var ws []wait
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if ok {
				if hs := s.helperWait(call); hs != nil {
					ws = append(ws, hs...)
					continue
				}
			}
			ws = append(ws, directWaits(in)...)
			if ok && depth > 0 {
				ws = append(ws, s.helperWaits(call, depth)...)
			}
		}
	}
	s.waits[k] = ws
	return ws
}

// helperWaits returns the waits that a call makes in helpers of the package,
// outside their loops.
func (s *scanner) helperWaits(call *ssa.Call, depth int) []wait {
	fn := s.calleeOf(call)
	if fn == nil || fn == call.Parent() || fn.Blocks == nil {
		return nil
	}
	var out []wait
	bare := true
	loops := s.pkg.Loops(fn)
	for _, w := range s.waitsOf(fn, depth-1) {
		if loops.Innermost(w.in.Block()) != nil || len(w.via) >= maxHelpers || takesAnswer(w.in) {
			continue
		}
		w.via = append([]ssa.CallInstruction{call}, w.via...)
		w.in = call
		bare = bare && w.bare
		out = append(out, w)
	}
	for i := range out {
		// Have: if ctx == nil { time.Sleep(d); return nil }; select { ... }
		out[i].bare = bare
	}
	return out
}

// directWaits returns the waits that in makes itself.
func directWaits(in ssa.Instruction) []wait {
	switch in := in.(type) {
	case *ssa.Call:
		return callWait(in)
	case *ssa.UnOp:
		if in.Op == token.ARROW && !drains(in) {
			return channelWaits(in, in.X, in.Pos(), !stopped(in.X))
		}
	case *ssa.Select:
		if !in.Blocking || offers(in) {
			return nil // a look at a timer, and the time that a message has to be taken
		}
		var ws []wait
		for _, st := range in.States {
			if st.Dir == types.RecvOnly {
				ws = append(ws, channelWaits(in, st.Chan, st.Pos, len(in.States) == 1)...)
			}
		}
		return ws
	}
	return nil
}

// drains reports whether a receive only empties the channel of a timer that has
// fired before it was stopped.
//
//	// Have: if !timer.Stop() { <-timer.C }
func drains(in *ssa.UnOp) bool {
	b := in.Block()
	if len(b.Preds) != 1 {
		return false
	}
	f, ok := last(b.Preds[0]).(*ssa.If)
	if !ok || f.Block().Succs[1] != b {
		return false
	}
	c, ok := f.Cond.(*ssa.Call)
	return ok && calleeName(c) == "Stop" && isTimerType(callArgs(c)[0].Type())
}

// offers reports whether a case of the select sends.
func offers(in *ssa.Select) bool {
	return slices.ContainsFunc(in.States, func(st *ssa.SelectState) bool { return st.Dir == types.SendOnly })
}

// callWait returns the wait of a call that sleeps.
//
//	// Have: time.Sleep(d)
//	// Have: clock.Sleep(d)
//	// Have: sleepWithContext(ctx, d), of another package
func callWait(in *ssa.Call) []wait {
	c := in.Common()
	f := calleeFunc(in)
	if f == nil {
		return valueWait(in)
	}
	if !c.IsInvoke() {
		if fn := c.StaticCallee(); fn == nil || fn.Blocks != nil {
			return nil
		}
	}
	if name := strings.ToLower(f.Name()); !strings.Contains(name, "sleep") {
		return nil
	}
	args := c.Args
	if !c.IsInvoke() && f.Signature().Recv() != nil {
		args = args[1:]
	}
	bare := true
	var delay ssa.Value
	for _, a := range args {
		switch {
		case isContext(a.Type()):
			bare = false
		case isDuration(a.Type()) && delay == nil:
			delay = a
		}
	}
	if delay == nil {
		return nil
	}
	return []wait{{in: in, last: in, delay: delay, bare: bare}}
}

// valueWait returns the wait of a call of a function value that is named for
// sleeping.
//
//	// Have: var sleep = time.Sleep; sleep(d)
//	// Have: c.sleepFn(ctx, d)
func valueWait(in *ssa.Call) []wait {
	if !strings.Contains(strings.ToLower(valueName(in.Common().Value)), "sleep") {
		return nil
	}
	w := wait{in: in, last: in, delay: durationArg(in), bare: true}
	for _, a := range in.Common().Args {
		if isContext(a.Type()) {
			w.bare = false
		}
	}
	if w.delay == nil {
		return nil
	}
	return []wait{w}
}

// valueName returns the name of the variable, field or parameter that the
// function value v was read from.
func valueName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.Global:
			return a.Name()
		case *ssa.FieldAddr:
			if st, ok := reading.Deref(a.X.Type()).Underlying().(*types.Struct); ok {
				return st.Field(a.Field).Name()
			}
		case *ssa.FreeVar:
			return a.Name()
		}
	}
	return ""
}

// channelWaits returns the waits of a receive in in from the channel ch.
func channelWaits(in ssa.Instruction, ch ssa.Value, place token.Pos, bare bool) []wait {
	if !isTimeChan(ch.Type()) {
		return nil
	}
	var ws []wait
	for _, d := range channelDelays(in, ch) {
		w := wait{in: in, last: in, delay: d.delay, bare: bare, place: place}
		if d.at != nil {
			w.last = d.at
		}
		ws = append(ws, w)
	}
	return ws
}

func isTimeChan(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	return ok && isNamed(c.Elem(), "time", "Time")
}

// isTimerType reports whether t is, or points to, a timer with a channel in its
// field C: that of package time, or of a clock that stands for it.
//
//	// Have: t := clk.Timer(d); <-t.C
func isTimerType(t types.Type) bool {
	n, ok := types.Unalias(reading.Deref(t)).(*types.Named)
	if !ok || n.Obj().Name() != "Timer" {
		return false
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f.Name() == "C" && isTimeChan(f.Type()) {
			return true
		}
	}
	return false
}

// channelDelays returns the delays after which a value arrives on ch.
//
//	// Have: <-time.After(d)
//	// Have: t := time.NewTimer(d); <-t.C
//	// Have: var c <-chan time.Time; if failed { c = time.After(d) }; <-c
func channelDelays(in ssa.Instruction, ch ssa.Value) []timed {
	d := delayFinder{in: in, chans: map[ssa.Value]int{}, timers: map[ssa.Value]int{}}
	d.channel(ch, 0)
	return d.found
}

// A delayFinder collects the delays after which a value arrives at in. Large
// loops have phis of phis: each value is looked at once for each way to it
// that is shorter than those before.
type delayFinder struct {
	in     ssa.Instruction
	chans  map[ssa.Value]int // how deep each was met
	timers map[ssa.Value]int
	found  []timed
}

func (d *delayFinder) add(ts ...timed) {
	for _, t := range ts {
		if !slices.Contains(d.found, t) {
			d.found = append(d.found, t)
		}
	}
}

// passed notes that v was met that deep, and reports whether it was before, no
// deeper than now.
func passed(seen map[ssa.Value]int, v ssa.Value, depth int) bool {
	if at, ok := seen[v]; ok && at <= depth {
		return true
	}
	seen[v] = depth
	return false
}

func (d *delayFinder) channel(ch ssa.Value, depth int) {
	if depth > 4 || passed(d.chans, ch, depth) {
		return
	}
	switch ch := ch.(type) {
	case *ssa.Call:
		f := calleeFunc(ch)
		if f == nil { // Have: var after = time.After; <-after(d)
			if v := durationArg(ch); v != nil && len(ch.Common().Args) == 1 {
				d.add(timed{v, ch})
			}
			return
		}
		switch f.Name() {
		case "After":
			if v := durationArg(ch); v != nil {
				d.add(timed{v, ch})
			}
		case "C", "Chan":
			if len(callArgs(ch)) == 1 {
				d.add(d.timer(callArgs(ch)[0], depth+1)...)
			}
		}
	case *ssa.ChangeType:
		d.channel(ch.X, depth+1)
	case *ssa.Phi:
		for _, e := range ch.Edges {
			d.channel(e, depth+1)
		}
	case *ssa.UnOp: // t.C, or a variable that holds the channel
		switch a := ch.X.(type) {
		case *ssa.FieldAddr:
			if isTimerType(a.X.Type()) {
				d.add(d.timer(a.X, depth+1)...)
			}
		case *ssa.Alloc:
			for _, u := range *a.Referrers() {
				if st, ok := u.(*ssa.Store); ok && st.Addr == a {
					d.channel(st.Val, depth+1)
				}
			}
		}
	}
}

// timer returns the delays to which the timer t is set before in: those of its
// Resets in in's function if there are any, else the one it was made with.
func (d *delayFinder) timer(t ssa.Value, depth int) []timed {
	if passed(d.timers, t, depth) {
		return nil
	}
	var made, resets []timed
	for _, v := range sameTimer(t, depth, map[ssa.Value]int{}) {
		if c, ok := v.(*ssa.Call); ok {
			if f := calleeFunc(c); f != nil && (f.Name() == "NewTimer" || f.Name() == "Timer" && isTimerType(c.Type())) {
				if v := durationArg(c); v != nil {
					made = append(made, timed{v, c})
				}
			}
		}
		for _, r := range timerResets(v) {
			if r.at.Parent() == d.in.Parent() {
				resets = append(resets, r)
			}
		}
	}
	if len(resets) > 0 {
		return resets
	}
	return made
}
