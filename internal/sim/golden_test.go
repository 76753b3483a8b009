package sim

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
)

// rows returns the lines of a file of testdata as maps by the names in its first line.
func rows(t *testing.T, file string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	names := strings.Split(lines[0], "\t")
	var out []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, f := range strings.Split(line, "\t") {
			row[names[i]] = f
		}
		out = append(out, row)
	}
	return out
}

func seedOf(t *testing.T, row map[string]string) uint32 {
	t.Helper()
	n, err := strconv.ParseUint(row["seed"], 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(n)
}

// refSampler is a refPolicy as a sampler, for tests that need no text.
type refSampler refPolicy

func (refSampler) StateLen() int                    { return 0 }
func (refSampler) Init(_ []uint64, _ policy.Source) {}
func (s refSampler) Next(_ []uint64, n int, prev, ra, _ float64, src policy.Source) (float64, bool, bool) {
	return s(n, prev/1e6, ra/1e6, src.Float64) * 1e6, true, true
}

// refSubject is a refPolicy with a limit of attempts, 0 for none.
func refSubject(delay refPolicy, attempts int) *subject {
	return &subject{sampler: refSampler(delay), prev: 1e9, attempts: attempts}
}

// golden writes r in the columns of golden.tsv, without the name.
func golden(r Result) string {
	return fmt.Sprintf("%d\t%v\t%d\t%d\t%d", r.Sent, r.Peak, r.Done, ms(r.T50), ms(r.T99))
}

// ms is d in ms; Never is -1.
func ms(d time.Duration) int64 {
	if d == Never {
		return -1
	}
	return d.Milliseconds()
}

func wantGolden(row map[string]string) string {
	return strings.Join([]string{row["sent_after_recovery"], row["peak_qps"], row["done"], row["t50_ms"], row["t99_ms"]}, "\t")
}

// TestGoldenReference holds the reference itself to the published results.
func TestGoldenReference(t *testing.T) {
	for _, row := range rows(t, "golden.tsv") {
		r := refRun(refBase(), refPolicies[row["policy"]], seedOf(t, row))
		at := func(k int) int {
			if k < 0 {
				return -1
			}
			return k * 100
		}
		have := fmt.Sprintf("%d\t%d\t%d\t%d\t%d", r.sent, r.peakTick*10, r.done, at(r.t50), at(r.t99))
		if want := wantGolden(row); have != want {
			t.Errorf("%s seed %s: have %s, want %s", row["policy"], row["seed"], have, want)
		}
	}
}

// TestGoldenEngine runs the simulator on the Go functions.
func TestGoldenEngine(t *testing.T) {
	for _, row := range rows(t, "golden.tsv") {
		s := refSubject(refPolicies[row["policy"]], 0)
		r, err := s.simulate(context.Background(), Herd, Base(), seedOf(t, row))
		if err != nil {
			t.Fatal(err)
		}
		if have, want := golden(r), wantGolden(row); have != want {
			t.Errorf("%s seed %s: have %s, want %s", row["policy"], row["seed"], have, want)
		}
	}
}
