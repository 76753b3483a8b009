package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

func runs(t *testing.T, sc sim.Scenario, texts ...string) []Run {
	t.Helper()
	var out []Run
	for _, text := range texts {
		p, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		c := sc.Base()
		c.Curve, c.Seeds = true, []uint32{1}
		s, err := sim.RunAll(t.Context(), sc, p, c)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Run{Name: text, Result: s})
	}
	return out
}

// TestPeaksAreNotLost: a column shows the largest value in it, however narrow the peak.
func TestPeaksAreNotLost(t *testing.T) {
	c := Chart{Series: []Series{{Name: "s", X: []float64{0, 1, 500, 999}, Y: []float64{1, 2, 100, 3}}}}
	for _, n := range []int{10, 100, 1000} {
		cols := c.columns(c.Series[0], n, 0, 999)
		if slices.Max(cols) != 100 || cols[0] == 0 || cols[n-1] != 3 || cols[n/4] != 0 {
			t.Errorf("%d columns: %v", n, cols)
		}
	}
	c.Level = true
	if cols := c.columns(c.Series[0], 10, 0, 999); cols[4] != 2 || cols[7] != 100 {
		t.Errorf("a level does not stay: %v", cols)
	}
	c.Points = true
	if cols := c.columns(c.Series[0], 1000, 0, 999); math.Abs(cols[250]-51) > 1 {
		t.Errorf("no line between points: %v", cols[250])
	}
}

func TestText(t *testing.T) {
	c := Chart{
		Title: "Requests", XLabel: "seconds", YLabel: "requests per second", Limit: 4, LimitLabel: "capacity 4/s",
		Series: []Series{
			{Name: "one", X: []float64{0, 10, 19}, Y: []float64{8, 2, 0.01}},
			{Name: "two", X: []float64{5, 19}, Y: []float64{4, 4}},
		},
	}
	var b bytes.Buffer
	if err := c.Text(&b, 24, 2); err != nil {
		t.Fatal(err)
	}
	want := `Requests

one
8 |█
4 |█·········▄········▁
0 +--------------------

two
8 |
4 |·····█·············█
0 +--------------------
   0     seconds     19
up: requests per second; dotted: capacity 4/s
`
	if b.String() != want {
		t.Errorf("have\n%s\nwant\n%s", b.String(), want)
	}
}

// TestPictures holds that the pictures are well-formed, can be read without
// being seen, and have a curve for each policy inside their frame.
func TestPictures(t *testing.T) {
	for _, sc := range []sim.Scenario{sim.Herd, sim.Open} {
		rs := runs(t, sc, "1s * pow(2, n) attempts=4", "r * 5s attempts=4", "5s attempts=2")
		rs[1].Name = "a < b & c"
		for _, c := range Pictures(sc, rs) {
			var b bytes.Buffer
			if err := c.SVG(&b, "x"); err != nil {
				t.Fatal(err)
			}
			names := elements(t, b.String())
			if names["polyline"] != 3 || names["title"] != 4 || names["desc"] != 1 || names["style"] != 1 {
				t.Errorf("%s: elements %v", c.Title, names)
			}
			if !strings.Contains(b.String(), `role="img" aria-labelledby="x-t x-d"`) || strings.Contains(b.String(), "NaN") {
				t.Errorf("%s: not to be read: %.300s", c.Title, b.String())
			}
			if strings.Contains(c.Inline("y"), "<style>") {
				t.Error("a picture inside a page has a style sheet of its own")
			}
		}
		var b bytes.Buffer
		if err := Stack(&b, Pictures(sc, rs), "s"); err != nil {
			t.Fatal(err)
		}
		if names := elements(t, b.String()); names["polyline"] != 6 || names["style"] != 1 || names["svg"] != 5 {
			t.Errorf("stack: elements %v", names)
		}
	}
}

// elements counts the elements of a document, which has to be well-formed.
func elements(t *testing.T, doc string) map[string]int {
	t.Helper()
	names := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(doc))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatalf("%v in %.500s", err, doc)
		}
		if e, ok := tok.(xml.StartElement); ok {
			names[e.Name.Local]++
		}
	}
}

func TestTicks(t *testing.T) {
	for _, tt := range []struct{ lo, hi, first, last float64 }{
		{0, 1168, 0, 1000}, {0, 1, 0, 1}, {0, 0.3, 0, 0.3}, {12, 590, 100, 500}, {0, 1e7, 0, 1e7},
	} {
		have := ticks(tt.lo, tt.hi, 6)
		if n := len(have); n < 3 || n > 8 || math.Abs(have[0]-tt.first) > 1e-9 || math.Abs(have[n-1]-tt.last) > 1e-9 {
			t.Errorf("ticks(%v, %v) = %v", tt.lo, tt.hi, have)
		}
	}
	if have := logTicks(500, 8000); !slices.Equal(have, []float64{500, 1000, 2000, 5000}) {
		t.Errorf("logTicks(500, 8000) = %v", have)
	}
}

// TestEmpty: a chart of nothing is a frame, and no fault.
func TestEmpty(t *testing.T) {
	for _, c := range []Chart{{}, {Series: []Series{{Name: "none"}}}, {Series: []Series{{Name: "zero", X: []float64{3}, Y: []float64{0}}}, Points: true}} {
		var b bytes.Buffer
		if err := c.Text(&b, 80, 4); err != nil {
			t.Fatal(err)
		}
		if s := c.Inline("x"); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("%s", s)
		}
	}
}
