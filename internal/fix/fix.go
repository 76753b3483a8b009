// Package fix builds the edits that repair what a rule has found.
//
// A rule says which repair it wants, and of which expression ([Fix]); [Build]
// knows the syntax around it, the imports and the Go version of the file. What
// it returns compiles, is formatted as gofmt does, and leaves comments alone;
// where that, or what the code would mean, is in doubt it returns nothing.
//
// The edits of two fixes in one file go together: what is written around an
// expression is inserted and never replaces it, and an import is added by one
// and the same edit.
package fix

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// Do says what is done to the code.
type Do uint8

// The repairs.
const (
	Nothing   Do = iota
	Full         // Have: d; want: rand.N(d)
	Half         // Have: d; want: d/2 + rand.N(d)
	OnTop        // Have: ra; want: ra + rand.N(ra)
	Widen        // a library's knob
	Leave        // return ctx.Err() before the wait
	NotLast      // Have: time.Sleep(d); want: if i < n-1 { time.Sleep(d) }
	Bound        // Have: base << n; want: base << min(n, 10)
	WidenDraw    // Have: 0.9 + 0.2*rand.Float64(); want: 0.5 + rand.Float64()
	Guard        // Have: rand.N(d); want: rand.N(max(d, 1))
	Power        // Have: 2^n; want: 1<<n
	Plain        // Have: pause * time.Second, with pause a Duration; want: pause
	Unit         // Have: time.Sleep(5); want: time.Sleep(5 * time.Second)
	Counted      // Have: wait.Backoff{Steps: 100, Cap: time.Minute}; want: wait.Backoff{Steps: 6}
	Close        // Have: time.Sleep(d); want: resp.Body.Close(); time.Sleep(d)
	Interrupt    // Have: time.Sleep(d); want: select { case <-time.After(d): case <-ctx.Done(): return ctx.Err() }
)

// messages are what editors offer.
var messages = map[Do]string{
	Full:      "Draw the delay at random from up to what it is",
	Half:      "Draw the delay at random from half of what it is to half as much again",
	Leave:     "Return when the context has ended",
	Interrupt: "Wait in a select",
	Bound:     "Bound the delay before it is waited for",
	WidenDraw: "Widen the jitter to half of the delay both ways",
	Guard:     "Draw from at least one",
	NotLast:   "Leave out the wait after the last attempt",
	Power:     "Write the power that is meant",
	Plain:     "Leave out the second unit",
	Unit:      "Write the unit of the delay",
	Counted:   "Set Steps to the attempts that are made, and leave out Cap",
	Close:     "Close it before the next attempt",
	Widen:     "Widen the jitter of the policy",
	OnTop:     "Add a random part on top of what the server asks for",
}

// A Fix is a repair that a rule asks for. Its zero value is none.
type Fix struct {
	Do Do
	At retrysite.Range // the expression, or other piece of code, that is repaired
	// Also are other expressions that are repaired in the same way: what a function
	// returns in other places.
	Also []retrysite.Range
	// Positive says of a delay that it is seen to be above 0: a draw from it
	// needs no guard, if nothing outside the function can change that.
	Positive bool
	// Guess says that the repair may not be what was meant, or that others may
	// rely on what it changes: it is offered where all fixes are asked for.
	Guess bool
	Knob  retrysite.Knob // of Widen
	// Of Leave and Interrupt: the context or channel as the source writes it, the
	// loop that is left, and whether a time.Sleep becomes a select for it.
	Name    string
	Channel bool
	Loop    retrysite.Range
	Select  bool
	// Failed says of Leave that At is the attempt, after whose failure the loop is left.
	Failed bool
	// Exponent is the largest exponent that Bound lets through, and Name, of package
	// time, the largest delay.
	Exponent int
	Base     int // of Power: what is raised
	Steps    int // of Counted
	// Of Close: what is left open, whether At is the call that is deferred for it,
	// else the one that opens it.
	Opened   retrysite.Opened
	Deferred bool
	Waits    []retrysite.Range // where the loop waits: of Close and Leave
	// And is done together with it; nil: nothing. Unit does it itself, to what it writes.
	And *Fix
}

// Build returns f as edits, or not ok.
func Build(pass *analysis.Pass, f Fix) (out analysis.SuggestedFix, ok bool) {
	if f.Do == Nothing || !f.At.IsValid() {
		return out, false
	}
	e := newEditor(pass, f.At)
	if e == nil || !e.do(f) {
		return out, false
	}
	if f.And != nil && f.Do != Unit && (!e.move(f.And.At) || !e.do(*f.And)) {
		return out, false
	}
	edits := e.settle()
	if len(edits) == 0 {
		return out, false
	}
	return analysis.SuggestedFix{Message: messages[f.Do], TextEdits: edits}, true
}

// do makes the changes of f, or reports that it cannot.
func (e *editor) do(f Fix) (ok bool) {
	switch f.Do {
	case Full, Half, OnTop:
		ok = e.spread(f)
		for _, at := range f.Also {
			f.At = at
			ok = ok && e.move(at) && e.spread(f)
		}
	case Leave, Interrupt:
		ok = e.leave(f)
	case NotLast:
		ok = e.last(f)
	case Bound:
		ok = e.bound(f)
	case WidenDraw:
		ok = e.widenDraw()
	case Guard:
		ok = e.drawAtLeast(f)
	case Widen:
		ok = e.knob(f.Knob)
	case Power:
		ok = e.power(f)
	case Plain:
		ok = e.plain()
	case Unit:
		ok = e.unit(f)
	case Counted:
		ok = e.counted(f)
	case Close:
		ok = e.closes(f)
	}
	return ok
}
