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
	up := r.k >= r.back
	gone := r.leaves != nil && r.leaves[i] <= r.now
	if gone && r.c.Stop {
		return
	}
	r.arrivals++
	if gone && up {
		r.res.Wasted++
	}
	if r.free > 0 {
		r.free--
		if r.serve(i) {
			if !gone {
				r.res.Done++
			}
			return
		}
		r.fail(i, 0)
		return
	}
	if up {
		r.fail(i, r.ra)
		return
	}
	r.fail(i, 0)
}

// serve lets the server act on a request of client i and reports whether the
// reply arrives.
func (r *run) serve(i int32) bool {
	if r.acted == nil {
		return true
	}
	if r.acted[i] && !r.c.Key {
		r.res.Duplicates++
	}
	r.acted[i] = true
	return r.g.Float64() >= r.c.Lost
}

// fail lets client i take note of a failure that carried the server's value
// ra, in ns, or 0.
func (r *run) fail(i int32, ra float64) {
	cl := &r.clients[i]
	if cl.first < 0 {
		cl.first = int32(r.k)
	}
	cl.failures++
	n := int(cl.failures)
	elapsed := float64(r.k-int(cl.first)) * r.tick
	pause, again := r.s.next(r.stateOf(i), n, &cl.prev, ra, elapsed, &r.g)
	if !again {
		if r.leaves == nil || math.IsInf(r.leaves[i], 1) {
			r.res.GaveUp++
		}
		return
	}
	r.schedule(r.k, i, r.now+r.rtt+pause)
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
