package sim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
)

// budget is the number of requests after which a run gives up: it bounds the
// time that a policy without waits can take.
const budget = 50_000_000

// ErrBudget is returned for a run that would send more requests than can be
// simulated in a few seconds.
var ErrBudget = errors.New("sim: the run would send more than 50000000 requests")

// Run runs p in the scenario sc once. It returns an error if p depends on
// something unknown, if c cannot be simulated, or ErrBudget.
func Run(sc Scenario, p *policy.Policy, c Config, seed uint32) (Result, error) {
	s, err := newSubject(p)
	if err != nil {
		return Result{}, err
	}
	return s.simulate(context.Background(), sc, c, seed)
}

// simulate is Run for a subject, and ends with an error when ctx does.
func (s *subject) simulate(ctx context.Context, sc Scenario, c Config, seed uint32) (Result, error) {
	if err := sc.check(c); err != nil {
		return Result{}, err
	}
	if sc == Open {
		c.Clients = int(c.operations())
	}
	r := newRun(sc, s, c, seed)
	if sc == Layers {
		inner := s
		if c.Inner != nil {
			var err error
			if inner, err = newSubject(c.Inner); err != nil {
				return Result{}, err
			}
		}
		r.under(inner)
	}
	return r.loop(ctx)
}

// loop lets the ticks go by.
func (r *run) loop(ctx context.Context) (Result, error) {
	arrive := r.arriveAll // one closure for the run
	for k := range r.ticks {
		if r.size == 0 && r.open == nil {
			break
		}
		if r.heads[k] < 0 && (r.open == nil || r.open.idle()) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return Result{}, fmt.Errorf("sim: %w", err)
		}
		r.begin(k)
		r.take(k, arrive)
		if r.open != nil {
			r.work()
		}
		r.end()
		if r.sent+r.res.Held > r.budget {
			return Result{}, ErrBudget
		}
	}
	if r.open != nil {
		r.settle()
	}
	return r.res, nil
}

// A run is the state of one simulation. Clients are numbered from 0; what is
// kept of each is in slices by that number.
type run struct {
	*queue
	layer
	c       Config
	g       rng
	ticks   int
	tick    float64 // ns
	ra      float64 // ns
	rtt     float64 // ns
	back    int     // the first tick in which the server serves
	perTick float64

	inner  *layer    // Layers: under which each attempt is made again
	gens   []rng     // SameSeed: a generator for each client
	leaves []float64 // Abandon: when the user leaves, ns; never is +Inf
	acted  []bool    // LostReply: the server acted on it
	doomed []uint8   // Permanent: fine, doomed or told
	open   *open     // Open
	guards []guard   // by process, if the policy has any
	begun  []bool    // of a policy with a budget: the first request is sent

	// Of the tick at hand.
	k        int
	now      float64 // ns
	arrivals int
	free     int // requests that the server can still serve

	seen   int32 // see arriveAll
	budget int   // see there
	sent   int   // requests so far, also to the server that is down
	stayed int   // clients whose user never leaves
	res    Result
}

// newRun makes the clients: the draws of all first sends, then those of all
// users that leave or requests that can never succeed, then what the policy
// draws once per client.
//
// In LostReply and Permanent the server is never down, and the first sends are
// spread so that they are half of what it can serve; in Open they are spread
// over the whole run.
func newRun(sc Scenario, s *subject, c Config, seed uint32) *run {
	n := c.Clients
	spread := float64(c.Spread)
	switch sc {
	case LostReply, Permanent:
		c.Outage = 0
		spread = 2 * float64(n) / c.perTick() * float64(c.Tick)
	case Open:
		spread = float64(c.Horizon)
	}
	r := &run{
		layer: newLayer(s, n, c.Failed),
		c:     c, g: rng{seed},
		ticks:   int((c.Horizon + c.Tick - 1) / c.Tick),
		tick:    float64(c.Tick),
		ra:      float64(c.RetryAfter),
		rtt:     float64(c.RTT),
		back:    int((c.Outage + c.Tick - 1) / c.Tick),
		perTick: c.perTick(),
		budget:  budget,
		stayed:  n,
		res:     Result{Seed: seed, T50: Never, T99: Never, Settled: Never},
	}
	r.guards = newGuards(s, c.Processes)
	if s.budget > 0 {
		r.begun = make([]bool, n)
	}
	r.queue = newQueue(r.ticks, n)
	for i := range r.clients {
		start := r.g.Float64() * spread
		r.clients[i].prev = start // until the client is made
		r.schedule(-1, int32(i), start)
	}
	switch sc {
	case SameSeed:
		r.gens = make([]rng, n)
	case Abandon:
		r.drawLeaves()
	case LostReply:
		r.acted = make([]bool, n)
	case Permanent:
		r.drawDoomed()
	case Open:
		r.open = newOpen(c)
	}
	for i := range r.clients {
		g := &r.g
		if r.gens != nil {
			r.gens[i] = rng{seed}
			g = &r.gens[i]
		}
		r.renew(int32(i), g)
	}
	return r
}

// under lets each attempt be attempted again under the policy s.
func (r *run) under(s *subject) {
	l := newLayer(s, len(r.clients), 0)
	r.inner = &l
	for i := range r.clients {
		l.renew(int32(i), &r.g)
	}
}

// begin opens tick k.
func (r *run) begin(k int) {
	r.k, r.now, r.arrivals, r.free = k, float64(k)*r.tick, 0, 0
	if j := k - r.back; j >= 0 {
		r.free = int(r.perTick*float64(j+1)) - int(r.perTick*float64(j))
	}
}

// end closes the tick: it takes down what is measured at its end.
func (r *run) end() {
	t := time.Duration(r.k) * r.c.Tick
	r.sent += r.arrivals
	r.res.Total += r.arrivals
	if r.k >= r.back {
		r.res.Sent += r.arrivals
		r.res.Peak = max(r.res.Peak, float64(r.arrivals)*float64(time.Second)/r.tick)
	}
	if r.res.T50 == Never && 2*r.res.Done >= r.stayed && r.stayed > 0 {
		r.res.T50 = t
	}
	if r.res.T99 == Never && 100*r.res.Done >= 99*r.stayed && r.stayed > 0 {
		r.res.T99 = t
	}
	if r.c.Curve && r.arrivals > 0 {
		r.res.Curve = append(r.res.Curve, Point{T: t, Arrivals: r.arrivals, Done: r.res.Done})
	}
}

// schedule lets client i, which is in tick k, send at the time next, in ns: it
// arrives in the first tick that does not begin before, and not in this one.
// What lies behind the horizon does not happen.
func (r *run) schedule(k int, i int32, next float64) {
	if next > float64(r.ticks-1)*r.tick {
		return
	}
	j := int(next / r.tick)
	if float64(j)*r.tick < next {
		j++
	}
	if j = max(j, k+1); j < r.ticks {
		r.add(j, i)
	}
}
