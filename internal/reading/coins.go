package reading

import "github.com/retrylint/retrylint/internal/policy"

// maxSides bounds the alternatives into which a delay is split.
const maxSides = 24

// Sides returns the alternatives of the expressions es (the first one is the
// delay): each way that the conditions not seen into, on which the delay
// depends, may lie for a whole run. An alternative whose delay is opaque is
// left out, unless all are; if there are too many, es is the only one.
//
//	// Have: d := backoff(n); if s, ok := retryAfter(resp); ok { d = s }
func (r *Reader) Sides(es ...*policy.Expr) []*Alternative {
	s := &splitter{r: r, es: es, seen: map[*policy.Expr]bool{}}
	s.split(map[*policy.Expr]*policy.Expr{})
	if s.tries > 4*maxSides || len(s.out) > maxSides || len(s.out) == 0 {
		return []*Alternative{r.alternative(nil, es)}
	}
	return s.out
}

type splitter struct {
	r     *Reader
	es    []*policy.Expr
	out   []*Alternative
	seen  map[*policy.Expr]bool
	tries int
}

// split decides the first condition that is left once those in to are decided.
func (s *splitter) split(to map[*policy.Expr]*policy.Expr) {
	if s.tries++; s.tries > 4*maxSides || len(s.out) > maxSides {
		return
	}
	a := s.r.alternative(to, s.es)
	coin := a.firstCoin()
	if coin == nil {
		if d := a.Exprs[0]; !hasOpaque(d) && (len(a.States) > 0 || !s.seen[d]) {
			s.seen[d] = true
			s.out = append(s.out, a)
		}
		return
	}
	for _, side := range [2]bool{true, false} {
		next := map[*policy.Expr]*policy.Expr{coin: s.r.B.Bool(side)}
		for k, v := range to {
			next[k] = v
		}
		s.split(next)
	}
}

// firstCoin returns the first condition not seen into that the delay of a
// depends on.
func (a *Alternative) firstCoin() *policy.Expr {
	seen := map[*policy.Expr]bool{}
	var find func(e *policy.Expr) *policy.Expr
	find = func(e *policy.Expr) *policy.Expr {
		if e == nil || seen[e] {
			return nil
		}
		seen[e] = true
		if e.Op == policy.OpCoin {
			return e
		}
		for _, x := range e.Args {
			if c := find(x); c != nil {
				return c
			}
		}
		if e.Op == policy.OpState {
			for _, s := range a.States {
				if s.Var == e {
					if c := find(s.Init); c != nil {
						return c
					}
					return find(s.Next)
				}
			}
		}
		return nil
	}
	return find(a.Exprs[0])
}

// An Alternative is a delay with its guards, and the states that they depend on.
type Alternative struct {
	Exprs  []*policy.Expr
	States []policy.State
}

// alternative returns es, and the states under them, with the coins replaced.
func (r *Reader) alternative(to map[*policy.Expr]*policy.Expr, es []*policy.Expr) *Alternative {
	all := folder{b: r.B, to: map[*policy.Expr]*policy.Expr{}, seen: map[*policy.Expr]bool{}}
	for _, e := range es {
		all.collect(e)
	}
	if to == nil {
		to = map[*policy.Expr]*policy.Expr{}
	}
	f := folder{b: r.B, to: to, memo: map[*policy.Expr]*policy.Expr{}}
	a := &Alternative{}
	for _, e := range es {
		if e != nil {
			e = f.rebuild(e)
		}
		a.Exprs = append(a.Exprs, e)
	}
	for _, v := range all.states {
		s, _ := r.B.Bound(v)
		a.States = append(a.States, policy.State{Var: v, Init: f.rebuild(s.Init), Next: f.rebuild(s.Next)})
	}
	return a
}
