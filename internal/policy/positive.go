package policy

// Positive reports whether the delay is seen to be above zero on every attempt:
// nothing that is not seen reaches it, and no integer is left on the way.
func (p *Policy) Positive() bool {
	if !p.Known() || p.Server() || p.reaches(func(e *Expr) bool { return e.Op == OpUnknown || e.Op == OpPrev }) {
		return false
	}
	s := p.study()
	for i := range s.as {
		if len(s.outer[i].steps) == 0 {
			return false
		}
		for _, st := range s.outer[i].steps {
			if st.lo < 1 || st.marks&wraps != 0 {
				return false
			}
		}
	}
	return true
}
