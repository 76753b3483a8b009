package known

import (
	"slices"
	"strings"
)

// A Library is one version range of a package with which retry policies are
// built. A line of its tables is one fact, read from the source of Read.
//
// Delays are written as policy text over the library's knobs: $Cap stands for
// the value of the knob Cap, {Cap;a;b} for a where Cap is set and for b where
// it is zero, {Cap<;a;b} for a where it is known to be negative. A delay of none
// says that who writes that writes no policy.
type Library struct {
	// EndsAtCap says that the library stops retrying where the delay would pass
	// the cap, in the functions that it retries in itself.
	EndsAtCap bool
	Path      string // import path of the package
	Read      string // the module version that was read
	From      string // the first module version that it holds for; "": all before Until
	Until     string // the first module version that it does not hold for; "": none
	// Shape are the fields of a struct that is a copy of a type of the library
	// under another path that ends in the same word; nil: copies are not looked for.
	Shape   []string
	Knobs   []Knob
	Ways    []Way
	Sets    []Set
	Repairs []Repair
	// Check says how the library is made to stop at the end of a context, called ctx:
	// without that it retries cancellation. "": it stops by itself.
	Check string
	// Again says which result of an operation leads to another attempt: "error",
	// any error; "false", a condition that does not hold, with no error; "true", an error
	// with a condition that is not seen to fail; else the
	// full name of the function that marks the errors which do. "": not known.
	Again string
	// Sends are the calls that send a request which is sent again after any
	// failure, unless a knob of Decides is set.
	Sends   []Send
	Decides []string
	// After says how to spread the waits that the server asks for, in the
	// library's own words; "": nothing is said of them.
	After string
	// Quiet says that herds do not meet there; the policy is read, not judged.
	Quiet bool
}

// Attempts reports whether the library is given operations to attempt: it is no
// client, and what else it has, such as a mark for errors, retries nothing.
func (l *Library) Attempts() bool {
	return slices.ContainsFunc(l.Ways, func(w Way) bool {
		args, _, _ := strings.Cut(w.Args, ";")
		return slices.ContainsFunc(strings.Split(args, ","), func(a string) bool { return strings.TrimSpace(a) == "op" })
	})
}

// A Send is a function or method by which a client that retries by itself sends
// a request.
type Send struct {
	Name   string // by its own name
	Method string // of the request; "": that of the request that it is given
	// Headers says that they may be given by other calls in the same chain.
	Headers bool
}

// A Knob is one number of a policy.
type Knob struct {
	Name string // a field of the library's struct, or a name of the table's own
	// Role is "", or a role of the text form: cap, factor, count, fraction; flag;
	// policy; op, the operation; ctx, what ends the waits; again and never, functions
	// that say yes to a failure which is tried again, or never is; ms, a number of
	// milliseconds.
	Role    string
	Default string // what a constructor leaves there; "": zero
	Zero    string // what zero means; "": zero
}

// A Way is one way to build a policy, or to run an operation under one.
type Way struct {
	// Name is a function, a method by its own name, or Type{} for a literal.
	Name string
	// Args says what the arguments are, in order: a knob; *knob for a policy;
	// op for the operation; ctx; - for nothing; ... for options; and behind a
	// semicolon what the call sets by itself: knob=text.
	Args  string
	Delay string // "": no policy of its own
	Where string // the states of Delay
	Limit string // attempts, the first one included; "": not seen; "0": none
	// Part says that it is no policy by itself: a delay function or wrapper
	// of which only the whole is judged.
	Part bool
	// Sum says that the delay is the sum of the policies given.
	Sum bool
}

// A Set is an option, a method or a function that sets knobs of a policy.
type Set struct{ Name, Args string }

// A Repair says how to widen the jitter in the library's own words.
type Repair struct {
	Words string // what to write
	Knob  string // the knob that it sets
	Value string // and to what
	// Code is that value in Go, where $ stands for the name of the package, or,
	// behind a +, an option that the call takes at its end; "": no edit does it.
	Code string
}
