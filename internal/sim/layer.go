package sim

// A layer is a policy in the hands of all clients: what it keeps of each is in
// slices by the client's number.
type layer struct {
	s       *subject
	clients []client
	state   []uint64 // what the policy keeps, words for each client
	words   int
	failed  int // failures before the run
}

// A client is what a run keeps of a client whatever the policy.
type client struct {
	prev     float64 // the last delay, ns
	failures int32
	first    int32 // the tick of the first failure, or -1
}

func newLayer(s *subject, clients, failed int) layer {
	words := s.StateLen()
	l := layer{s: s, clients: make([]client, clients), state: make([]uint64, clients*words), words: words, failed: failed}
	for i := range l.clients {
		l.clients[i].first = -1
	}
	return l
}

// stateOf returns the words that the policy keeps of client i.
func (l *layer) stateOf(i int32) []uint64 { return l.state[int(i)*l.words : (int(i)+1)*l.words] }

// renew lets client i begin, with what the policy draws once per client, at the
// failure after those before the run.
func (l *layer) renew(i int32, g *rng) {
	l.s.Init(l.stateOf(i), g)
	cl := &l.clients[i]
	*cl = client{prev: l.s.prev, first: -1}
	for range l.failed {
		cl.failures++
		l.s.next(l.stateOf(i), int(cl.failures), &cl.prev, 0, 0, middle{})
	}
}

// fail counts a failure of client i in tick k, and returns the pause until the
// next attempt, in ns, or that there is none. tick is in ns.
func (l *layer) fail(i int32, k int, tick, ra float64, g *rng) (pause float64, again bool) {
	cl := &l.clients[i]
	if cl.first < 0 {
		cl.first = int32(k)
	}
	cl.failures++
	elapsed := float64(k-int(cl.first)) * tick
	return l.s.next(l.stateOf(i), int(cl.failures), &cl.prev, ra, elapsed, g)
}
