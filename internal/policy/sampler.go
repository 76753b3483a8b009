package policy

import (
	"fmt"
	"math"
)

// Source is a source of draws in [0,1).
type Source interface{ Float64() float64 }

// A Sampler computes the delays of one policy, one attempt of one client at a
// time. It is immutable and may be shared.
type Sampler struct {
	p      *program
	nodes  []snode
	words  int // of the states; the draws of a client follow
	client []int32
	blind  []bool // depends on what cannot be seen into
	memos  int    // the draws come first
}

// snode is a node for point evaluation.
type snode struct {
	op     Op
	kind   Kind
	ka     Kind // of the first argument
	dist   Dist
	memo   int32 // where its value is kept within one attempt, or -1
	a, b   int32
	c, aux int32
	bits   uint64 // of a leaf
	name   string
	pow    bool
	args   []int32
}

// Sampler returns the policy compiled for sampling, with unknowns in the middle
// of their ranges, or an error if something unseen reaches the delay.
func (p *Policy) Sampler() (*Sampler, error) {
	if !p.Known() {
		return nil, fmt.Errorf("policy: the delay depends on something unknown: %s", p)
	}
	s := p.study()
	return s.prog.sampler(s.as[0]), nil
}

func (p *program) sampler(a *assignment) *Sampler {
	s := &Sampler{p: p, nodes: make([]snode, len(p.nodes)), blind: make([]bool, len(p.nodes)), words: len(p.states)}
	s.memos = len(p.draws)
	uses := make([]int, len(p.nodes))
	for _, n := range p.nodes {
		for _, x := range n.args {
			uses[x]++
		}
	}
	for i, n := range p.nodes {
		sn := snode{op: n.op, kind: n.kind, dist: n.e.Dist, name: n.e.Name, pow: n.e.Name == "pow", args: n.args, aux: n.aux, memo: -1}
		if uses[i] > 1 {
			sn.memo = s.keep()
		}
		if len(n.args) > 0 {
			sn.a, sn.ka = n.args[0], p.nodes[n.args[0]].kind
		}
		if len(n.args) > 1 {
			sn.b = n.args[1]
		}
		if len(n.args) > 2 {
			sn.c = n.args[2]
		}
		s.nodes[i] = sn
	}
	for _, i := range p.leaves {
		v := a.leaf(p.nodes[i].e)
		s.nodes[i].bits = bitsAs(p.nodes[i].kind, v)
		s.blind[i] = v.marks&opaque != 0 || p.nodes[i].kind == Bool && v.ilo != v.ihi
	}
	for _, l := range p.loops {
		for _, i := range l.body {
			if s.nodes[i].memo < 0 {
				s.nodes[i].memo = s.keep()
			}
		}
		for _, st := range l.states {
			if s.nodes[st.slot].memo < 0 {
				s.nodes[st.slot].memo = s.keep()
			}
		}
	}
	for _, list := range [][]int32{p.start, p.step} {
		for _, i := range list {
			for _, x := range p.nodes[i].args {
				s.blind[i] = s.blind[i] || s.blind[x]
			}
		}
	}
	for i, d := range p.draws {
		if d.client {
			s.client = append(s.client, int32(i))
		}
	}
	return s
}

// keep returns the next place for a value.
func (s *Sampler) keep() int32 {
	s.memos++
	return int32(s.memos - 1)
}

func bitsAs(k Kind, v val) uint64 {
	if k.IsFloat() {
		return math.Float64bits(v.flo)
	}
	return uint64(v.ilo)
}

// StateLen returns the number of words that Init and Next keep per client.
func (s *Sampler) StateLen() int { return s.words + len(s.client) }

// Init fills state, of StateLen words, for a new client.
func (s *Sampler) Init(state []uint64, src Source) {
	for j := range s.client {
		state[s.words+j] = math.Float64bits(src.Float64())
	}
	if s.words == 0 {
		return
	}
	var f frame
	f.open(s, state, src)
	f.n = 1
	for i, st := range s.p.states {
		state[i] = f.eval(st.init)
	}
}

// Next returns the delay in ns after failure n (1 at the first), whether there
// is a wait at all, and whether another attempt follows. prev is the delay
// before it, ra the server's value, elapsed the time since the first attempt,
// all in ns. It advances state, and draws from src once for each draw that is
// needed, in the order of need. Limits beside the policy (Attempts, Elapsed)
// are the caller's.
func (s *Sampler) Next(state []uint64, n int, prev, ra, elapsed float64, src Source) (delay float64, waits, again bool) {
	var f frame
	f.open(s, state, src)
	f.n, f.prev, f.ra, f.elapsed = int64(n), prev, ra, elapsed
	p := s.p
	waits = p.wait < 0 || f.possible(p.wait)
	if waits {
		delay = f.float(p.delay)
	}
	again = p.again < 0 || f.possible(p.again)
	if len(p.states) > 0 {
		var room [8]uint64
		next := room[:0]
		for _, st := range p.states {
			if s.blind[st.next] {
				next = append(next, 0)
				continue
			}
			next = append(next, f.eval(st.next))
		}
		copy(state, next)
	}
	if f.end {
		return 0, false, false
	}
	return delay, waits && delay > 0, again
}

// A frame is the values of one attempt.
type frame struct {
	s                 *Sampler
	state             []uint64
	src               Source
	n                 int64
	prev, ra, elapsed float64
	end               bool
	done              uint64 // bit per place of near
	near              [16]uint64
	far               []kept // the places after, where a policy needs so many
}

type kept struct {
	v    uint64
	done bool
}

func (f *frame) open(s *Sampler, state []uint64, src Source) {
	f.s, f.state, f.src = s, state, src
	if s.memos > len(f.near) {
		f.far = make([]kept, s.memos-len(f.near))
	}
}

func (f *frame) get(i int32) (uint64, bool) {
	if int(i) < len(f.near) {
		return f.near[i], f.done>>i&1 != 0
	}
	k := f.far[int(i)-len(f.near)]
	return k.v, k.done
}

func (f *frame) set(i int32, v uint64) {
	if int(i) < len(f.near) {
		f.near[i] = v
		f.done |= 1 << i
		return
	}
	f.far[int(i)-len(f.near)] = kept{v, true}
}

func (f *frame) forget(i int32) {
	if int(i) < len(f.near) {
		f.done &^= 1 << i
		return
	}
	f.far[int(i)-len(f.near)].done = false
}

func (f *frame) float(i int32) float64 {
	k := f.s.nodes[i].kind
	if k.IsFloat() {
		return f.f(i)
	}
	return intToFloat(k, int64(f.eval(i)))
}

// possible evaluates a guard; what cannot be decided is possible.
func (f *frame) possible(i int32) bool {
	if !f.s.blind[i] {
		return f.eval(i) != 0
	}
	yes, _ := f.either(i)
	return yes
}

func (f *frame) either(i int32) (yes, no bool) {
	n := &f.s.nodes[i]
	switch {
	case !f.s.blind[i]:
		v := f.eval(i) != 0
		return v, !v
	case n.op == OpNot:
		yes, no = f.either(n.a)
		return no, yes
	case n.op == OpChoice:
		cy, cn := f.either(n.a)
		if cy {
			yes, no = f.either(n.b)
		}
		if cn {
			y, o := f.either(n.c)
			yes, no = yes || y, no || o
		}
		return yes, no
	}
	return true, true
}
