package retrysite

import (
	"go/token"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
)

// SiteKind says in which form the code retries.
type SiteKind uint8

// The kinds of a site.
const (
	Loop       SiteKind = iota // for, range, goto
	Recursion                  // the function calls itself, directly or through a helper
	Reschedule                 // a callback hands itself to time.AfterFunc
	DelayFunc                  // a function that computes a wait, which no site of the package uses
	Library                    // a value or call that configures a retry library
	Call                       // a call of a function that attempts what it is given, and waits by itself
)

// A Range is a piece of source, for reports. Its zero value is no place.
type Range struct{ Start, Finish token.Pos }

// Pos returns the start of the range.
func (r Range) Pos() token.Pos { return r.Start }

// End returns the position after the range.
func (r Range) End() token.Pos { return r.Finish }

// IsValid reports whether r is a place.
func (r Range) IsValid() bool { return r.Start.IsValid() }

// A Site is one place that retries: what every rule is a sentence over. It is
// immutable. What could not be seen into is the Unknown value of its type, and
// no rule fires on it.
type Site struct {
	Kind    SiteKind
	Func    string // the enclosing function, as types.Func.FullName prints it
	Header  Range  // the loop header, the recursive call, or the library call
	Attempt Attempt
	Waits   []Wait
	Context Context
	// Failure is the way from a failure to the next attempt; nil where it was not followed.
	Failure *Failure
	Stop    Stop
	Refused Refused
	// Timeout is the constant time within which the context ends that reaches the
	// operation or ends the waits; 0: none is seen.
	Timeout time.Duration
	// Under are the policies of a Call, of a function in another package that
	// waits as its arguments say.
	Under []Under
	// Nested is the site that the operation is itself, nil: none is seen.
	Nested *Nested
	// Shared are the policies that other goroutines count with too.
	Shared []Shared
	// LimitKept is the counter, "failures", that ends a loop which goes on after a
	// success, and that no success sets back; "" if there is none.
	LimitKept string
	// Tx is the statement that is attempted again on a transaction made outside the loop.
	Tx Statement
	// Lost is where the last failure is lost when the attempts are used up.
	Lost Lost
	// Silent says that nothing on the way from a failure to the next attempt could
	// tell anybody: no log line, metric, callback, or call that cannot be seen into.
	Silent bool
	// Unused says of a DelayFunc that nothing in its package calls it: the
	// attempt numbers that it is given are not seen. Limited says that another
	// method of its type compares an attempt number with a limit.
	Unused, Limited bool

	numbers func() []Number
}

// Attempt is the operation that is attempted again after it failed.
type Attempt struct {
	Range
	Name   string // as the source writes the callee: "c.http.Do"
	Remote Remote
	HTTP   *HTTP  // nil: not known to be an HTTP request
	Leaks  []Leak // in the order of the source
	// Replays are what an attempt uses up and the next one is given again.
	Replays []Replay
}

// Remote says whether an operation leaves the process.
type Remote uint8

// The values of Remote. Possibly is a call that cannot be seen into and takes
// a context, is a function value or an interface method.
const (
	RemoteUnknown Remote = iota
	Local
	Possibly
	Certainly
)

// Herd reports whether many clients may meet at one server: the condition of
// the herd rules.
func (r Remote) Herd() bool { return r >= Possibly }

// HTTP is what is known of an attempt that is an HTTP request.
type HTTP struct {
	Method Method
	// MethodName is the method as read, "POST"; empty unless Method is NonIdempotent or Idempotent.
	MethodName string
	Key        Key
	After      After
	Path       string // the URL's path where it is a constant, for -retrypost.safe
}

// Method says which HTTP methods reach the attempt.
type Method uint8

// The values of Method.
const (
	MethodUnknown Method = iota
	Idempotent           // GET, HEAD, PUT, DELETE, OPTIONS, TRACE
	NonIdempotent        // POST or PATCH on some call
	AnyMethod            // a round tripper or helper that retries every request and never looks at its method
)

// Key says whether the request carries an idempotency key.
type Key uint8

// The values of Key.
const (
	KeyUnknown Key = iota
	KeyNone        // no header or field of a known name is set
	KeyOnce        // set before the loop: the same on every attempt
	KeyEach        // made anew inside the loop
)

// After says which failures are followed by another attempt.
type After uint8

// The values of After.
const (
	AfterUnknown After = iota
	AfterUnsent        // only failures before the request was sent (dial)
	AfterRefused       // only answers that say nothing was done (429, 503)
	AfterMaybe         // also failures that may have come after the server acted
)

// A Wait is one place where the site waits before it attempts again.
type Wait struct {
	Range // the delay expression
	// Computed is the place where the delay is computed, if that is another function.
	Computed Range
	// Delay is the expression whose value is waited for, for edits: the argument of
	// what sleeps or starts the timer; no place if it is not seen. Shared says that
	// it stands in a helper, and Result that it is what a delay function returns:
	// others may rely on it.
	Delay          Range
	Shared, Result bool
	// Others are what a delay function returns in other places.
	Others []Range
	// Policies are the alternatives of the delay, judged one by one; empty if
	// the delay could not be read.
	Policies []*policy.Policy
	// Bare says that nothing can interrupt the wait (time.Sleep).
	Bare bool
	// Always says that each failure is followed by this wait: no way to the next
	// attempt passes it by, but for one that a number decides (if n > 0).
	Always bool
	// Kept is what the delay grows by, "failures", and that outlives a success of a
	// loop which goes on after one; "" if there is none, or it is set back.
	Kept string
	// Locked is the mutex that the function holds while it waits, "s.mu"; "" if
	// there is none.
	Locked string
	// Apart says that this is no wait between a failure of the attempt and the next
	// one, or not of failures alone: it lies inside the attempt, or on the way that
	// success takes too, or only on that of something else.
	Apart bool
	// Counted says of the result of a delay function that it is computed from an
	// attempt number: there is a backoff in it, read or not.
	Counted bool
	// Tiny is the place of a constant delay of some nanoseconds, in a package that
	// names no such unit: a number that lacks its unit.
	Tiny Range
	// EndsAtCap says of a library's policy that the retries end where the delay
	// would pass its cap: wait.Backoff{Cap: …} in wait.ExponentialBackoff.
	EndsAtCap bool
	// Repair says how jitter is widened in a library's own words, "" where it
	// has none; Repaired is the policy with it, nil where the words say it all.
	Repair   string
	Repaired *policy.Policy
	// Knob is what of the library's policy an edit sets for that.
	Knob Knob
	// RepairServer says in those words how a server's value is spread.
	RepairServer string
}

// A Knob is a field or option of a library's policy that an edit can set to
// widen its jitter. Its zero value is none.
type Knob struct {
	Name string // of the field
	Code string // its new value, or +option, as known.Repair has it
	Path string // of the package that $ in Code stands for
	// At is the value that the code gives it, if Set, else the literal or call
	// that makes the policy.
	At  Range
	Set bool
}

// Under is a policy of a function that is given the operation of a site.
type Under struct {
	Policy *policy.Policy // with the numbers that are given at the call
	Own    *policy.Policy // as its own package knows it, where its own faults are reported
	Repair string         // how jitter is widened at the call, "" where that is not known
}

// Context is what the site knows of the context under which it runs.
type Context struct {
	// Reaches says that a context from outside the loop reaches the operation.
	Reaches bool
	// Name is the context as the source writes it: "ctx", "req.Context()".
	Name string
	// Observed says whether some path from failure to the next attempt leaves
	// on the end of that context, or of another word for "nobody waits".
	Observed Observed
	// Tell says how a library is told of the context, "use backoff.WithContext(b, ctx)";
	// "" where there is none, or it is not known.
	Tell string
	// Retried is the place where cancellation is named as retryable, if any.
	Retried Range
	// Abort is a word for "nobody waits any more" that the operation is seen to
	// return and the loop never tests: "http.ErrAbortHandler", "ErrAborted".
	Abort string
}

// A Statement is one that is run on a transaction.
type Statement struct {
	Range
	Name string // as the source writes the callee: "tx.Exec"
}

// Lost says where a function returns, when the attempts are used up, as if the
// last of them had not failed.
type Lost struct {
	Range // the return
	// Shadow is the error variable that the loop declares anew, and that the
	// function then reads outside it; "": nil is returned.
	Shadow string
}

// Stop is what could end a wait: a context that is a parameter, a local, a field
// or inside a request, or a channel for stopping from which the loop receives.
// It is the zero Stop if there is none, or it never ends.
type Stop struct {
	Name    string // as the source writes it: "ctx", "req.Context()", "quit"
	Channel bool   // it is a channel, and not a context
}

// Observed says whether something is seen on the failure path.
type Observed uint8

// The values of Observed.
const (
	ObservedUnknown Observed = iota
	NotObserved
	IsObserved
)
