package policy

import (
	"math"
	"slices"
)

// Growth returns how the delay grows while it is not capped, and for
// Exponential by what factor. The class holds under every assignment, else it
// is GrowthUnknown.
func (p *Policy) Growth() (Growth, float64) {
	if p.Server() {
		return FromServer, 0
	}
	if !p.Known() {
		return GrowthUnknown, 0
	}
	s := p.study()
	open := p.uncapped()
	os := s
	if open != p {
		os = &study{prog: compile(open), nom: s.nom, as: s.as}
	}
	class, factor := GrowthUnknown, 0.0
	for i := range s.as {
		g, f := s.growth(p, os, open, i)
		if i == 0 {
			class, factor = g, f
		}
		if g != class {
			return GrowthUnknown, 0
		}
	}
	return class, factor
}

// growth judges one assignment: by the delays that happen whether there is any
// growth, by those of the uncapped policy which one.
func (s *study) growth(p *Policy, os *study, open *Policy, i int) (Growth, float64) {
	var real []float64
	for _, st := range s.mid[i].steps {
		if st.waits {
			real = append(real, st.hi)
		}
	}
	if len(real) == 0 {
		return GrowthUnknown, 0
	}
	if !slices.ContainsFunc(real, func(d float64) bool { return d != real[0] }) {
		return Constant, 1
	}
	if g, f := classify(os.free(open, i)); g != GrowthUnknown && g != Constant {
		return g, f
	}
	return classify(s.free(p, i))
}

// classify tells the growth of a series of delays.
func classify(d []float64) (Growth, float64) {
	part := growingPart(d)
	// Have: 1s, 2s, 4s, 8s, 10s, 10s: the last step is cut short by a cap.
	if n := len(part); n > 4 && len(d) > n && part[n-1] == d[len(d)-1] {
		part = part[:n-1]
	}
	d = part
	n := len(d)
	if n == 0 {
		return GrowthUnknown, 0
	}
	if n == 1 {
		return Constant, 1
	}
	if n == 2 {
		return GrowthUnknown, 0
	}
	if level(differences(d)) {
		return Linear, 0
	}
	if n >= 4 && level(differences(differences(d))) {
		return Polynomial, 0
	}
	if n >= 5 && level(differences(differences(differences(d)))) {
		return Polynomial, 0
	}
	ratios := make([]float64, n-1)
	for i := range ratios {
		ratios[i] = d[i+1] / d[i]
	}
	least := slices.Min(ratios)
	last, mid := ratios[n-2], ratios[(n-2)/2]
	turn := (last - 1) / (mid - 1)
	steady := turn > 0.8
	if steady && (least > 1.15 || n >= 8 && last > 1.0001 && turn < 1.25) {
		return Exponential, last
	}
	// Have: a table 1s, 2s, 5s, 10s, 30s: uneven, but it multiplies all the way.
	half := math.Log(d[n-1]/d[n/2]) / float64(n-1-n/2)
	if first := math.Log(d[n/2]/d[0]) / float64(n/2); n >= 4 && least >= 1.5 && half >= 0.4*first {
		return Exponential, math.Pow(d[n-1]/d[0], 1/float64(n-1))
	}
	if n >= 5 && least > 1 && !steady {
		return Polynomial, 0
	}
	return GrowthUnknown, 0
}

// growingPart skips zeros and a constant start and returns the strictly
// growing values from there.
func growingPart(d []float64) []float64 {
	for len(d) > 0 && d[0] <= 0 {
		d = d[1:]
	}
	if len(d) > 0 && !slices.ContainsFunc(d, func(x float64) bool { return x != d[0] }) {
		return d[:1]
	}
	for len(d) > 1 && d[1] == d[0] {
		d = d[1:]
	}
	for i := 1; i < len(d); i++ {
		if d[i] <= d[i-1] {
			if i == 1 {
				return nil // it falls
			}
			return d[:i]
		}
	}
	return d
}

func differences(d []float64) []float64 {
	out := make([]float64, len(d)-1)
	for i := range out {
		out[i] = d[i+1] - d[i]
	}
	return out
}

// level reports whether all values are about the same: integer division and
// rounding may move them by a millionth.
func level(d []float64) bool {
	lo, hi := slices.Min(d), slices.Max(d)
	return lo > 0 && hi-lo <= 1e-6*hi+2
}

// Assumed returns the unknowns that reach the delay, or limit the attempts,
// with the number taken for them, such as "base 1s".
func (p *Policy) Assumed() []string {
	s := p.study()
	var out []string
	seen := map[*Expr]bool{}
	add := func(e *Expr) {
		if e.Op != OpUnknown || seen[e] {
			return
		}
		seen[e] = true
		v, ok := s.as[0].value(e)
		if !ok {
			return
		}
		text := formatFloat(v)
		if r := s.nom.role(e); r == RoleDuration || r == RoleCap {
			text = formatTime(v)
		}
		out = append(out, s.nom.short(e)+" "+text)
	}
	p.walkValues(add)
	p.walkGuards(func(e *Expr) {
		if e.Op == OpUnknown && s.nom.role(e) == RoleCount {
			add(e)
		}
	})
	return out
}

// short returns a name for an unknown: its own, or that of its role.
func (nm *nominal) short(e *Expr) string {
	if e.Name != "" && len(e.Name) <= 24 {
		return e.Name
	}
	switch nm.role(e) {
	case RoleDuration:
		return "base"
	case RoleCap:
		return "cap"
	case RoleFactor:
		return "factor"
	case RoleCount:
		return "limit"
	case RoleFraction:
		return "fraction"
	}
	return "value"
}
