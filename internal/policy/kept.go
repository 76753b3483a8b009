package policy

import "time"

// A Kept is a policy taken out of its builder, as a [Formula] is an expression:
// plain data, the same for the same policy, over the parameters of the function
// that waits.
type Kept struct {
	// Nodes holds what the numbers below are indices of; -1 is none.
	Nodes              Formula
	Delay, Wait, Again int32
	States             []KeptState
	// The rest is as in [Policy].
	Attempts     int
	Elapsed      time.Duration
	Limited      bool
	LimitedFirst bool
	Refuses      bool
	Seed         string
	Legacy       bool
}

// A KeptState is a state of a Kept, by the indices of its nodes.
type KeptState struct{ Var, Init, Next int32 }

// Keep returns p as plain data, nil where it is too large to keep.
func Keep(p *Policy) *Kept {
	t := taker{index: map[*Expr]int32{}, names: map[string]string{}, inner: map[*Expr]bool{}}
	k := &Kept{
		Attempts: p.Attempts, Elapsed: p.Elapsed, Limited: p.Limited, LimitedFirst: p.LimitedFirst,
		Refuses: p.Refuses, Seed: p.Seed, Legacy: p.Legacy,
	}
	for _, s := range p.States {
		t.inner[s.Var] = true
	}
	for _, s := range p.States {
		k.States = append(k.States, KeptState{t.node(s.Var), t.node(s.Init), t.node(s.Next)})
	}
	optional := func(e *Expr) int32 {
		if e == nil {
			return -1
		}
		return t.node(e)
	}
	k.Delay, k.Wait, k.Again = optional(p.Delay), optional(p.Wait), optional(p.Again)
	if t.failed || p.Prev != nil {
		return nil
	}
	k.Nodes = t.out
	return k
}

// In builds the policy in b; arg says what the parameters are, as for [Formula.In].
func (k *Kept) In(b *Builder, arg func(i int, n Node) *Expr) *Policy {
	es := make([]*Expr, len(k.Nodes))
	for i, n := range k.Nodes {
		es[i] = n.in(b, "", es, arg)
	}
	at := func(i int32) *Expr {
		if i < 0 {
			return nil
		}
		return es[i]
	}
	for _, s := range k.States {
		b.Bind(es[s.Var], es[s.Init], es[s.Next])
	}
	p := New(b, at(k.Delay), at(k.Wait), at(k.Again))
	p.Attempts, p.Elapsed, p.Limited, p.LimitedFirst = k.Attempts, k.Elapsed, k.Limited, k.LimitedFirst
	p.Refuses, p.Seed, p.Legacy = k.Refuses, k.Seed, k.Legacy
	return p
}

// Named builds the policy with unknowns of those names for the parameters.
func (k *Kept) Named(names []string) *Policy {
	b := NewBuilder()
	return k.In(b, func(i int, n Node) *Expr {
		if n.Op == OpCoin || i >= len(names) {
			return nil
		}
		return b.Unknown(n.Called(names[i]), n.Kind, n.Role)
	})
}

// Called is what the parameter that n stands for is called, or the part of it:
// param is the name of the whole.
func (n Node) Called(param string) string {
	if _, _, part, _ := ParamOf(n.Name); part != "" {
		return part
	}
	return param
}

// Fraction returns the name of the parameter, or of the part of one, that says
// how wide the jitter is, "" if none is known to; names are those of the parameters.
func (k *Kept) Fraction(names []string) string {
	for _, n := range k.Nodes {
		if i, _, _, ok := ParamOf(n.Name); ok && n.Op == OpUnknown && n.Role == RoleFraction && i < len(names) {
			return n.Called(names[i])
		}
	}
	return ""
}

// Params reports whether the policy speaks of a parameter.
func (k *Kept) Params() bool {
	for _, n := range k.Nodes {
		if (n.Op == OpUnknown || n.Op == OpCoin) && IsParam(n.Name) {
			return true
		}
	}
	return false
}
