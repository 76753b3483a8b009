package sim

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
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
}

const normal = 100 * time.Millisecond

var scenarioCases = []scenarioCase{
	{Herd, "hot", "0s", 0, false, false, normal},
	{Herd, "short", "200ms * pow(2, n) attempts=3", 3, false, false, 2 * time.Millisecond},
	{Herd, "short-full", "r * 200ms * pow(2, n) attempts=3", 3, false, false, time.Millisecond},
	{RetryAfter, "ra", "ra", 0, false, false, normal},
	{RetryAfter, "ra-repaired", "ra + r * ra", 0, false, false, normal},
	{RetryAfter, "ra-own", "ra > 0 ? ra : 5s", 0, false, false, normal},
	{RetryAfter, "full", "r * min(60s, 1s * pow(2, n))", 0, false, false, normal},
	{Abandon, "exponential", "min(60s, 1s * pow(2, n))", 0, false, false, normal},
	{Abandon, "exponential", "min(60s, 1s * pow(2, n))", 0, true, false, normal},
	{Abandon, "full", "r * min(60s, 1s * pow(2, n))", 0, false, false, normal},
	{Abandon, "full", "r * min(60s, 1s * pow(2, n))", 0, true, false, normal},
	{Abandon, "short-full", "r * 200ms * pow(2, n) attempts=3", 3, false, false, time.Millisecond},
	{Abandon, "short-full", "r * 200ms * pow(2, n) attempts=3", 3, true, false, time.Millisecond},
	{LostReply, "exponential", "min(60s, 1s * pow(2, n))", 0, false, false, normal},
	{LostReply, "full", "r * min(60s, 1s * pow(2, n))", 0, false, false, normal},
	{LostReply, "full", "r * min(60s, 1s * pow(2, n))", 0, false, true, normal},
	{LostReply, "ra", "ra", 0, false, false, normal},
	{LostReply, "short", "200ms * pow(2, n) attempts=3", 3, false, false, 2 * time.Millisecond},
	{LostReply, "hot", "0s attempts=2", 2, false, false, normal},
}

var scenarioSeeds = []uint32{1, 2, 206}

const scenarioHead = "scenario\tname\tpolicy\tstop\tkey\ttick_ns\tseed\tsent\tpeak_per_tick\tdone\tt50_tick\tt99_tick\tgave_up\tleft\twasted\tduplicates"

func (c scenarioCase) row(seed uint32, numbers string) string {
	return fmt.Sprintf("%v\t%s\t%s\t%t\t%t\t%d\t%d\t%s", c.scenario, c.name, c.text, c.stop, c.key, c.tick.Nanoseconds(), seed, numbers)
}

// reference runs the case in the reference.
func (c scenarioCase) reference(seed uint32) string {
	b := refBase()
	f := float64(c.tick) / float64(normal)
	b.tick, b.outage, b.spread, b.horizon = b.tick*f, b.outage*f, b.spread*f, b.horizon*f
	b.abandon, b.lostReply = c.scenario == Abandon, c.scenario == LostReply
	b.stop, b.key, b.attempts = c.stop, c.key, c.attempts
	r := refRun(b, refPolicies[c.name], seed)
	return fmt.Sprintf("%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d",
		r.sent, r.peakTick, r.done, r.t50, r.t99, r.gaveUp, r.left, r.wasted, r.duplicates)
}

func (c scenarioCase) config() Config {
	b := Base().scale(float64(c.tick) / float64(normal))
	b.Stop, b.Key = c.stop, c.key
	return b
}

// numbers writes r in the columns of scenarios.tsv after the seed.
func (c scenarioCase) numbers(r Result) string {
	tick := func(d time.Duration) int {
		if d == Never {
			return -1
		}
		return int(d / c.tick)
	}
	return fmt.Sprintf("%d\t%v\t%d\t%d\t%d\t%d\t%d\t%d\t%d",
		r.Sent, r.Peak*c.tick.Seconds(), r.Done, tick(r.T50), tick(r.T99), r.GaveUp, r.Left, r.Wasted, r.Duplicates)
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
			r, err := refSubject(refPolicies[c.name], c.attempts).simulate(context.Background(), c.scenario, c.config(), seed)
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
