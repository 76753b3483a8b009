package sim

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
)

func parse(t testing.TB, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// TestGolden runs the published policies, read from text.
func TestGolden(t *testing.T) {
	for _, row := range rows(t, "golden.tsv") {
		text, ok := Named(row["policy"])
		if !ok {
			t.Fatalf("no policy is named %s", row["policy"])
		}
		r, err := Run(Herd, parse(t, text), Base(), seedOf(t, row))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if have, want := golden(r), wantGolden(row); have != want {
			t.Errorf("%s seed %s: have %s, want %s", text, row["seed"], have, want)
		}
	}
}

// TestScenarios runs the policies of scenarios.tsv, read from text, in the
// scenario that Fit gives them.
func TestScenarios(t *testing.T) {
	want := scenarioRows(t)
	for _, c := range scenarioCases {
		p := parse(t, c.text)
		conf := c.config()
		conf.Inner = c.inside(t)
		if c.attempts > 0 && (c.name != "hot" || c.scenario == Hot) && c.scenario != Permanent {
			base := c.scenario.Base()
			base.Inner = conf.Inner
			fit, ok := base.Fit(c.scenario, p)
			if !ok || fit.Tick != conf.Tick || fit.Outage != conf.Outage {
				t.Errorf("%v, %s: fit is a tick of %v and an outage of %v, %t, want %v, %v", c.scenario, c.text, fit.Tick, fit.Outage, ok, conf.Tick, conf.Outage)
			}
		}
		for _, seed := range scenarioSeeds {
			r, err := Run(c.scenario, p, conf, seed)
			if err != nil {
				t.Fatalf("%s: %v", c.text, err)
			}
			if have := c.row(seed, c.numbers(r)); have != want[0] {
				t.Errorf("have %s\nwant %s", have, want[0])
			}
			want = want[1:]
		}
	}
}

// TestDeterministic: the result of all seeds depends neither on the number of
// cores nor on what ran before, and is that of the runs one by one.
func TestDeterministic(t *testing.T) {
	c := Base()
	c.Seeds = []uint32{5, 4, 3, 206, 1, 9, 12, 8}
	text, _ := Named("decorrelated")
	var want Summary
	for _, cores := range []int{1, 2, 8, 1} {
		old := runtime.GOMAXPROCS(cores)
		have, err := RunAll(context.Background(), Herd, parse(t, text), c)
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		if want.Runs == nil {
			want = have
		}
		if !reflect.DeepEqual(have, want) {
			t.Errorf("%d cores: have %+v, want %+v", cores, have, want)
		}
	}
	for i, seed := range c.Seeds {
		r, err := Run(Herd, parse(t, text), c, seed)
		if err != nil || !reflect.DeepEqual(r, want.Runs[i]) {
			t.Errorf("seed %d: have %+v, %v, want %+v", seed, r, err, want.Runs[i])
		}
	}
}

func TestRunAllErrors(t *testing.T) {
	p := parse(t, "5s")
	c := Base()
	c.Seeds = nil
	if _, err := RunAll(context.Background(), Herd, p, c); err == nil {
		t.Error("no error without seeds")
	}
	c = Base()
	c.Clients = 0
	if _, err := RunAll(context.Background(), Herd, p, c); err == nil {
		t.Error("no error without clients")
	}
	c = Base()
	c.Capacity = 0
	if _, err := RunAll(context.Background(), LostReply, p, c); err == nil {
		t.Error("no error for lost replies of a server that serves nothing")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := RunAll(ctx, Herd, p, Base()); err == nil {
		t.Error("no error after the end of the context")
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		text   string
		outage time.Duration // 0: none fits
	}{
		{"5s", 30 * time.Second},
		{"min(60s, 1s * pow(2, n))", 30 * time.Second},
		{"20s attempts=4", 30 * time.Second},
		{"20s attempts=3", 20 * time.Second},
		{"100ms * pow(2, n - 1) attempts=4", 350 * time.Millisecond},
		{"2 * r * 1s attempts=5", 2 * time.Second},
		{"1s elapsed=5s", 2 * time.Second}, // at 4 s the next one would come at 5 s
		{"5s elapsed=5m", 30 * time.Second},
		{"0s", 30 * time.Second},
		{"0s attempts=8", 0},
		{"10us attempts=8", 0},
		{"5s attempts=1", 0},
		// While the server is down it says nothing: 2s + 4s, and 5s + 5s.
		{"ra attempts=3", 3 * time.Second},
		{"ra + r*ra attempts=3", 3 * time.Second},
		{"ra > 0 ? ra : 5s attempts=3", 5 * time.Second},
	} {
		base := Base()
		c, ok := base.Fit(Herd, parse(t, tt.text))
		if ok != (tt.outage > 0) {
			t.Errorf("%s: fits: %t", tt.text, ok)
			continue
		}
		if !ok {
			continue
		}
		if c.Outage != tt.outage {
			t.Errorf("%s: outage is %v, want %v", tt.text, c.Outage, tt.outage)
		}
		f := float64(c.Outage) / float64(base.Outage)
		for _, ratio := range []float64{
			float64(c.Spread) / float64(base.Spread),
			float64(c.Tick) / float64(base.Tick),
			float64(c.Horizon) / float64(base.Horizon),
			base.Capacity / c.Capacity,
		} {
			if math.Abs(ratio/f-1) > 1e-6 {
				t.Errorf("%s: a number is scaled by %v, want %v", tt.text, ratio, f)
			}
		}
		if c.perTick() != 12 {
			t.Errorf("%s: %v a tick, want 12", tt.text, c.perTick())
		}
	}
}

// TestScaled: a policy scaled with its scenario gives the same numbers.
func TestScaled(t *testing.T) {
	long, short := parse(t, "r * 10s * pow(2, n) attempts=3"), parse(t, "r * 10ms * pow(2, n) attempts=3")
	for seed := range uint32(3) {
		c, _ := Base().Fit(Herd, long)
		a, err := Run(Herd, long, c, seed)
		if err != nil {
			t.Fatal(err)
		}
		c, _ = c.Fit(Herd, short)
		b, err := Run(Herd, short, c, seed)
		if err != nil {
			t.Fatal(err)
		}
		if a.Sent != b.Sent || a.Done != b.Done || a.GaveUp != b.GaveUp || a.GaveUp == 0 {
			t.Errorf("seed %d: have %+v, want %+v", seed, b, a)
		}
	}
}

// TestElapsed: a client gives up when its next attempt would come too late.
func TestElapsed(t *testing.T) {
	c := Base()
	c.Spread = 0
	for _, tt := range []struct {
		text string
		sent int // by each client, from 30 s on
	}{
		{"10s elapsed=30s", 0},
		{"10s elapsed=30.001s", 1},
		{"10s elapsed=45s", 2},
	} {
		c.Clients, c.Capacity = 1, 0
		r, err := Run(Herd, parse(t, tt.text), c, 1)
		if err != nil {
			t.Fatal(err)
		}
		if r.Sent != tt.sent || r.GaveUp != 1 {
			t.Errorf("%s: sent %d, gave up %d, want %d, 1", tt.text, r.Sent, r.GaveUp, tt.sent)
		}
	}
}

func TestServerOnly(t *testing.T) {
	for text, want := range map[string]bool{
		"ra":                           true,
		"ra + r * ra":                  true,
		"min(ra, 60s)":                 true,
		"max(ra, 1s)":                  true,
		"ra > 60s ? 60s : ra":          true,
		"ra > 0 ? ra : 5s":             false,
		"max(ra, 1s * pow(2, n))":      false,
		"5s":                           false,
		"r * min(60s, 1s * pow(2, n))": false,
		"ra > 0 ? ra : 1s * pow(2, n)": false,
	} {
		s, err := newSubject(parse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if s.ownless != want {
			t.Errorf("%s: knows only the server's wait: %t, want %t", text, s.ownless, want)
		}
	}
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range rows(t, "golden.tsv") {
		seen[row["policy"]] = true
	}
	for _, name := range Names() {
		if !seen[name] {
			t.Errorf("%s has no golden row", name)
		}
	}
	if _, ok := Named("hurd"); ok {
		t.Error("hurd is the name of a policy")
	}
}

func BenchmarkText(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			text, _ := Named(name)
			benchText(b, text, Base())
		})
	}
	b.Run("hot", func(b *testing.B) { benchText(b, "0s", Base()) })
}

func BenchmarkTextMillion(b *testing.B) {
	for _, name := range []string{"exponential", "full", "decorrelated"} {
		b.Run(name, func(b *testing.B) {
			text, _ := Named(name)
			benchText(b, text, million())
		})
	}
}

func benchText(b *testing.B, text string, c Config) {
	p := parse(b, text)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(Herd, p, c, 1); err != nil {
			b.Fatal(err)
		}
	}
}
