package policy

import "time"

// A Policy describes the waits of one retry site. The zero value of each guard
// and limit means that there is none.
type Policy struct {
	// Delay is the value waited for after a failed attempt, in ns.
	Delay *Expr
	// States are the state variables that Delay and the guards depend on,
	// in the order of their creation.
	States []State
	// Wait says whether attempt n is followed by the wait; nil: always. An
	// undecided guard counts as possible.
	Wait *Expr
	// Again says whether attempt n, having failed, is followed by another; nil: always.
	Again *Expr
	// Attempts is the limit on attempts, the first one included; 0: none.
	// It stands beside what Again says.
	Attempts int
	// Elapsed is the limit on the time since the first attempt; 0: none.
	Elapsed time.Duration
	// Limited says that something else limits the attempts or the time, by a
	// number or a test that could not be read.
	Limited bool
	// LimitedFirst says that such a test stands between the attempt and the wait.
	LimitedFirst bool
	// Refuses says that a test of the server's value may end the retries.
	Refuses bool
	// Seed says how the source of the draws is seeded with a constant, so that
	// they are the same in every process: "rand.NewSource(1)"; "" if that is not
	// seen. Legacy says that only programs built before Go 1.20 leave it so.
	Seed   string
	Legacy bool
	// Budget is the share of retries among requests above which no retry is made;
	// 0: any. Breaker is the circuit breaker that requests pass.
	Budget  float64
	Breaker Breaker
	// Zeros are the unknown numbers that the code may leave at 0, by name.
	Zeros []string
	// Prev is the value of OpPrev at the first failure; nil: 0.
	Prev *Expr

	lazy lazy
}

// A Breaker stops all requests for the time Open after that many failures in a
// row, and then lets one through to see. The zero Breaker stops none.
type Breaker struct {
	Failures int
	Open     time.Duration
}

// New returns the policy with that delay and guards over the states bound in b.
func New(b *Builder, delay, wait, again *Expr) *Policy {
	p := &Policy{Delay: delay, Wait: wait, Again: again}
	need := map[*Expr]bool{}
	var visit func(e *Expr)
	visit = func(e *Expr) {
		if e == nil || need[e] {
			return
		}
		need[e] = true
		for _, a := range e.Args {
			visit(a)
		}
		if e.Loop != nil {
			visit(e.Loop.Again)
			visit(e.Loop.Value)
			for _, s := range e.Loop.States {
				visit(s.Init)
				visit(s.Next)
			}
		}
		if s, ok := b.bound[e]; ok {
			visit(s.Init)
			visit(s.Next)
		}
	}
	visit(delay)
	visit(wait)
	visit(again)
	for _, v := range b.states {
		if need[v] {
			p.States = append(p.States, b.bound[v])
		}
	}
	return p
}

// Growth says how the delay grows with the attempts while it is not capped.
type Growth uint8

// The growths.
const (
	GrowthUnknown Growth = iota
	Constant
	Linear
	Polynomial
	Exponential
	FromServer
)
