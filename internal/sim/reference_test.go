package sim

import "math"

// This file is the model once more, written to be read beside docs/model.md and
// not to be fast: it looks at every client in every tick, counts in
// milliseconds as the published model does, and has its policies as Go
// functions. It shares no code with the simulator.

// refDraw returns the mulberry32 generator of that seed.
func refDraw(seed uint32) func() float64 {
	s := seed
	return func() float64 {
		s += 0x6D2B79F5
		t := s ^ (s >> 15)
		t *= 1 | s
		u := t ^ (t >> 7)
		u *= 61 | t
		t = (t + u) ^ t
		return float64(t^(t>>14)) / 4294967296
	}
}

// A refPolicy returns the delay in ms after failure a, where p is the delay
// before and ra the server's value, 0 for none.
type refPolicy func(a int, p, ra float64, draw func() float64) float64

// e is the exponential delay of the published model, in ms.
func e(a int) float64 { return math.Min(60000, 1000*math.Pow(2, float64(a))) }

// refPolicies are the published policies, and one of each further shape that
// the scenarios need.
var refPolicies = map[string]refPolicy{
	"fixed":       func(a int, p, ra float64, draw func() float64) float64 { return 5000 },
	"exponential": func(a int, p, ra float64, draw func() float64) float64 { return e(a) },
	"exponential-cap300": func(a int, p, ra float64, draw func() float64) float64 {
		return math.Min(300000, 1000*math.Pow(2, float64(a)))
	},
	"full":  func(a int, p, ra float64, draw func() float64) float64 { return draw() * e(a) },
	"equal": func(a int, p, ra float64, draw func() float64) float64 { return e(a)/2 + draw()*e(a)/2 },
	"decorrelated": func(a int, p, ra float64, draw func() float64) float64 {
		return math.Min(60000, 1000+draw()*(math.Max(2000, 3*p)-1000))
	},
	"plusminus10":       func(a int, p, ra float64, draw func() float64) float64 { return e(a) * (0.9 + 0.2*draw()) },
	"plusminus25":       func(a int, p, ra float64, draw func() float64) float64 { return e(a) * (0.75 + 0.5*draw()) },
	"retry-after-exact": func(a int, p, ra float64, draw func() float64) float64 { return 30000 },
	"retry-after-full": func(a int, p, ra float64, draw func() float64) float64 {
		if ra == 0 {
			return e(a)
		}
		return draw() * ra
	},
	"retry-after-floor": func(a int, p, ra float64, draw func() float64) float64 {
		if ra == 0 {
			return e(a)
		}
		return ra * (1 + draw())
	},
	// "ra": no wait of its own, so e(a) while the server says nothing.
	"ra": func(a int, p, ra float64, draw func() float64) float64 {
		if ra == 0 {
			return e(a)
		}
		return ra
	},
	// "ra > 0 ? ra : 5s"
	"ra-own": func(a int, p, ra float64, draw func() float64) float64 {
		if ra == 0 {
			return 5000
		}
		return ra
	},
	// "0s"
	"hot": func(a int, p, ra float64, draw func() float64) float64 { return 0 },
	// "ra + r * ra"
	"ra-repaired": func(a int, p, ra float64, draw func() float64) float64 {
		if ra == 0 {
			return e(a)
		}
		return ra + draw()*ra
	},
	// "200ms * pow(2, n)"
	"short": func(a int, p, ra float64, draw func() float64) float64 { return 200 * math.Pow(2, float64(a)) },
	// "n == 3 ? 0s : 4s"
	"gap": func(a int, p, ra float64, draw func() float64) float64 {
		if a == 3 {
			return 0
		}
		return 4000
	},
	// "r * 200ms * pow(2, n)"
	"short-full": func(a int, p, ra float64, draw func() float64) float64 {
		return draw() * 200 * math.Pow(2, float64(a))
	},
}

// A refConfig is a Config in milliseconds, with the limit of the policy.
type refConfig struct {
	clients                       int
	outage, spread, tick, horizon float64
	perTick                       int
	leave, lost, retryAfter       float64
	abandon, lostReply, stop, key bool
	attempts                      int // limit, 0: none
	doomed                        float64
	permanent, sameSeed           bool
	rtt                           float64
	failed                        int       // failures before the run
	inner                         refPolicy // nil: none
	innerAttempts                 int
	budget                        float64 // 0: none
	breaker                       int     // failures, 0: none
	open                          float64
}

// A refProcess is what a twentieth of the clients shares.
type refProcess struct {
	tokens   float64
	failures int
	until    float64 // 0: closed
	probing  bool
}

func refBase() refConfig {
	return refConfig{clients: 2000, outage: 30000, spread: 2000, tick: 100, horizon: 1200000, perTick: 12,
		leave: 0.2, lost: 0.01, doomed: 0.05, retryAfter: 30000}
}

type refResult struct {
	sent, peakTick, done, t50, t99, gaveUp, left, wasted, duplicates, total int // t: ticks, -1 never
}

type refClient struct {
	next, prev, leaves float64
	failures           int
	over, acted        bool // over: sends no more
	doomed, told       bool
	draw               func() float64
	innerPrev          float64
	innerFailures      int
	begun              bool
}

// A refWorld is a run of the model.
type refWorld struct {
	c         refConfig
	delay     refPolicy
	draw      func() float64
	clients   []refClient
	processes [20]refProcess
	res       refResult
	// Of the tick at hand.
	arrivals, served int
}

// refRun is the model.
func refRun(c refConfig, delay refPolicy, seed uint32) refResult {
	if c.lostReply || c.permanent {
		c.outage, c.spread = 0, 2*float64(c.clients)/float64(c.perTick)*c.tick
	}
	w := &refWorld{c: c, delay: delay, draw: refDraw(seed), clients: make([]refClient, c.clients), res: refResult{t50: -1, t99: -1}}
	w.begin(seed)
	res := &w.res
	stayed := c.clients - res.left
	for k := 0; float64(k)*c.tick < c.horizon; k++ {
		t := float64(k) * c.tick
		w.arrivals, w.served = 0, 0
		open := false
		for i := range w.clients {
			open = open || !w.clients[i].over
			w.visit(&w.clients[i], &w.processes[i%20], t)
		}
		res.total += w.arrivals
		if t >= c.outage {
			res.sent += w.arrivals
			res.peakTick = max(res.peakTick, w.arrivals)
		}
		if res.t50 < 0 && 2*res.done >= stayed {
			res.t50 = k
		}
		if res.t99 < 0 && 100*res.done >= 99*stayed {
			res.t99 = k
		}
		if !open {
			break
		}
	}
	return *res
}

// begin draws what the clients are like.
func (w *refWorld) begin(seed uint32) {
	c, clients := &w.c, w.clients
	for i := range clients {
		clients[i] = refClient{next: w.draw() * c.spread, prev: 1000, innerPrev: 1000, leaves: math.Inf(1), draw: w.draw}
		if c.sameSeed {
			clients[i].draw = refDraw(seed)
		}
	}
	if c.abandon {
		for i := range clients {
			if l := w.draw(); l < c.leave {
				clients[i].leaves = clients[i].next + l/c.leave*math.Max(0, c.outage-clients[i].next)
				w.res.left++
			}
		}
	}
	if c.permanent {
		for i := range clients {
			if w.draw() < c.doomed {
				clients[i].doomed = true
				w.res.left++
			}
		}
	}
	for i := range clients {
		for range c.failed {
			clients[i].failures++
			clients[i].prev = w.delay(clients[i].failures, clients[i].prev, 0, func() float64 { return 0.5 })
		}
	}
	for i := range w.processes {
		w.processes[i].tokens = 10
	}
}

// visit is what the client cl does at t, if it is its turn.
func (w *refWorld) visit(cl *refClient, p *refProcess, t float64) {
	c := &w.c
	if cl.over || cl.next > t {
		return
	}
	left := cl.leaves <= t
	if left && c.stop {
		cl.over = true
		return
	}
	held := p.until > 0 && (t < p.until || p.probing)
	p.probing = p.probing || p.until > 0 && t >= p.until
	if !held && !cl.begun {
		cl.begun = true
		p.tokens = math.Min(10, p.tokens+c.budget)
	}
	if !held {
		w.arrivals++
	}
	up := t >= c.outage
	if up && !held && (left || cl.told) {
		w.res.wasted++
	}
	ra := 0.0
	if up && !held && w.served < c.perTick {
		w.served++
		p.failures, p.until, p.probing = 0, 0, false
		if w.serve(cl, left) {
			return
		}
	} else if up && !held {
		ra = c.retryAfter
	}
	if !held && !(up && ra == 0) && c.breaker > 0 {
		p.failures++
		if p.probing || p.failures == c.breaker {
			p.failures, p.until, p.probing = 0, t+c.open, false
		}
	}
	w.fail(cl, p, t, ra)
}

// serve answers cl, and reports whether that ends its work.
func (w *refWorld) serve(cl *refClient, left bool) (ended bool) {
	c := &w.c
	reply := true
	if c.lostReply {
		if cl.acted && !c.key {
			w.res.duplicates++
		}
		cl.acted = true
		reply = w.draw() >= c.lost
	}
	if cl.doomed {
		reply, cl.told = false, true
		if c.stop {
			cl.over = true
			return true
		}
	}
	if !reply {
		return false
	}
	cl.over = true
	if !left {
		w.res.done++
	}
	return true
}

// fail sets when cl comes back after a failure, or that it gives up.
func (w *refWorld) fail(cl *refClient, p *refProcess, t, ra float64) {
	c := &w.c
	if c.inner != nil {
		cl.innerFailures++
		if cl.innerFailures != c.innerAttempts { // there are no golden rows with a budget too
			cl.innerPrev = c.inner(cl.innerFailures, cl.innerPrev, ra, cl.draw)
			cl.next = t + (c.rtt + cl.innerPrev)
			return
		}
		cl.innerFailures, cl.innerPrev = 0, 1000
	}
	cl.failures++
	if cl.failures == c.attempts {
		cl.over = true
		if math.IsInf(cl.leaves, 1) && !cl.doomed {
			w.res.gaveUp++
		}
		return
	}
	cl.prev = w.delay(cl.failures, cl.prev, ra, cl.draw)
	cl.next = t + (c.rtt + cl.prev)
	if c.budget > 0 {
		if p.tokens < 1 {
			cl.over = true
			w.res.gaveUp++
			return
		}
		p.tokens--
	}
}
