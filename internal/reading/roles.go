package reading

import "github.com/retrylint/retrylint/internal/policy"

// Roles returns the roles that unknowns of es play by where they stand: what
// stands on the other side of a min, or of a comparison, from something that
// changes with the attempts is a cap, or a limit on the attempts. What a
// growing delay is held above is no cap.
//
//	// Have: if d > max { d = max }
//	// Have: if d < min { d = min }
func (r *Reader) Roles(es ...*policy.Expr) map[string]policy.Role {
	b := r.B
	v := &roleFinder{b: b, roles: map[string]policy.Role{}, floor: map[string]bool{}, caps: map[string]bool{}, seen: map[*policy.Expr]bool{}, grows: map[*policy.Expr]bool{}}
	for _, e := range es {
		v.visit(e)
	}
	for name := range v.floor {
		delete(v.roles, name)
	}
	for name := range v.caps {
		r.units[name] = 1e6
		r.capped[name] = true
	}
	return v.roles
}

func speaksOfTime(e *policy.Expr) bool {
	if e.Op == policy.OpUnknown && e.Time {
		return true
	}
	for _, a := range e.Args {
		if speaksOfTime(a) {
			return true
		}
	}
	return false
}

type roleFinder struct {
	b     *policy.Builder
	roles map[string]policy.Role
	floor map[string]bool
	caps  map[string]bool // bare numbers that cap a delay
	seen  map[*policy.Expr]bool
	grows map[*policy.Expr]bool
}

func (v *roleFinder) changes(e *policy.Expr) bool {
	if g, ok := v.grows[e]; ok {
		return g
	}
	v.grows[e] = false
	g := e.Op == policy.OpState || e.Op == policy.OpAttempt || e.Op == policy.OpPrev
	for _, a := range e.Args {
		g = v.changes(a) || g
	}
	v.grows[e] = g
	return g
}

// bounding returns the unknown that e is, up to conversions and constant
// factors; nil if it is none.
func bounding(e *policy.Expr) *policy.Expr {
	e = unwrap(e)
	if e.Op == policy.OpMul || e.Op == policy.OpQuo {
		switch {
		case unwrap(e.Args[1]).Op == policy.OpConst:
			e = unwrap(e.Args[0])
		case unwrap(e.Args[0]).Op == policy.OpConst:
			e = unwrap(e.Args[1])
		}
	}
	if e.Op != policy.OpUnknown {
		return nil
	}
	return e
}

func (v *roleFinder) bound(e, other *policy.Expr) {
	u := bounding(e)
	if u == nil {
		return
	}
	switch {
	case u.Role == policy.RoleDuration && !floorWord.MatchString(u.Name):
		v.roles[u.Name] = policy.RoleCap
	case u.Kind.IsInt() && u.Role == policy.RoleNone && speaksOfTime(other):
		v.caps[u.Name] = true // Have: if ms > c.Cap { ms = c.Cap }
	case u.Kind.IsInt() && u.Role == policy.RoleNone:
		v.roles[u.Name] = policy.RoleCount
	}
}

func (v *roleFinder) factor(e, _ *policy.Expr) {
	if u := unwrap(e); u.Op == policy.OpUnknown && u.Role == policy.RoleNone && u.Kind.IsFloat() && !u.Time {
		v.roles[u.Name] = policy.RoleFactor
	}
}

func (v *roleFinder) visit(e *policy.Expr) {
	if e == nil || v.seen[e] {
		return
	}
	v.seen[e] = true
	switch e.Op {
	case policy.OpMin, policy.OpLt, policy.OpLe:
		v.sides(e, v.bound)
	case policy.OpMax:
		v.sides(e, func(x, _ *policy.Expr) {
			if u := bounding(x); u != nil {
				v.floor[u.Name] = true
			}
		})
	case policy.OpChoice:
		v.floorChoice(e)
	case policy.OpFunc:
		// Have: math.Pow(exp, float64(n))
		if e.Name == "pow" && v.changes(e.Args[1]) {
			v.factor(e.Args[0], nil)
		}
	case policy.OpMul:
		v.sides(e, v.factor) // Have: d = d * multiplier
	}
	for _, a := range e.Args {
		v.visit(a)
	}
	if e.Loop != nil {
		v.visit(e.Loop.Again)
		v.visit(e.Loop.Value)
		for _, s := range e.Loop.States {
			v.visit(s.Init)
			v.visit(s.Next)
		}
	}
	if s, ok := v.b.Bound(e); ok {
		v.visit(s.Init)
		v.visit(s.Next)
	}
}

// sides calls f for the operand of e that does not change, if the other does.
func (v *roleFinder) sides(e *policy.Expr, f func(x, other *policy.Expr)) {
	x, y := e.Args[0], e.Args[1]
	if v.changes(x) && !v.changes(y) {
		f(y, x)
	} else if v.changes(y) && !v.changes(x) {
		f(x, y)
	}
}

// floorChoice notes min in (d < min ? min : ...).
func (v *roleFinder) floorChoice(e *policy.Expr) {
	c, then := e.Args[0], e.Args[1]
	if c.Op == policy.OpNot {
		c, then = c.Args[0], e.Args[2]
	}
	if c.Op != policy.OpLt && c.Op != policy.OpLe || !v.changes(c.Args[0]) {
		return
	}
	if u, w := bounding(c.Args[1]), bounding(then); u != nil && u == w {
		v.floor[u.Name] = true
	}
}

// Again returns a reader of the same site that knows what this reading has
// found out about its unknowns, and whether that is anything: the roles given,
// and the units in which bare numbers count.
func (r *Reader) Again(roles map[string]policy.Role) (*Reader, bool) {
	n := New(r.pkg, r.cycle)
	n.roles, n.units, n.capped, n.Counts = roles, r.units, r.capped, r.Counts
	return n, len(roles)+len(r.units) > 0
}
