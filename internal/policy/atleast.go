package policy

import "time"

// GrowsTo returns the longest wait that a client can live to see and the first
// attempt after which it is reached, if it is d or more for every number that
// unknowns may have; with draws at the largest they can return, and unknowns
// in the middle of their ranges.
func (p *Policy) GrowsTo(d time.Duration) (wait time.Duration, attempt int, ok bool) {
	if !p.Known() {
		return 0, 0, false
	}
	for i, run := range p.study().outer {
		top, at := -1.0, 0
		for _, st := range run.reach() {
			if st.hi > top {
				top, at = st.hi, st.n
			}
		}
		if top < float64(d) {
			return 0, 0, false
		}
		if i == 0 {
			wait, attempt = toDuration(top), at
		}
	}
	return wait, attempt, attempt > 0
}
