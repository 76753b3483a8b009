package policy

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestLibraryBounds holds the bounds to those that were measured and computed
// for real libraries, to 1 ns or 1e-9.
func TestLibraryBounds(t *testing.T) {
	data, err := os.ReadFile("testdata/library.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 5 {
			continue
		}
		rows++
		n, _ := strconv.Atoi(f[2])
		lo, _ := strconv.ParseFloat(f[3], 64)
		hi, _ := strconv.ParseFloat(f[4], 64)
		bs := parse(t, f[1]).Bounds(n)
		if len(bs) == 0 || bs[len(bs)-1].N != n {
			t.Errorf("%s: no wait %d", f[0], n)
			continue
		}
		b := bs[len(bs)-1]
		if math.Abs(b.LoF-lo) > 1+1e-9*lo || math.Abs(b.HiF-hi) > 1+1e-9*hi {
			t.Errorf("%s: attempt %d: %v..%v, want %v..%v", f[0], n, b.LoF, b.HiF, lo, hi)
		}
	}
	if rows < 100 {
		t.Errorf("%d rows", rows)
	}
}
