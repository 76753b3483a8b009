package policy

// A rewriter copies expressions into a builder of its own and changes some on
// the way.
type rewriter struct {
	b     *Builder
	p     *Policy
	done  map[*Expr]*Expr
	bound map[*Expr]bool
	// change returns what stands for e, or nil to copy it.
	change func(rw *rewriter, e *Expr) *Expr
}

func (p *Policy) rewriter(change func(rw *rewriter, e *Expr) *Expr) *rewriter {
	return &rewriter{b: NewBuilder(), p: p, done: map[*Expr]*Expr{}, bound: map[*Expr]bool{}, change: change}
}

// expr returns the copy of e; nil for nil.
func (rw *rewriter) expr(e *Expr) *Expr {
	if e == nil {
		return nil
	}
	if c, ok := rw.done[e]; ok {
		return c
	}
	var c *Expr
	if rw.change != nil {
		c = rw.change(rw, e)
	}
	if c == nil {
		c = rw.copy(e)
	}
	rw.done[e] = c
	return c
}

func (rw *rewriter) copy(e *Expr) *Expr {
	if e.Op == OpState {
		return rw.state(e)
	}
	if e.Op == OpExit {
		return rw.exit(e)
	}
	if len(e.Args) == 0 {
		c := *e
		return rw.b.intern(c)
	}
	args := make([]*Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = rw.expr(a)
	}
	c := *e
	c.Args = args
	if s := rw.b.simplify(&c); s != nil {
		return s
	}
	return rw.b.intern(c)
}

func (rw *rewriter) state(e *Expr) *Expr {
	v := rw.b.State(e.Name, e.Kind)
	rw.done[e] = v
	for _, s := range rw.p.States {
		if s.Var == e && !rw.bound[e] {
			rw.bound[e] = true
			rw.b.Bind(v, rw.expr(s.Init), rw.expr(s.Next))
		}
	}
	return v
}

func (rw *rewriter) exit(e *Expr) *Expr {
	l := &InnerLoop{}
	for _, s := range e.Loop.States {
		v := rw.b.State(s.Var.Name, s.Var.Kind)
		rw.done[s.Var] = v
		l.States = append(l.States, State{Var: v, Init: rw.expr(s.Init), Next: rw.expr(s.Next)})
	}
	l.Again, l.Value = rw.expr(e.Loop.Again), rw.expr(e.Loop.Value)
	return rw.b.Exit(l)
}

// policy returns the policy with that delay and the rewritten guards.
func (rw *rewriter) policy(delay *Expr) *Policy {
	q := New(rw.b, delay, rw.expr(rw.p.Wait), rw.expr(rw.p.Again))
	q.Attempts, q.Elapsed = rw.p.Attempts, rw.p.Elapsed
	q.Budget, q.Breaker = rw.p.Budget, rw.p.Breaker
	q.Limited, q.LimitedFirst, q.Refuses = rw.p.Limited, rw.p.LimitedFirst, rw.p.Refuses
	q.Seed, q.Legacy, q.Zeros = rw.p.Seed, rw.p.Legacy, rw.p.Zeros
	q.Prev = rw.expr(rw.p.Prev)
	return q
}

// fixed reports whether e does not change from attempt to attempt and holds
// no draw.
func fixed(e *Expr, grows map[*Expr]bool) bool {
	if grows[e] {
		return false
	}
	return !holdsDraw(e, map[*Expr]bool{})
}

func holdsDraw(e *Expr, seen map[*Expr]bool) bool {
	if seen[e] {
		return false
	}
	seen[e] = true
	if e.Op == OpDraw || e.Op == OpDrawN {
		return true
	}
	for _, k := range kids(e) {
		if holdsDraw(k, seen) {
			return true
		}
	}
	return false
}

// uncapped returns the policy without its upper bounds, by which the growth is
// told, or p itself if it has none.
func (p *Policy) uncapped() *Policy {
	grows := p.growing()
	some := false
	rw := p.rewriter(func(rw *rewriter, e *Expr) *Expr {
		x := capped(e, grows)
		if x == nil {
			return nil
		}
		some = true
		return rw.expr(x)
	})
	q := rw.policy(rw.expr(p.Delay))
	if !some {
		return p
	}
	return q
}

// capped returns what e bounds from above by a fixed number, or nil.
func capped(e *Expr, grows map[*Expr]bool) *Expr {
	switch e.Op {
	case OpMin:
		if fixed(e.Args[0], grows) && grows[e.Args[1]] {
			return e.Args[1]
		}
		if fixed(e.Args[1], grows) && grows[e.Args[0]] {
			return e.Args[0]
		}
	case OpChoice:
		if c := capChoice(e, grows); c != nil {
			return c.inner
		}
	}
	return nil
}

// A choiceCap is a bound written as a choice.
type choiceCap struct {
	against, limit, inner *Expr // compared with, taken instead, bounded
}

// capChoice sees a bound from above in a choice.
//
// Have: if f > max { return max }; return time.Duration(f)
// Have: if d > max || d <= 0 { d = max }
func capChoice(e *Expr, grows map[*Expr]bool) *choiceCap {
	c, yes, no := e.Args[0], e.Args[1], e.Args[2]
	if c.Op == OpNot {
		c, yes, no = c.Args[0], no, yes
	}
	if c.Op == OpChoice && isTrue(c.Args[1]) { // a || b
		if !fixed(yes, grows) || !grows[no] {
			return nil
		}
		for _, side := range [2]*Expr{c.Args[0], c.Args[2]} {
			if side.Op == OpLt || side.Op == OpLe {
				if against := side.Args[0]; fixed(against, grows) && grows[side.Args[1]] {
					return &choiceCap{against, yes, no}
				}
			}
		}
		return nil
	}
	if c.Op != OpLt && c.Op != OpLe {
		return nil
	}
	small, big := c.Args[0], c.Args[1]
	if fixed(small, grows) && grows[big] && fixed(yes, grows) && grows[no] {
		return &choiceCap{small, yes, no}
	}
	if fixed(big, grows) && grows[small] && fixed(no, grows) && grows[yes] {
		return &choiceCap{big, no, yes}
	}
	return nil
}
