// Package chart draws curves of simulated runs: in a terminal and as SVG.
//
// It knows points and labels, and nothing of Go source. It is linked into the
// command alone: analyzers and the plugin are free of it.
package chart

import (
	"math"
	"strconv"
)

// A Series is one curve: Y over X, with X ascending.
type Series struct {
	Name string
	X, Y []float64
}

// A Chart is one or more curves over common axes.
type Chart struct {
	Title, Desc    string
	XLabel, YLabel string
	Series         []Series
	// Limit is a level that is drawn across the chart, 0 for none, and
	// LimitLabel what it is: "capacity 120/s".
	Limit      float64
	LimitLabel string
	// Points says that X holds separate points, of a sweep, that lines connect;
	// otherwise Y is what was counted at X, and is drawn as its largest value in
	// each column.
	Points bool
	// Level says that Y is a level, which stays as it is until the next point.
	Level bool
	// LogX says that the X axis is logarithmic.
	LogX bool
}

// span returns the ends of the axes: X from the least to the largest value, Y
// from 0 to a round number above the largest.
func (c Chart) span() (x0, x1, y1 float64) {
	x0, x1 = math.Inf(1), math.Inf(-1)
	y1 = c.Limit
	for _, s := range c.Series {
		for i := range s.X {
			x0, x1 = min(x0, s.X[i]), max(x1, s.X[i])
			y1 = max(y1, s.Y[i])
		}
	}
	if x0 > x1 {
		x0, x1 = 0, 1
	}
	if x0 == x1 {
		x1 = x0 + 1
	}
	if !c.Points {
		x0 = min(x0, 0)
	}
	if !(y1 > 0) {
		y1 = 1
	}
	return x0, x1, y1
}

// columns returns the largest value of s in each of n columns of the X axis. In
// a column with no point it is what the chart says: 0, the level before, or what
// lies between its neighbours.
func (c Chart) columns(s Series, n int, x0, x1 float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.NaN()
	}
	for i, x := range s.X {
		at := (x - x0) / (x1 - x0)
		if c.LogX && x0 > 0 {
			at = math.Log(x/x0) / math.Log(x1/x0)
		}
		k := min(n-1, max(0, int(at*float64(n))))
		if math.IsNaN(out[k]) || s.Y[i] > out[k] {
			out[k] = s.Y[i]
		}
	}
	if c.Points {
		fill(out)
		return out
	}
	last := 0.0
	if c.Level && len(s.Y) > 0 {
		last = s.Y[0]
	}
	for i, y := range out {
		switch {
		case !math.IsNaN(y):
			last = y
		case c.Level:
			out[i] = last
		default:
			out[i] = 0
		}
	}
	return out
}

// fill puts the value between its neighbours into every column that has none.
func fill(cols []float64) {
	last := -1
	for i, y := range cols {
		if math.IsNaN(y) {
			continue
		}
		for k := last + 1; k < i && last >= 0; k++ {
			cols[k] = cols[last] + (y-cols[last])*float64(k-last)/float64(i-last)
		}
		last = i
	}
}

// ticks returns round numbers from lo to hi, about n of them.
func ticks(lo, hi float64, n int) []float64 {
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/float64(n))))
	for _, f := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(step*f) <= float64(n) {
			step *= f
			break
		}
	}
	var out []float64
	for k := math.Ceil(lo / step); k*step <= hi+step*1e-9; k++ {
		out = append(out, k*step)
	}
	return out
}

// logTicks returns the numbers 1, 2 and 5 times a power of ten from lo to hi.
func logTicks(lo, hi float64) []float64 {
	var out []float64
	for decade := math.Floor(math.Log10(lo)); decade <= math.Log10(hi); decade++ {
		for _, f := range []float64{1, 2, 5} {
			if x := f * math.Pow(10, decade); x >= lo*(1-1e-9) && x <= hi*(1+1e-9) {
				out = append(out, x)
			}
		}
	}
	return out
}

// number prints x in few characters: 1200, 1.5M, 0.25.
func number(x float64) string {
	switch a := math.Abs(x); {
	case a >= 1e6:
		return strconv.FormatFloat(math.Round(x/1e4)/100, 'f', -1, 64) + "M"
	case a >= 1e4:
		return strconv.FormatFloat(math.Round(x/100)/10, 'f', -1, 64) + "k"
	case a >= 10:
		return strconv.FormatFloat(math.Round(x), 'f', -1, 64)
	}
	return strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64)
}
