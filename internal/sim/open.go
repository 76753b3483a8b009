package sim

import "time"

// An open is what a run keeps in Open: one queue, first in first out, and what
// the clients wait for.
type open struct {
	line     []int32 // the clients whose requests wait, oldest first
	seq      []int32 // the request at the same place: the how-many-th of its client
	sent     []int32 // by client: the requests sent so far
	waits    []bool  // by client: waits for the reply to the last of them
	done     []bool
	timeout  float64
	down     int // the tick in which the outage begins
	last     int // the last tick in which a client's patience ended, or -1
	tail     int // the first tick of the last tenth
	doneTail int
	sentTail int
}

func newOpen(c Config) *open {
	n := c.Clients
	ticks := int((c.Horizon + c.Tick - 1) / c.Tick)
	return &open{
		sent: make([]int32, n), waits: make([]bool, n), done: make([]bool, n),
		timeout: float64(c.Timeout),
		down:    int((c.Warm + c.Tick - 1) / c.Tick),
		last:    -1,
		tail:    ticks - max(1, ticks/10),
	}
}

func (o *open) idle() bool { return len(o.line) == 0 }

// send lets client i, whose time has come, send a request, or give up waiting
// for the reply to its last one.
func (r *run) send(i int32) {
	o := r.open
	switch {
	case o.done[i]:
	case o.waits[i]:
		o.waits[i] = false
		o.last = r.k
		r.answered(i, false)
		r.fail(i, 0)
	case !r.passes(i):
		r.fail(i, 0)
	default:
		r.arrivals++
		if r.k >= o.tail {
			o.sentTail++
		}
		o.sent[i]++
		o.waits[i] = true
		o.line, o.seq = append(o.line, i), append(o.seq, o.sent[i])
		r.schedule(r.k, i, r.now+o.timeout)
	}
}

// work lets the server serve what a tick's capacity allows of the queue. While
// it is down it serves nothing, and the queue grows.
func (r *run) work() {
	o := r.open
	r.free = 0
	if j := r.k; j < o.down || j >= r.back {
		r.free = int(r.perTick*float64(j+1)) - int(r.perTick*float64(j))
	}
	n := min(r.free, len(o.line))
	for x, i := range o.line[:n] {
		if !o.waits[i] || o.seq[x] != o.sent[i] {
			r.res.Wasted++
			continue
		}
		o.waits[i], o.done[i] = false, true
		r.answered(i, true)
		r.res.Done++
		if r.k >= o.tail {
			o.doneTail++
		}
	}
	o.line, o.seq = o.line[n:], o.seq[n:]
}

// settle takes down what is measured at the end of the run.
func (r *run) settle() {
	o := r.open
	length := float64(r.ticks-o.tail) * r.tick / 1e9
	r.res.Goodput, r.res.Load = float64(o.doneTail)/length, float64(o.sentTail)/length
	if o.last < o.tail {
		r.res.Settled = time.Duration(o.last+1) * r.c.Tick
	}
}
