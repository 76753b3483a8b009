package sim

import (
	"context"
	"testing"
)

// The policies of the benchmarks are Go functions: what is measured is the
// simulator. BenchmarkText measures it with the policies read from text.
func bench(b *testing.B, policy string, c Config) {
	b.ReportAllocs()
	sent := 0
	for b.Loop() {
		r, err := refSubject(refPolicies[policy], 0).simulate(context.Background(), Herd, c, 1)
		if err != nil {
			b.Fatal(err)
		}
		sent = r.Sent
	}
	b.ReportMetric(float64(sent), "sent/op")
}

func BenchmarkBase(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) { bench(b, name, Base()) })
	}
	b.Run("hot", func(b *testing.B) { bench(b, "hot", Base()) })
}

// million is the base scenario with 1,000,000 clients at the same ratio to the capacity.
func million() Config {
	c := Base()
	c.Clients, c.Capacity = 1_000_000, 60_000
	return c
}

func BenchmarkMillion(b *testing.B) {
	for _, name := range []string{"exponential", "full", "decorrelated"} {
		b.Run(name, func(b *testing.B) { bench(b, name, million()) })
	}
}
