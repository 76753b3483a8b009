package policy

import (
	"fmt"
	"testing"
)

// many are policies of every shape, for properties.
var many = []string{
	"5s", "rand(5s)", "1s*n + r*1s", "min(60s, 1s * pow(2, n))", "r * min(60s, 1s * pow(2, n))",
	"min(60s, 1s * pow(2, n))/2 + r*min(60s, 1s * pow(2, n))/2",
	"min(60s, 1s + r*(max(2s, 3*prev) - 1s)) prev=1s",
	"min(60s, 1s * pow(2, n)) * (0.9 + 0.2*r)", "min(60s, 1s * pow(2, n) * (0.5 + r))",
	"ra", "r * ra", "ra * (1 + r)", "s where s = 1s -> min(30s, s*2)",
	"s where s = 1s -> s + rand(s/4)", "s where s = 1s -> s - s*r/4", "s + r*s/2 - s/4 where s = 1s -> min(20s, s + r*s)",
	"1s + r*1s - r*0.5s", "1s + r*r2*1s - r*1s", "if(r < 0.5, 1s, 2s + r*1s)", "[1s, 5s, 30s][n-1] * (1 + r)",
	"[1s, 5s, 30s][min(n-1, 2)]", "1s*n + once*1s", "max(0s, 1s + normal*100ms)", "expo*1s", "rand(1s) + rand2(1s) - rand(1s)",
	"a + r*b where a = 1s -> b, b = 1s -> min(1m, a + b)", "abs(r - 0.5)*1s + 1s", "1s * (rand(3) + 1)",
	"min(60s, ?base * pow(2, n)) + r*100ms", "if(?c, r*1s, 2s)", "trunc(r*10) * 100ms + 1ms", "rand(1s*n) % 500ms + 1s",
	"1s * exp2(min(n, 6)) * (1 - 0.5*r) attempts=8", "sqrt(r)*1s + floor(2*r)*1s",
}

// TestSamplesInside draws 1000 delays and more of each policy: all must lie
// inside the bounds.
func TestSamplesInside(t *testing.T) {
	for _, text := range many {
		t.Run(text, func(t *testing.T) {
			p := parse(t, text)
			s, err := p.Sampler()
			if err != nil {
				t.Fatal(err)
			}
			bounds := map[int]Bound{}
			for _, b := range p.Bounds(20) {
				bounds[b.N] = b
			}
			src := splitmix(3)
			seen := 0
			for range 200 {
				state := make([]uint64, s.StateLen())
				s.Init(state, &src)
				prev, elapsed := p.firstPrev(), 0.0
				for n := 1; n <= 20; n++ {
					d, waits, again := s.Next(state, n, prev, 30e9, elapsed, &src)
					b, ok := bounds[n]
					if waits && (!ok || d < b.LoF-1e-9*b.HiF || d > b.HiF*(1+1e-9)) && (p.Attempts == 0 || n < p.Attempts) {
						t.Fatalf("attempt %d: %v outside %v..%v (%v)", n, d, b.LoF, b.HiF, ok)
					}
					if !again {
						break
					}
					if waits {
						prev = d
						elapsed += d
						seen++
					}
				}
			}
			if seen < 400 {
				t.Errorf("only %d waits sampled", seen)
			}
		})
	}
}

// counting counts its draws.
type counting struct {
	splitmix
	n int
}

func (c *counting) Float64() float64 {
	c.n++
	return c.splitmix.Float64()
}

func TestDrawsAreLazy(t *testing.T) {
	for _, tt := range []struct {
		text  string
		draws [4]int
	}{
		{"5s", [4]int{}},
		{"r*1s + r*2s", [4]int{1, 1, 1, 1}},
		{"r*1s + r2*2s", [4]int{2, 2, 2, 2}},
		{"if(n > 2, r*1s, 1s)", [4]int{0, 0, 1, 1}},
		{"once*1s", [4]int{}},
	} {
		s, err := parse(t, tt.text).Sampler()
		if err != nil {
			t.Fatal(err)
		}
		var src counting
		state := make([]uint64, s.StateLen())
		s.Init(state, &src)
		for n := 1; n <= 4; n++ {
			src.n = 0
			s.Next(state, n, 0, 0, 0, &src)
			if src.n != tt.draws[n-1] {
				t.Errorf("%s: attempt %d took %d draws, want %d", tt.text, n, src.n, tt.draws[n-1])
			}
		}
	}
}

func BenchmarkSampler(b *testing.B) {
	for _, tt := range herd {
		b.Run(tt.name, func(b *testing.B) {
			s, err := parse(b, tt.text).Sampler()
			if err != nil {
				b.Fatal(err)
			}
			src := splitmix(1)
			state := make([]uint64, s.StateLen())
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = n%8 + 1
				s.Next(state, n, 5e9, 30e9, 0, &src)
			}
		})
	}
}

func BenchmarkBounds(b *testing.B) {
	for i, text := range []string{many[4], many[6], many[14], many[15], many[28]} {
		b.Run(fmt.Sprint(i), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := Parse(text)
				if err != nil {
					b.Fatal(err)
				}
				p.HalfWidth()
				p.Growth()
			}
		})
	}
}
