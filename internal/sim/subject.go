package sim

import (
	"fmt"
	"math"

	"github.com/retrylint/retrylint/internal/policy"
)

// sampler is what the simulator asks of a policy; *policy.Sampler is one.
type sampler interface {
	StateLen() int
	Init(state []uint64, src policy.Source)
	Next(state []uint64, n int, prev, ra, elapsed float64, src policy.Source) (delay float64, waits, again bool)
}

// A subject is a policy made ready to be run: all that clients know.
type subject struct {
	sampler
	prev     float64 // the delay before the first, ns
	attempts int     // limit, 0: none
	elapsed  float64 // limit, ns, 0: none
	budget   float64 // share of retries among requests, 0: none
	breaker  int     // failures in a row after which nothing is sent, 0: none
	open     float64 // for so long, ns
	// ownless says that the policy knows no wait but the server's.
	ownless bool
}

func newSubject(p *policy.Policy) (*subject, error) {
	m, err := p.Sampler()
	if err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	return &subject{
		sampler:  m,
		prev:     firstPrev(p),
		attempts: p.Attempts,
		elapsed:  float64(p.Elapsed),
		budget:   p.Budget,
		breaker:  p.Breaker.Failures,
		open:     float64(p.Breaker.Open),
		ownless:  serverOnly(p, m),
	}, nil
}

// firstPrev returns the delay before the first, in ns.
func firstPrev(p *policy.Policy) float64 {
	switch {
	case p.Prev == nil || p.Prev.Op != policy.OpConst:
		return 0
	case p.Prev.Kind.IsFloat():
		return p.Prev.Float
	}
	return float64(p.Prev.Int)
}

// next returns what a client does after failure n: the pause until it sends
// again, in ns, or that it gives up. prev is its last delay, which it replaces.
// ra is the server's value, 0 for none, and elapsed the time since its first
// attempt, in ns.
//
// A policy that knows no wait but the server's has nothing to say where there
// is none: it is asked for its guards, without draws, and the client waits
// min(60s, 1s * pow(2, n)).
func (s *subject) next(state []uint64, n int, prev *float64, ra, elapsed float64, src policy.Source) (pause float64, again bool) {
	if n == s.attempts {
		return 0, false
	}
	own := !s.ownless || ra > 0
	if !own {
		src = middle{}
	}
	delay, waits, again := s.Next(state, n, *prev, ra, elapsed, src)
	if !again {
		return 0, false
	}
	if !own {
		delay, waits = math.Min(60e9, 1e9*math.Exp2(float64(n))), true
	}
	if waits && delay > 0 { // a delay below 0, or that is no number, is no wait
		*prev, pause = delay, delay
	}
	if s.elapsed > 0 && elapsed+pause >= s.elapsed {
		return 0, false
	}
	return pause, true
}

// serverOnly reports whether p, compiled to m, knows no wait but the server's:
// its delay depends on the server's value and on nothing else that changes from
// attempt to attempt but draws, and if it chooses by a condition, the choice
// made without a server's value is no wait either.
//
// Have: ra + r*ra, min(ra, 60s), max(ra, 1s), ra > 60s ? 60s : ra
// Not: ra > 0 ? ra : 5s, max(ra, 1s * pow(2, n))
func serverOnly(p *policy.Policy, m sampler) bool {
	var server, own, choice bool
	seen := map[*policy.Expr]bool{}
	var visit func(e *policy.Expr)
	visit = func(e *policy.Expr) {
		if seen[e] {
			return
		}
		seen[e] = true
		switch e.Op {
		case policy.OpServer:
			server = true
		case policy.OpChoice:
			choice = true
		case policy.OpAttempt, policy.OpPrev, policy.OpElapsed, policy.OpState, policy.OpTable, policy.OpExit:
			own = true
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	visit(p.Delay)
	if !server || own || !choice {
		return server && !own
	}
	state := make([]uint64, m.StateLen())
	m.Init(state, middle{})
	delay, waits, _ := m.Next(state, 1, 0, 0, 0, middle{})
	return !waits || !(delay > 0)
}
