package sim

import (
	"math"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
)

// shortest is the nominal time below which a policy is not simulated: its
// attempts all fall into the round trip of the first.
const shortest = time.Millisecond

// Fit returns the scenario, with the numbers of c, that p can live through. A policy with a limit, whose
// last attempt at a server that is down follows the first within less than two
// outages (all draws at 0.5), never sees the end of the outage: for it the whole
// scenario is scaled by one factor, times by it and the capacity inversely, so
// that the outage is half of that time. Any other policy gets c itself.
//
// It reports false if there is no such scenario: p depends on something
// unknown, makes one attempt only, or its time is less than a millisecond.
// Nothing is said of such a policy. In Permanent and Open there is no outage that
// a client has to live through: any policy that makes a second attempt fits.
func (c Config) Fit(sc Scenario, p *policy.Policy) (Config, bool) {
	s, err := newSubject(p)
	if err != nil {
		return c, false
	}
	if sc == Permanent || sc == Open {
		g := rng{}
		l := newLayer(s, 1, c.Failed)
		l.renew(0, &g)
		_, again := l.fail(0, 0, 0, 0, &g)
		return c, again
	}
	var inner *subject
	if sc == Layers {
		inner = s
		if c.Inner != nil {
			if inner, err = newSubject(c.Inner); err != nil {
				return c, false
			}
		}
	}
	life, limited := lifetime(s, inner, c.Failed, float64(c.RTT), 2*float64(c.Outage))
	if !limited {
		return c, true
	}
	if life < float64(shortest) {
		return c, false
	}
	return c.scale(life / 2 / float64(c.Outage)), true
}

// scale returns c with every time multiplied by f, to the nanosecond, and the
// capacity divided so that the server serves in a tick what it did before. The
// tick is rounded up: so the outage ends in the tick in which it did.
func (c Config) scale(f float64) Config {
	by := func(d time.Duration) time.Duration { return time.Duration(math.Round(float64(d) * f)) }
	tick := time.Duration(math.Ceil(float64(c.Tick)*f - 1e-6))
	c.Capacity *= float64(c.Tick) / float64(tick)
	c.Tick = tick
	c.Outage, c.Spread, c.Horizon = by(c.Outage), by(c.Spread), by(c.Horizon)
	return c
}

// manyAttempts is the number of attempts after which a policy counts as one
// without a limit, though they take no time.
const manyAttempts = 10_000

// A sole is one client of a server that never comes back, all draws at 0.5.
type sole struct {
	s       *subject
	state   []uint64
	prev    float64
	n       int
	elapsed float64
}

func (o *sole) renew() {
	o.state = make([]uint64, o.s.StateLen())
	o.s.Init(o.state, middle{})
	o.prev, o.n, o.elapsed = o.s.prev, 0, 0
}

func (o *sole) fail() (pause float64, again bool) {
	o.n++
	return o.s.next(o.state, o.n, &o.prev, 0, o.elapsed, middle{})
}

// lifetime returns the nominal time in ns from the first to the last attempt of
// a client whose server never comes back, if that is less than enough. Each
// attempt is made under inner, if that is not nil; rtt is added to every delay.
func lifetime(s, inner *subject, failed int, rtt, enough float64) (ns float64, limited bool) {
	outer, in := sole{s: s}, sole{s: inner}
	outer.renew()
	for range failed {
		outer.fail()
	}
	if inner != nil {
		in.renew()
	}
	now := 0.0
	for range manyAttempts {
		if now >= enough {
			return 0, false
		}
		if inner != nil {
			if pause, again := in.fail(); again {
				now += pause + rtt
				in.elapsed += pause + rtt
				outer.elapsed = now
				continue
			}
			in.renew()
		}
		pause, again := outer.fail()
		if !again {
			return now, true
		}
		now += pause + rtt
		outer.elapsed = now
	}
	return 0, false
}
