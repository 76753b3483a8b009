package policy

import (
	"math"
	"slices"
	"time"
)

// An assignment gives every unknown a number of its nominal range, and every
// coin a side. A rule holds only if it does under every assignment.
type assignment struct {
	nom    *nominal
	level  int  // 0 low, 1 middle, 2 high; 3 and 4: unknowns alternate low and high
	coins  uint // bit i: coin i shows heads
	server float64
	zero   map[string]bool // unknowns that are 0 instead
}

// Levels of the nominal ranges, ns. The middle of the bases is their geometric
// middle, rounded to 1 s. A cap stands so far above the base, known or not,
// that three doublings fit below it: a lower one would hide the growth.
var (
	baseLevels     = [3]float64{10 * ms, second, 300 * second}
	capLevels      = [3]float64{30 * second, 60 * second, 3600 * second}
	capOverBase    = [3]float64{8, 10, 100}
	factorLevels   = [3]float64{1.5, 2, 10}
	countLevels    = [3]float64{5, 10, 100}
	fractionLevels = [3]float64{0.1, 0.5, 1}
)

const (
	ms         = float64(time.Millisecond)
	second     = float64(time.Second)
	serverSays = 30 * second
	maxCoins   = 4
)

// nominal is what the ranges of a policy's unknowns depend on.
type nominal struct {
	roles    map[string]Role // where use tells more than the reader did
	order    map[string]int  // of the unknowns, by first use
	unknowns []*Expr
	coins    []string // those that reach the delay
	base     float64  // the largest known base
	cap      float64  // the smallest known cap, or 0
}

// scan walks what the delay depends on and gives unknowns their roles.
func (p *Policy) scan() *nominal {
	nm := &nominal{roles: map[string]Role{}, order: map[string]int{}}
	grows := p.growing()
	bound := map[*Expr]bool{} // stands against something that grows
	floor := map[*Expr]bool{} // the other operand of a comparison is held above it
	p.walkValues(func(e *Expr) {
		if u := heldAbove(e, grows); u != nil {
			floor[u] = true
		}
	})
	p.walkValues(func(e *Expr) {
		switch e.Op {
		case OpMin, OpLt, OpLe:
			for i, a := range e.Args {
				if len(e.Args) == 2 && grows[e.Args[1-i]] && !grows[a] && !floor[unconv(a)] {
					nm.bound(a, bound)
				}
			}
		case OpCoin:
			if !slices.Contains(nm.coins, e.Name) {
				nm.coins = append(nm.coins, e.Name)
			}
		case OpUnknown:
			nm.note(e)
		}
	})
	p.walkValues(func(e *Expr) {
		if e.Op == OpConst && e.Time && !bound[e] {
			nm.base = max(nm.base, constFloat(e))
		}
	})
	p.walkGuards(func(e *Expr) {
		switch e.Op {
		case OpLt, OpLe, OpEq:
			for _, a := range e.Args {
				if a = unconv(a); a.Op == OpUnknown && a.Role == RoleNone && a.Kind.IsInt() {
					nm.roles[a.Name] = RoleCount
				}
			}
		case OpUnknown:
			nm.note(e)
		}
	})
	return nm
}

// heldAbove returns the unknown below which e does not let something that
// grows fall; nil if e is no such choice.
//
//	// Have: if d < min { d = min }
func heldAbove(e *Expr, grows map[*Expr]bool) *Expr {
	if e.Op != OpChoice {
		return nil
	}
	c, then := e.Args[0], e.Args[1]
	if c.Op == OpNot {
		c, then = c.Args[0], e.Args[2]
	}
	if c.Op != OpLt && c.Op != OpLe || !grows[c.Args[0]] {
		return nil
	}
	if u := unconv(c.Args[1]); u.Op == OpUnknown && u == unconv(then) {
		return u
	}
	return nil
}

// bound records that e bounds the growth: a known or unknown cap.
func (nm *nominal) bound(e *Expr, seen map[*Expr]bool) {
	e = unconv(e)
	switch {
	case e.Op == OpUnknown && (e.Role == RoleDuration || e.Role == RoleNone && e.Kind.IsInt() && e.Time):
		nm.roles[e.Name] = RoleCap
	case e.Op == OpConst && e.Time:
		seen[e] = true
		if c := constFloat(e); c > 0 && (nm.cap == 0 || c < nm.cap) {
			nm.cap = c
		}
	case e.Op == OpMul || e.Op == OpMin || e.Op == OpMax:
		for _, a := range e.Args {
			nm.bound(a, seen)
		}
	}
}

func (nm *nominal) note(e *Expr) {
	if _, ok := nm.order[e.Name]; !ok {
		nm.order[e.Name] = len(nm.unknowns)
		nm.unknowns = append(nm.unknowns, e)
	}
}

func unconv(e *Expr) *Expr {
	for e.Op == OpConv {
		e = e.Args[0]
	}
	return e
}

func constFloat(e *Expr) float64 {
	if e.Kind.IsFloat() {
		return e.Float
	}
	return intToFloat(e.Kind, e.Int)
}

func (nm *nominal) role(e *Expr) Role {
	if r, ok := nm.roles[e.Name]; ok {
		return r
	}
	return e.Role
}

// assignments returns those under which the policy is judged, the middle one
// with all coins heads first.
func (nm *nominal) assignments() []*assignment {
	levels := []int{1}
	bases := 0
	for _, u := range nm.unknowns {
		if nm.role(u) == RoleDuration {
			bases++
		}
	}
	if len(nm.unknowns) > 0 {
		levels = []int{1, 0, 2}
	}
	if bases > 1 { // a base and the width of its jitter need not lie alike
		levels = []int{1, 0, 2, 3, 4}
	}
	n := uint(1) << min(len(nm.coins), maxCoins)
	var as []*assignment
	for _, l := range levels {
		for c := range n {
			as = append(as, &assignment{nom: nm, level: l, coins: n - 1 - c, server: serverSays})
		}
	}
	return as
}

// leaf returns the value of a constant, unknown, opaque or coin.
func (a *assignment) leaf(e *Expr) val {
	switch e.Op {
	case OpConst:
		if e.Kind.IsFloat() {
			return val{flo: e.Float, fhi: e.Float}
		}
		return ints(e.Int, e.Int)
	case OpCoin:
		for i, c := range a.nom.coins {
			if c == e.Name && i < maxCoins {
				return ints(int64(a.coins>>i&1), int64(a.coins>>i&1))
			}
			if c == e.Name {
				return wholeKind(Bool, opaque)
			}
		}
		return wholeKind(Bool, 0)
	case OpUnknown:
		if f, ok := a.value(e); ok {
			return number(e.Kind, f, f)
		}
	}
	return wholeKind(e.Kind, opaque)
}

// value returns the number of an unknown, false if its role gives no range.
func (a *assignment) value(e *Expr) (float64, bool) {
	if a.zero[e.Name] {
		return 0, true
	}
	l := a.level
	if l > 2 {
		l = 2 * ((l + a.nom.order[e.Name]) % 2)
	}
	f := 0.0
	switch a.nom.role(e) {
	case RoleDuration:
		f = a.base(l)
	case RoleCap:
		base := max(a.nom.base, 0)
		for _, u := range a.nom.unknowns {
			if a.nom.role(u) == RoleDuration {
				base = max(base, a.base(l))
			}
		}
		f = max(capLevels[l], capOverBase[l]*base)
	case RoleFactor:
		f = factorLevels[l]
		if e.Kind.IsInt() {
			f = math.Ceil(f)
		}
	case RoleCount:
		f = countLevels[l]
	case RoleFraction:
		f = fractionLevels[l]
		if e.Kind.IsInt() { // a percentage
			f *= 100
		}
	default:
		return 0, false
	}
	return f, true
}

// base returns an unknown base, which lies well below a known cap.
func (a *assignment) base(level int) float64 {
	f := baseLevels[level]
	if c := a.nom.cap; c > 0 {
		f = min(f, math.Trunc(c/8))
	}
	return f
}

// walkValues calls f once for each node that the delay is computed from,
// through states, in a fixed order.
func (p *Policy) walkValues(f func(*Expr)) {
	p.walk(f, p.Delay)
}

// walkGuards does the same for the guards.
func (p *Policy) walkGuards(f func(*Expr)) { p.walk(f, p.Wait, p.Again) }

func (p *Policy) walk(f func(*Expr), roots ...*Expr) {
	seen := map[*Expr]bool{}
	var visit func(e *Expr)
	visit = func(e *Expr) {
		if e == nil || seen[e] {
			return
		}
		seen[e] = true
		f(e)
		for _, a := range kids(e) {
			visit(a)
		}
		switch e.Op {
		case OpState:
			for _, s := range p.States {
				if s.Var == e {
					visit(s.Init)
					visit(s.Next)
				}
			}
		case OpPrev:
			visit(p.Prev)
			visit(p.Delay)
		}
	}
	for _, r := range roots {
		visit(r)
	}
}

// growing returns the nodes that may differ from attempt to attempt.
func (p *Policy) growing() map[*Expr]bool {
	grows := map[*Expr]bool{}
	seen := map[*Expr]bool{}
	var visit func(e *Expr) bool
	visit = func(e *Expr) bool {
		if e == nil {
			return false
		}
		if seen[e] {
			return grows[e]
		}
		seen[e] = true
		g := e.Op == OpState || e.Op == OpAttempt || e.Op == OpPrev
		for _, k := range kids(e) {
			g = visit(k) || g
		}
		grows[e] = g
		return g
	}
	visit(p.Delay)
	visit(p.Wait)
	visit(p.Again)
	for _, s := range p.States {
		visit(s.Next)
		visit(s.Init)
	}
	return grows
}
