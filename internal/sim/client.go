package sim

import "math"

// arriveAll lets clients arrive in that order.
func (r *run) arriveAll(ids []int32) {
	// Looking at them first brings them from memory side by side: of a million
	// clients few are at hand, and one by one each would be waited for.
	var x int32
	for _, i := range ids {
		x ^= r.clients[i].failures
	}
	r.seen = x
	for _, i := range ids {
		r.arrive(i)
	}
}

// arrive is one request of client i at the server, and what the client does next.
func (r *run) arrive(i int32) {
	if r.open != nil {
		r.send(i)
		return
	}
	up := r.k >= r.back
	gone := r.leaves != nil && r.leaves[i] <= r.now || r.doomed != nil && r.doomed[i] == told
	if gone && r.c.Stop {
		return
	}
	if !r.passes(i) {
		r.fail(i, 0)
		return
	}
	r.arrivals++
	if gone && up {
		r.res.Wasted++
	}
	if r.free > 0 {
		r.free--
		if r.serve(i) {
			r.answered(i, true)
			if !gone {
				r.res.Done++
			}
			return
		}
		if r.doomed == nil { // a reply that says no is an answer
			r.answered(i, false)
		}
		r.fail(i, 0)
		return
	}
	r.answered(i, false)
	if up {
		r.fail(i, r.ra)
		return
	}
	r.fail(i, 0)
}

// serve lets the server act on a request of client i and reports whether the
// client gets what it asked for.
func (r *run) serve(i int32) bool {
	switch {
	case r.acted != nil:
		if r.acted[i] && !r.c.Key {
			r.res.Duplicates++
		}
		r.acted[i] = true
		return r.g.Float64() >= r.c.Lost
	case r.doomed != nil && r.doomed[i] != fine:
		r.doomed[i] = told
		return false
	}
	return true
}

// fail lets client i take note of a failure that carried the server's value
// ra, in ns, or 0.
func (r *run) fail(i int32, ra float64) {
	if r.doomed != nil && r.doomed[i] == told && r.c.Stop {
		return
	}
	g := &r.g
	if r.gens != nil {
		g = &r.gens[i]
	}
	var pause float64
	again := false
	if r.inner != nil {
		if pause, again = r.inner.fail(i, r.k, r.tick, ra, g); !again {
			r.inner.renew(i, g)
		}
	}
	if !again {
		pause, again = r.layer.fail(i, r.k, r.tick, ra, g)
	}
	if !again || !r.affords(i) {
		if r.stays(i) {
			r.res.GaveUp++
		}
		return
	}
	r.schedule(r.k, i, r.now+r.rtt+pause)
}

// stays reports whether client i is not counted in Left.
func (r *run) stays(i int32) bool {
	return (r.leaves == nil || math.IsInf(r.leaves[i], 1)) && (r.doomed == nil || r.doomed[i] == fine)
}

// drawLeaves draws which users leave, and when: one draw l for each client. The
// user leaves if l < Leave, at the point l/Leave of the time from the first
// send to the end of the outage.
func (r *run) drawLeaves() {
	end := float64(r.c.Outage)
	r.leaves = make([]float64, len(r.clients))
	for i := range r.clients {
		start := r.clients[i].prev
		l := r.g.Float64()
		if l >= r.c.Leave {
			r.leaves[i] = math.Inf(1)
			continue
		}
		r.leaves[i] = start + l/r.c.Leave*max(0, end-start)
		r.res.Left++
	}
	r.stayed -= r.res.Left
}

// What becomes of the request of a client, in Permanent.
const (
	fine uint8 = iota
	doomed
	told // it can never succeed, and a reply has said so
)

// drawDoomed draws whose request can never succeed: one draw for each client.
func (r *run) drawDoomed() {
	r.doomed = make([]uint8, len(r.clients))
	for i := range r.doomed {
		if r.g.Float64() < r.c.Doomed {
			r.doomed[i] = doomed
			r.res.Left++
		}
	}
	r.stayed -= r.res.Left
}
