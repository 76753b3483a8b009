package sim

// rng is the mulberry32 generator: small, and the same everywhere.
type rng struct{ s uint32 }

// Float64 returns the next draw in [0,1).
func (g *rng) Float64() float64 {
	g.s += 0x6D2B79F5
	t := (g.s ^ g.s>>15) * (1 | g.s)
	t = (t + (t^t>>7)*(61|t)) ^ t
	return float64(t^t>>14) / (1 << 32)
}

// middle is the source whose every draw is 0.5.
type middle struct{}

func (middle) Float64() float64 { return 0.5 }
