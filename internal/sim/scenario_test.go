package sim

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
)

var update = flag.Bool("update", false, "write testdata/scenarios.tsv from the reference")

// A scenarioCase is one row of scenarios.tsv but for the seed and the numbers.
type scenarioCase struct {
	scenario Scenario
	name     string // in refPolicies
	text     string // for policy.Parse
	attempts int    // the limit that the text states, 0: none
	stop     bool
	key      bool
	tick     time.Duration // what Fit gives; every other time scales with it
	inner    string        // in refPolicies, under which each attempt is made
	innerTxt string
	limit    int // of inner
	failed   int
	budget   float64
	breaker  int // failures, which open it for 5 s
}

const normal = 100 * time.Millisecond

var scenarioCases = []scenarioCase{
	{scenario: Herd, name: "hot", text: "0s", tick: normal},
	{scenario: Herd, name: "short", text: "200ms * pow(2, n) attempts=3", attempts: 3, tick: 2 * time.Millisecond},
	{scenario: Herd, name: "short-full", text: "r * 200ms * pow(2, n) attempts=3", attempts: 3, tick: time.Millisecond},
	{scenario: RetryAfter, name: "ra", text: "ra", tick: normal},
	{scenario: RetryAfter, name: "ra-repaired", text: "ra + r * ra", tick: normal},
	{scenario: RetryAfter, name: "ra-own", text: "ra > 0 ? ra : 5s", tick: normal},
	{scenario: RetryAfter, name: "full", text: "r * min(60s, 1s * pow(2, n))", tick: normal},
	{scenario: Abandon, name: "exponential", text: "min(60s, 1s * pow(2, n))", tick: normal},
	{scenario: Abandon, name: "exponential", text: "min(60s, 1s * pow(2, n))", stop: true, tick: normal},
	{scenario: Abandon, name: "full", text: "r * min(60s, 1s * pow(2, n))", tick: normal},
	{scenario: Abandon, name: "full", text: "r * min(60s, 1s * pow(2, n))", stop: true, tick: normal},
	{scenario: Abandon, name: "short-full", text: "r * 200ms * pow(2, n) attempts=3", attempts: 3, tick: time.Millisecond},
	{scenario: Abandon, name: "short-full", text: "r * 200ms * pow(2, n) attempts=3", attempts: 3, stop: true, tick: time.Millisecond},
	{scenario: LostReply, name: "exponential", text: "min(60s, 1s * pow(2, n))", tick: normal},
	{scenario: LostReply, name: "full", text: "r * min(60s, 1s * pow(2, n))", tick: normal},
	{scenario: LostReply, name: "full", text: "r * min(60s, 1s * pow(2, n))", key: true, tick: normal},
	{scenario: LostReply, name: "ra", text: "ra", tick: normal},
	{scenario: LostReply, name: "short", text: "200ms * pow(2, n) attempts=3", attempts: 3, tick: 2 * time.Millisecond},
	{scenario: LostReply, name: "hot", text: "0s attempts=2", attempts: 2, tick: normal},
	{scenario: SameSeed, name: "full", text: "r * min(60s, 1s * pow(2, n))", tick: normal},
	{scenario: SameSeed, name: "plusminus25", text: "min(60s, 1s * pow(2, n)) * (0.75 + 0.5 * r)", tick: normal},
	{scenario: SameSeed, name: "short-full", text: "r * 200ms * pow(2, n) attempts=3", attempts: 3, tick: time.Millisecond},
	{scenario: Permanent, name: "exponential", text: "min(60s, 1s * pow(2, n))", tick: normal},
	{scenario: Permanent, name: "exponential", text: "min(60s, 1s * pow(2, n))", stop: true, tick: normal},
	{scenario: Permanent, name: "full", text: "r * min(60s, 1s * pow(2, n))", tick: normal},
	{scenario: Permanent, name: "short", text: "200ms * pow(2, n) attempts=3", attempts: 3, tick: normal},
	{scenario: Permanent, name: "hot", text: "0s attempts=5", attempts: 5, tick: normal},
	{scenario: Hot, name: "full", text: "r * min(60s, 1s * pow(2, n))", tick: half},
	{scenario: Hot, name: "hot", text: "0s", tick: half},
	{scenario: Hot, name: "hot", text: "0s attempts=5", attempts: 5, tick: 166667 * time.Nanosecond},
	{scenario: Hot, name: "gap", text: "n == 3 ? 0s : 4s", tick: half},
	{scenario: Hot, name: "gap", text: "n == 3 ? 0s : 4s", tick: half, failed: 2},
	{scenario: Layers, name: "full", text: "r * min(60s, 1s * pow(2, n))", tick: normal, inner: "short-full", innerTxt: "r * 200ms * pow(2, n) attempts=3", limit: 3},
	{scenario: Layers, name: "short", text: "200ms * pow(2, n) attempts=3", attempts: 3, tick: 8 * time.Millisecond, inner: "short", innerTxt: "200ms * pow(2, n) attempts=3", limit: 3},
	{scenario: Herd, name: "full", text: "r * min(60s, 1s * pow(2, n)) budget=50%", tick: normal, budget: 0.5},
	{scenario: Herd, name: "exponential", text: "min(60s, 1s * pow(2, n)) breaker=3/5s", tick: normal, breaker: 3},
	{scenario: RetryAfter, name: "ra", text: "ra breaker=2/5s", tick: normal, breaker: 2},
	{scenario: Hot, name: "hot", text: "0s budget=100% breaker=1/5s", tick: half, budget: 1, breaker: 1},
}

const half = 50 * time.Millisecond

var scenarioSeeds = []uint32{1, 2, 206}

const scenarioHead = "scenario\tname\tpolicy\tstop\tkey\ttick_ns\tseed\tsent\tpeak_per_tick\tdone\tt50_tick\tt99_tick\tgave_up\tleft\twasted\tduplicates\ttotal\tfailed\tinner"

func (c scenarioCase) row(seed uint32, numbers string) string {
	return fmt.Sprintf("%v\t%s\t%s\t%t\t%t\t%d\t%d\t%s\t%d\t%s", c.scenario, c.name, c.text, c.stop, c.key, c.tick.Nanoseconds(), seed, numbers, c.failed, c.innerTxt)
}

// reference runs the case in the reference.
func (c scenarioCase) reference(seed uint32) string {
	b := refBase()
	f := float64(c.tick) / float64(normal)
	switch c.scenario {
	case Hot:
		f *= 2
		b.perTick, b.rtt, b.tick = 6, 50, 50
	case Permanent:
		b.horizon = 300000
	}
	b.outage, b.spread, b.horizon = b.outage*f, b.spread*f, b.horizon*f
	if c.scenario == Hot && c.attempts > 0 { // the tick is rounded, the other times are not
		b.outage, b.spread, b.horizon = 100, 6.666667, 4000
	}
	b.tick = float64(c.tick) / 1e6
	b.abandon, b.lostReply, b.permanent, b.sameSeed = c.scenario == Abandon, c.scenario == LostReply, c.scenario == Permanent, c.scenario == SameSeed
	b.stop, b.key, b.attempts, b.failed = c.stop, c.key, c.attempts, c.failed
	b.budget, b.breaker, b.open = c.budget, c.breaker, 5000
	b.inner, b.innerAttempts = refPolicies[c.inner], c.limit
	r := refRun(b, refPolicies[c.name], seed)
	return fmt.Sprintf("%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d",
		r.sent, r.peakTick, r.done, r.t50, r.t99, r.gaveUp, r.left, r.wasted, r.duplicates, r.total)
}

func (c scenarioCase) config() Config {
	b := c.scenario.Base()
	if c.tick != b.Tick {
		f := float64(c.tick) / float64(b.Tick)
		if c.scenario == Hot {
			f = 1. / 300
		}
		b = b.scale(f)
	}
	b.Stop, b.Key, b.Failed = c.stop, c.key, c.failed
	return b
}

// inside is the policy of inner, or nil.
func (c scenarioCase) inside(t *testing.T) *policy.Policy {
	if c.inner == "" {
		return nil
	}
	return parse(t, c.innerTxt)
}

// numbers writes r in the columns of scenarios.tsv after the seed.
func (c scenarioCase) numbers(r Result) string {
	tick := func(d time.Duration) int {
		if d == Never {
			return -1
		}
		return int(d / c.tick)
	}
	return fmt.Sprintf("%d\t%v\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d",
		r.Sent, math.Round(r.Peak*c.tick.Seconds()), r.Done, tick(r.T50), tick(r.T99), r.GaveUp, r.Left, r.Wasted, r.Duplicates, r.Total)
}

// TestScenarioReference holds scenarios.tsv to the reference; -update writes it.
func TestScenarioReference(t *testing.T) {
	var b strings.Builder
	b.WriteString(scenarioHead + "\n")
	for _, c := range scenarioCases {
		for _, seed := range scenarioSeeds {
			b.WriteString(c.row(seed, c.reference(seed)) + "\n")
		}
	}
	if *update {
		if err := os.WriteFile("testdata/scenarios.tsv", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/scenarios.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("testdata/scenarios.tsv is not what the reference gives; go test -run TestScenarioReference -update ./internal/sim writes it")
	}
}

// scenarioRows returns the lines of scenarios.tsv, the first one apart.
func scenarioRows(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/scenarios.tsv")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")[1:]
}

// TestScenarioEngine runs the simulator on the Go functions.
func TestScenarioEngine(t *testing.T) {
	want := scenarioRows(t)
	for _, c := range scenarioCases {
		for _, seed := range scenarioSeeds {
			conf := c.config()
			conf.Inner = c.inside(t)
			s := refSubject(refPolicies[c.name], c.attempts)
			s.budget, s.breaker, s.open = c.budget, c.breaker, 5e9
			r, err := s.simulate(context.Background(), c.scenario, conf, seed)
			if err != nil {
				t.Fatal(err)
			}
			if have := c.row(seed, c.numbers(r)); have != want[0] {
				t.Errorf("have %s\nwant %s", have, want[0])
			}
			want = want[1:]
		}
	}
}
