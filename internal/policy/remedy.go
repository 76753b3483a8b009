package policy

// maxAlternatives is how many strategies chosen by conditions are told apart.
const maxAlternatives = 8

// Alternatives splits a delay that a condition not seen into, or the presence
// of a server's value, chooses at the top: each strategy is judged by itself.
// A policy with one strategy, or with more than 8, is returned alone.
func (p *Policy) Alternatives() []*Policy {
	grows := p.growing()
	var out []map[*Expr]bool
	var split func(sides map[*Expr]bool)
	split = func(sides map[*Expr]bool) {
		if len(out) > maxAlternatives {
			return
		}
		cond := topChoice(p.Delay, sides, grows)
		if cond == nil {
			out = append(out, sides)
			return
		}
		for _, side := range [2]bool{true, false} {
			next := map[*Expr]bool{cond: side}
			for k, v := range sides {
				next[k] = v
			}
			split(next)
		}
	}
	split(map[*Expr]bool{})
	if len(out) <= 1 || len(out) > maxAlternatives {
		return []*Policy{p}
	}
	var ps []*Policy
	for _, sides := range out {
		rw := p.rewriter(func(rw *rewriter, e *Expr) *Expr {
			if e.Op == OpChoice {
				if side, ok := sides[e.Args[0]]; ok && side {
					return rw.expr(e.Args[1])
				} else if ok {
					return rw.expr(e.Args[2])
				}
			}
			return nil
		})
		ps = append(ps, rw.policy(rw.expr(p.Delay)))
	}
	return ps
}

// topChoice returns the first condition at the top of e, given the sides
// already taken, that separates strategies.
func topChoice(e *Expr, sides, grows map[*Expr]bool) *Expr {
	switch e.Op {
	case OpChoice:
		if side, ok := sides[e.Args[0]]; ok {
			if side {
				return topChoice(e.Args[1], sides, grows)
			}
			return topChoice(e.Args[2], sides, grows)
		}
		if !grows[e.Args[0]] && separates(e.Args[0]) {
			return e.Args[0]
		}
		for _, a := range e.Args[1:] {
			if c := topChoice(a, sides, grows); c != nil {
				return c
			}
		}
	case OpMin, OpMax, OpConv:
		for _, a := range e.Args {
			if c := topChoice(a, sides, grows); c != nil {
				return c
			}
		}
	}
	return nil
}

// separates reports whether a condition asks what is not seen, or what the
// server said, and draws nothing.
func separates(cond *Expr) bool {
	found := false
	var visit func(e *Expr)
	visit = func(e *Expr) {
		found = found || e.Op == OpCoin || e.Op == OpServer || e.Op == OpOpaque
		for _, k := range kids(e) {
			visit(k)
		}
	}
	visit(cond)
	return found && !holdsDraw(cond, map[*Expr]bool{})
}

// plain returns a rewriter that sets all draws to their middle, and the delay
// without them.
func (p *Policy) plain() (*rewriter, *Expr) {
	rw := p.rewriter(func(rw *rewriter, e *Expr) *Expr {
		switch e.Op {
		case OpDraw:
			if e.Dist == Normal {
				return rw.b.Float(e.Kind, 0)
			}
			return rw.b.Float(e.Kind, 0.5)
		case OpDrawN:
			if e.Kind.IsFloat() {
				return rw.b.Op(OpQuo, e.Kind, rw.expr(e.Args[0]), rw.b.Float(e.Kind, 2))
			}
			return rw.b.Op(OpQuo, e.Kind, rw.expr(e.Args[0]), rw.b.Int(e.Kind, 2))
		case OpPrev: // the delay before its new jitter goes on
			v := rw.b.State("last", e.Kind)
			rw.done[e] = v
			init := rw.b.Op(OpConv, e.Kind, rw.b.Int(Int64, 0))
			if p.Prev != nil {
				init = rw.b.Op(OpConv, e.Kind, rw.expr(p.Prev))
			}
			rw.b.Bind(v, init, rw.b.Op(OpConv, e.Kind, rw.expr(p.Delay)))
			return v
		}
		return nil
	})
	d := rw.expr(p.Delay)
	c, base := scaled(d)
	d = rw.b.Op(OpConv, Float64, base)
	if c != 1 {
		d = rw.b.Op(OpMul, Float64, rw.b.Float(Float64, c), d)
	}
	return rw, d
}

// scaled takes a constant factor out of e: d/2 + 0.5*d/2 is 0.75 of d.
func scaled(e *Expr) (float64, *Expr) {
	switch e.Op {
	case OpConv:
		if e.Kind.IsFloat() || e.Args[0].Kind.IsFloat() {
			if c, x := scaled(e.Args[0]); c != 1 {
				return c, x
			}
		}
	case OpMul:
		for i, a := range e.Args {
			if a.Op == OpConst && !a.Time {
				c, x := scaled(e.Args[1-i])
				return c * constFloat(a), x
			}
		}
	case OpQuo:
		if a := e.Args[1]; a.Op == OpConst && constFloat(a) != 0 && !a.Time {
			c, x := scaled(e.Args[0])
			return c / constFloat(a), x
		}
	case OpAdd, OpSub:
		c, x := scaled(e.Args[0])
		d, y := scaled(e.Args[1])
		if unconv(x) == unconv(y) && unconv(x).Op != OpConst {
			if e.Op == OpSub {
				d = -d
			}
			if c+d > 0 {
				return c + d, x
			}
		}
	}
	return 1, e
}

// Same returns the policy with all draws at their middle: what clients do that
// draw the same numbers.
func (p *Policy) Same() *Policy {
	rw, d := p.plain()
	return rw.policy(d)
}

// AtOnce returns the policy of attempts that follow each other with no wait; n
// limits them, 0: nothing does.
func AtOnce(n int) *Policy {
	b := NewBuilder()
	p := New(b, b.Int(Int64, 0), nil, nil)
	p.Attempts = n
	return p
}

// HalfTo returns the policy with its jitter replaced by one of half-width w:
// d * (1-w + 2w*r).
func (p *Policy) HalfTo(w float64) *Policy {
	return p.spreadBy(1-w, 2*w)
}

// Full returns the policy with full jitter: r*d.
func (p *Policy) Full() *Policy { return p.spreadBy(0, 1) }

// Equal returns the policy with equal jitter: half of d, and half drawn.
func (p *Policy) Equal() *Policy { return p.spreadBy(0.5, 0.5) }

// Floor returns the policy with a random part on top, so that nobody comes
// earlier than told: d * (1 + frac*r).
func (p *Policy) Floor(frac float64) *Policy { return p.spreadBy(1, frac) }

func (p *Policy) spreadBy(from, by float64) *Policy {
	rw, d := p.plain()
	b := rw.b
	j := b.Op(OpMul, Float64, b.Float(Float64, by), b.Draw(Float64, "remedy", Uniform, false))
	j = b.Op(OpAdd, Float64, b.Float(Float64, from), j)
	return rw.policy(b.Op(OpMul, Float64, j, d))
}

// CapFirst returns the policy with the cap put before the jitter, where the
// delay is a cap over something jittered: Have: min(cap, d*(0.5+r)).
func (p *Policy) CapFirst() (*Policy, bool) {
	top := p.Delay
	for top.Op == OpConv {
		top = top.Args[0]
	}
	grows := p.growing()
	inner := capped(top, grows)
	if inner == nil || !holdsDraw(inner, map[*Expr]bool{}) {
		return nil, false
	}
	open := p.rewriter(func(rw *rewriter, e *Expr) *Expr {
		if e == top {
			return rw.expr(inner)
		}
		return nil
	})
	w, ok := open.policy(open.expr(p.Delay)).HalfWidth()
	if !ok || w <= 0 {
		return nil, false
	}
	return p.HalfTo(w), true
}
