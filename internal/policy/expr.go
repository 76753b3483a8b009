// Package policy is the hinge of retrylint: one value that describes the delays
// of a retry site.
//
// A policy is a small recurrence: state variables with an initial and a next
// value, the delay as an expression over them, the attempt number, random
// draws, the server's value and unknowns, and the guards that say on which
// attempts a wait is reached. The same value is bounded by intervals (what
// rules ask), printed and parsed as text (what messages and the command line
// show) and sampled (what the simulator runs).
//
// The package is pure: it knows neither Go syntax nor SSA.
//
// # The text form
//
// [Parse] reads and [Policy.Text] writes Go expression syntax:
//
//	min(60s, 1s * pow(2, n)) * (0.9 + 0.2*r) attempts=8 elapsed=5m
//
// Numbers are float64, times are nanoseconds; a number with a unit (60s, 1m30s,
// 100ms) is a time. The names are
//
//	n          failures so far, 1 at the first
//	r, r2      draws in [0,1); normal, expo: other distributions; once: drawn
//	           once per client and kept
//	rand(x)    an integer draw in [0,x); rand2(x), oncerand(x) likewise
//	prev       the last delay; prev=1s gives the one before the first
//	ra         the server's value (Retry-After)
//	elapsed    the time since the first attempt
//	?base      a number that cannot be seen: a time. ?k.factor, ?k.count,
//	           ?k.fraction, ?k.cap and ?k.none are others; where a condition
//	           stands, ?c is one that cannot be seen, fixed for a run
//	unknown    a thing not seen into, which nothing is known of
//
// The functions are min, max, pow, exp, exp2, log, log2, floor, ceil, round,
// trunc, abs and sqrt. A choice is if(c, a, b) or c ? a : b, a table
// [1s, 5s, 30s][n-1] (where the index leaves it, the run ends), a state
// variable stands behind the expression:
//
//	s * (0.5 + r) where s = 500ms -> min(60s, s*1.5)
//
// Behind it stand the limits: attempts=8, elapsed=5m, budget=10% (retries among
// requests) and breaker=3/30s (after 3 failures in a row nothing is sent for 30s).
//
// Limits follow: attempts (the first one included), elapsed, and prev.
//
// The text is a view. What code computes in integers it writes without
// conversions, and states that count or multiply as functions of n; it says
// nothing of the guards, nor of an integer that wraps. Inner loops are written
// as unknown.
package policy

import (
	"math"
	"slices"
)

// Op says what a node of an expression computes.
type Op uint8

// The operations. Their operands are Expr.Args, in the order given.
const (
	OpInvalid Op = iota

	// Leaves.
	OpConst   // a number: Expr.Int or Expr.Float by Kind
	OpUnknown // a number that cannot be seen; has a nominal range by Role
	OpOpaque  // a thing not seen into: whatever depends on it is unknown
	OpServer  // the server's value (Retry-After), ns
	OpAttempt // failures so far, 1 at the first
	OpPrev    // the last delay
	OpElapsed // time since the first attempt, ns
	OpState   // a state variable, bound by Builder.Bind
	OpDraw    // a draw in [0,1): Expr.Dist, Expr.Name is its identity
	OpCoin    // a condition not seen into: fixed for a run, tried both ways

	// OpDrawN is an integer draw in [0, Args[0]); it panics if that is <= 0.
	OpDrawN

	// Arithmetic in the node's Kind, with the wrap of that kind.
	OpAdd
	OpSub
	OpMul
	OpQuo // integer division truncates, float division does not
	OpRem
	OpAnd
	OpOr
	OpXor
	OpAndNot
	OpShl
	OpShr
	OpNeg
	OpConv // Args[0] converted to Kind
	OpMin
	OpMax
	OpFunc // a function of package math, by Name: pow, exp, exp2, log, log2, floor, ceil, round, trunc, abs, sqrt

	// Conditions.
	OpLt
	OpLe
	OpEq
	OpNot

	OpChoice // Args[0] ? Args[1] : Args[2]
	OpTable  // Args[1:] indexed by Args[0]; out of range ends the run
	OpExit   // the value of Expr.Loop.Value when an inner loop leaves
)

// Kind is the Go basic kind in which a node is computed. int and uint are
// taken as 64 bits wide, as on the machines that servers run on.
type Kind uint8

// The kinds.
const (
	Bool Kind = iota
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float32
	Float64
)

// IsInt reports whether k is an integer kind.
func (k Kind) IsInt() bool { return k >= Int8 && k <= Uint64 }

// IsFloat reports whether k is a floating-point kind.
func (k Kind) IsFloat() bool { return k == Float32 || k == Float64 }

// Role says what part an unknown number plays, and so its nominal range.
type Role uint8

// The roles, with the ranges of the contract (docs/model.md).
const (
	RoleNone     Role = iota
	RoleDuration      // a base or interval: 10 ms to 5 min
	RoleCap           // an upper bound: above every unknown base
	RoleFactor        // a growth factor: 1.5 to 10
	RoleCount         // an attempt limit: at least 5
	RoleFraction      // a jitter fraction: more than 0, at most 1
)

// Dist is the distribution of a draw.
type Dist uint8

// The distributions.
const (
	Uniform Dist = iota // [0,1)
	Normal              // standard normal, unbounded
	Exp                 // exponential with mean 1, unbounded above
)

// An Expr is an immutable node of an expression. Nodes made by one Builder are
// hash-consed: equal expressions are the same pointer.
type Expr struct {
	Op    Op
	Kind  Kind
	Args  []*Expr
	Int   int64   // OpConst of an integer kind (the bits, for Uint64); OpConst of Bool: 0 or 1
	Float float64 // OpConst of a float kind
	Name  string  // unknown, opaque (why), state, draw (identity), coin (identity), func
	Role  Role    // OpUnknown
	Dist  Dist    // OpDraw
	// Time marks numbers that are durations in nanoseconds, for printing.
	Time bool
	// Client marks a draw that is made once per client and then kept.
	Client bool
	Loop   *InnerLoop // OpExit
	id     int32      // order of creation in the builder
}

// An InnerLoop is a loop inside one attempt that computes a number, such as
// one that multiplies attempt times. It is run, not solved.
type InnerLoop struct {
	States []State
	Again  *Expr // the loop goes round while this holds
	Value  *Expr // the value wanted at the exit, over States
}

// A State is a state variable: Var is Init on the first attempt and Next,
// computed over the states and draws of attempt n, on attempt n+1.
type State struct {
	Var  *Expr
	Init *Expr
	Next *Expr
}

// A Builder makes expressions. It is not safe for concurrent use.
type Builder struct {
	nodes  map[uint64][]*Expr
	bound  map[*Expr]State
	states []*Expr
	count  int32
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{nodes: map[uint64][]*Expr{}, bound: map[*Expr]State{}}
}

// intern returns the one node equal to e. Nodes are compared by their parts,
// arguments by identity.
func (b *Builder) intern(e Expr) *Expr {
	h := e.hash()
	for _, n := range b.nodes[h] {
		if n.equal(&e) {
			return n
		}
	}
	n := new(Expr)
	*n = e
	n.id = b.count
	b.count++
	b.nodes[h] = append(b.nodes[h], n)
	return n
}

func (e *Expr) hash() uint64 {
	h := uint64(14695981039346656037)
	mix := func(v uint64) { h = (h ^ v) * 1099511628211; h ^= h >> 29 }
	mix(uint64(e.Op) | uint64(e.Kind)<<8 | uint64(e.Role)<<16 | uint64(e.Dist)<<24)
	mix(uint64(e.Int))
	mix(math.Float64bits(e.Float))
	for i := 0; i < len(e.Name); i++ {
		mix(uint64(e.Name[i]))
	}
	for _, a := range e.Args {
		mix(uint64(a.id) + 1)
	}
	if e.Loop != nil {
		mix(uint64(e.Loop.Again.id))
		mix(uint64(e.Loop.Value.id))
	}
	return h
}

func (e *Expr) equal(o *Expr) bool {
	if e.Op != o.Op || e.Kind != o.Kind || e.Int != o.Int || e.Role != o.Role || e.Dist != o.Dist ||
		e.Time != o.Time || e.Client != o.Client || e.Name != o.Name ||
		math.Float64bits(e.Float) != math.Float64bits(o.Float) || !slices.Equal(e.Args, o.Args) {
		return false
	}
	if e.Loop == nil || o.Loop == nil || e.Loop == o.Loop {
		return e.Loop == o.Loop
	}
	return e.Loop.Again == o.Loop.Again && e.Loop.Value == o.Loop.Value && slices.Equal(e.Loop.States, o.Loop.States)
}

// Int returns an integer constant of kind k.
func (b *Builder) Int(k Kind, v int64) *Expr { return b.intern(Expr{Op: OpConst, Kind: k, Int: v}) }

// Float returns a floating-point constant of kind k.
func (b *Builder) Float(k Kind, v float64) *Expr {
	return b.intern(Expr{Op: OpConst, Kind: k, Float: v})
}

// Duration returns an Int64 constant of ns nanoseconds, printed as a duration.
func (b *Builder) Duration(ns int64) *Expr {
	return b.intern(Expr{Op: OpConst, Kind: Int64, Int: ns, Time: true})
}

// Bool returns a constant condition.
func (b *Builder) Bool(v bool) *Expr {
	e := Expr{Op: OpConst, Kind: Bool}
	if v {
		e.Int = 1
	}
	return b.intern(e)
}

// Unknown returns a number that cannot be seen. Unknowns of the same name are
// the same number.
func (b *Builder) Unknown(name string, k Kind, role Role) *Expr {
	return b.intern(Expr{Op: OpUnknown, Kind: k, Name: name, Role: role, Time: role == RoleDuration || role == RoleCap})
}

// Opaque returns a thing not seen into; why says what, for dumps.
func (b *Builder) Opaque(k Kind, why string) *Expr {
	return b.intern(Expr{Op: OpOpaque, Kind: k, Name: why})
}

// Server returns the server's value in nanoseconds.
func (b *Builder) Server(k Kind) *Expr { return b.intern(Expr{Op: OpServer, Kind: k, Time: true}) }

// Attempt returns the number of failures so far, 1 at the first.
func (b *Builder) Attempt(k Kind) *Expr { return b.intern(Expr{Op: OpAttempt, Kind: k}) }

// Prev returns the last delay.
func (b *Builder) Prev(k Kind) *Expr { return b.intern(Expr{Op: OpPrev, Kind: k, Time: true}) }

// Elapsed returns the time since the first attempt.
func (b *Builder) Elapsed() *Expr { return b.intern(Expr{Op: OpElapsed, Kind: Int64, Time: true}) }

// Draw returns a draw in [0,1) (Uniform) of kind k, a float kind. id is the
// identity of the draw: two draws with one id are the same number within one
// attempt. client says that it is drawn once per client and kept.
func (b *Builder) Draw(k Kind, id string, dist Dist, client bool) *Expr {
	return b.intern(Expr{Op: OpDraw, Kind: k, Name: id, Dist: dist, Client: client})
}

// DrawN returns an integer draw in [0, limit), of limit's kind.
func (b *Builder) DrawN(id string, limit *Expr, client bool) *Expr {
	return b.intern(Expr{Op: OpDrawN, Kind: limit.Kind, Name: id, Client: client, Time: limit.Time, Args: []*Expr{limit}})
}

// Coin returns a condition that cannot be seen into. It is fixed for a run.
func (b *Builder) Coin(id string) *Expr { return b.intern(Expr{Op: OpCoin, Kind: Bool, Name: id}) }

// State returns the state variable of that name; Bind gives it its values.
func (b *Builder) State(name string, k Kind) *Expr {
	return b.intern(Expr{Op: OpState, Kind: k, Name: name})
}

// Bind gives the state variable v its initial and next value.
func (b *Builder) Bind(v, init, next *Expr) {
	if _, ok := b.bound[v]; !ok {
		b.states = append(b.states, v)
	}
	b.bound[v] = State{Var: v, Init: init, Next: next}
}

// Bound returns the values bound to the state variable v.
func (b *Builder) Bound(v *Expr) (State, bool) {
	s, ok := b.bound[v]
	return s, ok
}

// Op returns the operation op of kind k on args, simplified where that cannot
// change its value.
func (b *Builder) Op(op Op, k Kind, args ...*Expr) *Expr {
	e := Expr{Op: op, Kind: k, Args: args}
	if s := b.simplify(&e); s != nil {
		return s
	}
	return b.intern(e)
}

// Func returns the function name of package math applied to args.
func (b *Builder) Func(name string, args ...*Expr) *Expr {
	e := Expr{Op: OpFunc, Kind: Float64, Name: name, Args: args}
	if s := b.simplify(&e); s != nil {
		return s
	}
	return b.intern(e)
}

// Choice returns x where cond holds and y where it does not. The operands must
// have one kind.
func (b *Builder) Choice(cond, x, y *Expr) *Expr { return b.Op(OpChoice, x.Kind, cond, x, y) }

// Table returns elems indexed by index.
func (b *Builder) Table(index *Expr, elems []*Expr) *Expr {
	k := Int64
	if len(elems) > 0 {
		k = elems[0].Kind
	}
	return b.intern(Expr{Op: OpTable, Kind: k, Args: append([]*Expr{index}, elems...)})
}

// Exit returns the value of l.Value when the inner loop l leaves.
func (b *Builder) Exit(l *InnerLoop) *Expr {
	return b.intern(Expr{Op: OpExit, Kind: l.Value.Kind, Loop: l})
}
