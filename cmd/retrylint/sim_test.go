package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/retrylint/retrylint/internal/sim"
)

// TestSimIsGolden holds that the command prints the published runs, byte for byte.
func TestSimIsGolden(t *testing.T) {
	want, err := os.ReadFile("../../internal/sim/testdata/golden.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := run(t.Context(), fakeSuite(), []string{"sim", "-format=tsv", "-seeds=1-5,206-210"}, &out, &errs)
	if code != exitClean || errs.Len() > 0 {
		t.Fatalf("exit code %d, %s", code, errs.String())
	}
	if have := out.String(); have != string(want) {
		h, w := strings.Split(have, "\n"), strings.Split(string(want), "\n")
		for i := range min(len(h), len(w)) {
			if h[i] != w[i] {
				t.Fatalf("line %d: have %q, want %q", i+1, h[i], w[i])
			}
		}
		t.Fatalf("have %d lines, want %d", len(h), len(w))
	}
}

func TestSeedList(t *testing.T) {
	for _, tt := range []struct {
		in, out string
		n       int
	}{
		{"1", "1", 1},
		{"1-5,206-210", "1-5,206-210", 10},
		{" 3, 1 ", "3,1", 2},
		{"1,2,3,5", "1-3,5", 4},
		{"4294967295", "4294967295", 1},
		{"1,1", "1,1", 2},
	} {
		var l seedList
		if err := l.Set(tt.in); err != nil {
			t.Errorf("%q: %v", tt.in, err)
		}
		if l.String() != tt.out || len(l) != tt.n {
			t.Errorf("%q: have %d seeds %q, want %d, %q", tt.in, len(l), l.String(), tt.n, tt.out)
		}
	}
	for _, in := range []string{"", ",", "-1", "1-", "x", "4294967296", "5-1", "0-4294967295", "1-60000,1-60000"} {
		var l seedList
		if err := l.Set(in); err == nil {
			t.Errorf("%q: no error, and the seeds %s", in, l.String())
		}
	}
}

func TestWriteAligned(t *testing.T) {
	ps := []simPolicy{
		{name: "a", result: sim.Summary{Sent: 9422.6, Peak: 1174, T50: 50.44, T99: -1, GaveUp: 2}},
		{name: "longer", result: sim.Summary{Sent: 11, Peak: 0, T50: 0.25, T99: 1200}},
	}
	var b strings.Builder
	writeAligned(&b, simTable(ps))
	const want = `policy   requests   peak/s   50 % done   99 % done   gave up
a            9423     1174      50.4 s       never         2
longer         11        0       0.2 s    1200.0 s         0
`
	if b.String() != want {
		t.Errorf("have:\n%swant:\n%s", b.String(), want)
	}
}

func TestShort(t *testing.T) {
	for d, want := range map[time.Duration]string{
		30 * time.Second:       "30s",
		time.Minute:            "1m",
		90 * time.Second:       "1m30s",
		2 * time.Hour:          "2h",
		10 * time.Minute:       "10m",
		0:                      "0s",
		100 * time.Millisecond: "100ms",
	} {
		if have := short(d); have != want {
			t.Errorf("%v: have %q, want %q", d, have, want)
		}
	}
}
