package policy

import "math"

// maxSplits is how often one end of one target is split.
const maxSplits = 40

// A variable is a number that reaches a target on several paths: a draw, a
// state that draws fed, or the last delay. Cutting its interval into pieces
// and joining the results keeps what the pieces have in common.
type variable struct {
	draw  int // index, or -1
	slot  int32
	whole val
	kind  Kind
	prev  bool
}

// A piece is one box of the variables and the ends of the target on it.
type piece struct {
	at     []span
	lo, hi float64
}

// refine narrows the delay and the next states by splitting.
func (r *runner) refine(st *stepVal, next []val) {
	vars := r.variables()
	if len(vars) > 0 {
		r.loose = true
	}
	if len(vars) == 0 || *r.left < budget/2 {
		return
	}
	if st.delay.flo < st.delay.fhi && st.delay.marks&opaque == 0 {
		st.delay.flo, st.delay.fhi = r.hull(vars, r.p.delay, st.delay.flo, st.delay.fhi)
	}
	for i, s := range r.p.states {
		k := r.p.nodes[s.next].kind
		lo, hi := next[i].asFloats(k)
		if lo == hi || next[i].marks&opaque != 0 || k == Bool {
			continue
		}
		l, h := r.hull(vars, s.next, lo, hi)
		if k.IsFloat() {
			next[i].flo, next[i].fhi = l, h
			continue
		}
		if l > lo {
			next[i].ilo = max(next[i].ilo, int64(l))
		}
		if h < hi {
			next[i].ihi = min(next[i].ihi, int64(h))
		}
	}
	r.place(vars, nil)
	r.run(r.p.step)
}

func (r *runner) variables() []variable {
	var vars []variable
	for i, d := range r.p.draws {
		if d.many && r.draws[i] == wholeSpan {
			vars = append(vars, variable{draw: i})
		}
	}
	for _, s := range r.p.states {
		k := r.p.nodes[s.slot].kind
		if v := r.v[s.slot]; s.many && !v.point(k) && v.marks&opaque == 0 && k != Bool && k != Uint64 {
			vars = append(vars, variable{draw: -1, slot: s.slot, whole: v, kind: k})
		}
	}
	if r.p.prev >= 0 && r.prev.flo < r.prev.fhi {
		vars = append(vars, variable{draw: -1, whole: r.prev, kind: Float64, prev: true})
	}
	return vars
}

// place sets the variables to the box; nil is all of each.
func (r *runner) place(vars []variable, at []span) {
	for i, v := range vars {
		s := wholeSpan
		if at != nil {
			s = at[i]
		}
		switch {
		case v.draw >= 0:
			r.draws[v.draw] = s
		case v.prev:
			r.prev = cut(v.kind, v.whole, s)
		default:
			r.v[v.slot] = cut(v.kind, v.whole, s)
		}
	}
}

// cut returns the piece s of the interval v; neighbours share their ends, so
// that nothing falls between.
func cut(k Kind, v val, s span) val {
	if k.IsFloat() {
		if math.IsInf(v.flo, 0) || math.IsInf(v.fhi, 0) {
			return v
		}
		w := v.fhi - v.flo
		lo, hi := v.flo+s.lo*w, v.flo+s.hi*w
		if s.hi == 1 {
			hi = v.fhi
		}
		v.flo, v.fhi = lo, hi
		return v
	}
	w := float64(v.ihi) - float64(v.ilo)
	if w >= math.MaxInt64 {
		return v
	}
	lo, hi := v.ilo+int64(s.lo*w), v.ilo+int64(s.hi*w)
	if s.hi < 1 {
		v.ihi = min(hi, v.ihi)
	}
	v.ilo = min(lo, v.ihi)
	return v
}

// hull returns the ends of the target, splitting the piece that holds the end
// until the end no longer moves.
func (r *runner) hull(vars []variable, target int32, lo, hi float64) (float64, float64) {
	root := piece{at: make([]span, len(vars)), lo: lo, hi: hi}
	for i := range root.at {
		root.at[i] = wholeSpan
	}
	low := r.end(vars, target, root, func(p piece) float64 { return p.lo })
	high := r.end(vars, target, root, func(p piece) float64 { return -p.hi })
	return low, -high
}

// end returns the smallest key over all pieces.
func (r *runner) end(vars []variable, target int32, root piece, key func(piece) float64) float64 {
	pieces := []piece{root}
	still := 0
	for range maxSplits * len(vars) {
		best := 0
		for i := range pieces {
			if key(pieces[i]) < key(pieces[best]) {
				best = i
			}
		}
		p := pieces[best]
		d := widest(p.at)
		if s := p.at[d]; s.hi-s.lo < 1.0/(1<<30) || still > 3*len(vars) || *r.left < budget/2 {
			return key(p)
		}
		a, b := r.half(vars, target, p, d, 0), r.half(vars, target, p, d, 1)
		if min(key(a), key(b)) <= key(p) {
			still++
		} else {
			still = 0
		}
		pieces[best] = a
		pieces = append(pieces, b)
	}
	best := key(pieces[0])
	for _, p := range pieces {
		best = min(best, key(p))
	}
	return best
}

func widest(at []span) int {
	d := 0
	for i, s := range at {
		if s.hi-s.lo > at[d].hi-at[d].lo {
			d = i
		}
	}
	return d
}

// half evaluates the target on one half of a piece, cut in dimension d.
func (r *runner) half(vars []variable, target int32, p piece, d, side int) piece {
	q := piece{at: append([]span(nil), p.at...)}
	mid := (q.at[d].lo + q.at[d].hi) / 2
	if side == 0 {
		q.at[d].hi = mid
	} else {
		q.at[d].lo = mid
	}
	r.place(vars, q.at)
	r.run(r.p.step)
	k := r.p.nodes[target].kind
	lo, hi := r.v[target].asFloats(k)
	q.lo, q.hi = max(lo, p.lo), min(hi, p.hi)
	return q
}
