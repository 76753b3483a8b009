package policy

// Holds reports whether the constant x, in ns if it is a time, is one of those
// that the delay, its states or the limits are computed from. Constants that
// were folded into others are not among them.
func (p *Policy) Holds(x float64) bool {
	found := false
	is := func(e *Expr) { found = found || e.Op == OpConst && e.Kind != Bool && constFloat(e) == x }
	p.walkValues(is)
	p.walkGuards(is)
	return found
}
