package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/retrylint/retrylint/internal/chart"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

// A sweep varies one number over a range.
type sweep struct {
	name     string
	from, to float64 // of a time: ns
	unit     string  // "%", "s" or ""
	log      bool
}

// sweeps are the parameters that may be varied, with the ends where none are given.
var sweeps = []sweep{
	{"jitter", 0, 1, "%", false},
	{"cap", 5e9, 300e9, "s", true},
	{"clients", 500, 8000, "", true},
	{"capacity", 30, 480, "", true},
	{"outage", 5e9, 120e9, "s", true},
	{"spread", 0, 30e9, "s", false},
	{"rtt", 0, 1e9, "s", false},
	{"retry-after", 1e9, 120e9, "s", true},
	{"leave", 0, 0.5, "%", false},
	{"lost", 0, 0.1, "%", false},
	{"doomed", 0, 0.5, "%", false},
	{"rate", 50, 300, "", false},
	{"timeout", 200e6, 10e9, "s", true},
}

// parseSweep reads "jitter", "clients=100..10000", "jitter=0..50%", "cap=5s..5m".
func parseSweep(arg string) (sweep, error) {
	name, ends, given := strings.Cut(arg, "=")
	var names []string
	for _, s := range sweeps {
		names = append(names, s.name)
		if s.name != name {
			continue
		}
		if !given {
			return s, nil
		}
		lo, hi, ok := strings.Cut(ends, "..")
		var err error
		if ok {
			if s.from, err = s.read(lo, strings.HasSuffix(hi, "%")); err == nil {
				s.to, err = s.read(hi, false)
			}
		}
		if !ok || err != nil || !(s.from < s.to) || s.unit == "%" && s.to > 1 {
			return s, usagef("sim: -sweep=%s: want two ends, the smaller first, such as %s=%s..%s", arg, name, s.write(s.from), s.write(s.to))
		}
		s.log = s.log && s.from > 0
		return s, nil
	}
	return sweep{}, usagef("sim: unknown parameter %q to sweep: want one of %s", name, strings.Join(names, ", "))
}

// read reads one end; percent says that it is a number of percents without the sign.
func (s sweep) read(text string, percent bool) (float64, error) {
	if s.unit == "s" {
		d, err := time.ParseDuration(text)
		return float64(d), err
	}
	number, sign := strings.CutSuffix(text, "%")
	x, err := strconv.ParseFloat(number, 64)
	if err == nil && (sign || percent) {
		x /= 100
	}
	return x, err
}

// write prints a value with its unit.
func (s sweep) write(x float64) string {
	switch s.unit {
	case "s":
		return strconv.FormatFloat(x/1e9, 'g', 3, 64) + "s"
	case "%":
		return strconv.FormatFloat(math.Round(1000*x)/10, 'f', -1, 64) + "%"
	}
	return strconv.FormatFloat(math.Round(100*x)/100, 'f', -1, 64)
}

// axis is x on an axis: seconds, percents or the number itself.
func (s sweep) axis(x float64) float64 {
	return map[string]float64{"s": x / 1e9, "%": 100 * x, "": x}[s.unit]
}

func (s sweep) axisName() string {
	return s.name + map[string]string{"s": " in seconds", "%": " in %", "": ""}[s.unit]
}

// values returns n values from one end to the other.
func (s sweep) values(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		f := float64(i) / float64(n-1)
		x := s.from + (s.to-s.from)*f
		if s.log {
			x = s.from * math.Pow(s.to/s.from, f)
		}
		switch {
		case s.unit == "s":
			x = math.Round(x/1e7) * 1e7
		case s.name == "clients":
			x = math.Round(x)
		}
		out[i] = x
	}
	return out
}

// leadingCap is the cap in the text of a policy: "min(60s, ".
var leadingCap = regexp.MustCompile(`min\(([0-9][0-9a-z.]*), `)

// apply returns p with the value x.
func (s sweep) apply(p simPolicy, x float64) (simPolicy, error) {
	switch s.name {
	case "jitter":
		p.policy = p.policy.HalfTo(x)
		return p, nil
	case "cap":
		text := p.policy.Text()
		if !leadingCap.MatchString(text) {
			return p, fmt.Errorf("sim: %s: no cap to sweep: want a policy with one, such as min(60s, 1s * pow(2, n))", p.name)
		}
		q, err := policy.Parse(leadingCap.ReplaceAllString(text, "min("+time.Duration(x).String()+", "))
		p.policy = q
		return p, err
	}
	copied := &simCall{conf: p.conf} // whose flags set its config
	fs := copied.flags()
	value := strconv.FormatFloat(x, 'f', -1, 64)
	if s.unit == "s" {
		value = time.Duration(x).String()
	}
	if s.name == "clients" {
		value = strconv.Itoa(int(x))
	}
	if err := fs.Set(s.name, value); err != nil {
		return p, err
	}
	copied.conf.Seeds = p.conf.Seeds
	p.conf = copied.conf
	return p, p.conf.Validate()
}

// runSweep simulates every policy at every point, and writes a table, a row per
// point, or a picture.
func (s *simCall) runSweep(ctx context.Context, c *call, ps []simPolicy) error {
	sw, err := parseSweep(s.sweep)
	if err != nil {
		return err
	}
	n := s.points
	if n == 0 {
		n = 21
	}
	if n < 2 || n > 1000 {
		return usagef("sim: points is %d, want 2 to 1000", n)
	}
	values := sw.values(n)
	var all []simPolicy
	for _, x := range values {
		for _, p := range ps {
			p.conf.Curve = false
			q, err := sw.apply(p, x)
			if err != nil {
				return err
			}
			if sw.name == "outage" && q.scenario == sim.Open {
				q.conf.Outage += q.conf.Warm
			}
			all = append(all, q)
		}
	}
	if err := s.run(ctx, c, all); err != nil {
		return err
	}
	w := bufio.NewWriter(c.stdout)
	if err := s.writeSweep(w, sw, values, ps, all); err != nil {
		return err
	}
	return w.Flush()
}

// writeSweep writes what came out: all holds the policies point by point.
func (s *simCall) writeSweep(w io.Writer, sw sweep, values []float64, ps, all []simPolicy) error {
	switch s.format {
	case "json":
		for i := range all {
			all[i].name += " " + sw.name + "=" + sw.write(values[i/len(ps)])
		}
		return writeSimJSON(w, all)
	case "tsv":
		fmt.Fprintf(w, "%s\tpolicy\trequests\tpeak_qps\tt50_s\tt99_s\tgave_up\n", sw.name)
		for i, p := range all {
			r := p.result
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", sw.write(values[i/len(ps)]), p.name, number(r.Sent, -1), number(r.Peak, -1), number(r.T50, -1), number(r.T99, -1), number(r.GaveUp, -1))
		}
		return nil
	case "svg":
		return chart.Stack(w, sweepCharts(sw, values, ps, all), "sweep")
	case "chart":
		for _, c := range sweepCharts(sw, values, ps, all) {
			if err := c.Text(w, s.width, 6); err != nil {
				return err
			}
			io.WriteString(w, "\n")
		}
	}
	fmt.Fprintf(w, "%s; means over seeds %s\n\n", setting(ps[0]), &s.seeds)
	writeAligned(w, sweepTable(sw, values, ps, all))
	return nil
}

// sweepMeasures are the two numbers that a sweep shows: the peak and the time,
// or what an open system does.
func sweepMeasures(sc sim.Scenario) [2]struct {
	head, title, unit string
	of                func(sim.Summary) float64
} {
	type measure = struct {
		head, title, unit string
		of                func(sim.Summary) float64
	}
	if sc == sim.Open {
		return [2]measure{
			{"done/s", "Operations done per second at the end", "operations per second", func(s sim.Summary) float64 { return s.Goodput }},
			{"load/s", "Requests per second at the end", "requests per second", func(s sim.Summary) float64 { return s.Load }},
		}
	}
	return [2]measure{
		{"peak/s", "Largest load after recovery", "requests per second", func(s sim.Summary) float64 { return s.Peak }},
		{"99 %", "Time until 99 % are served", "seconds; never is drawn at the horizon", func(s sim.Summary) float64 { return s.T99 }},
	}
}

func sweepTable(sw sweep, values []float64, ps, all []simPolicy) [][]string {
	ms := sweepMeasures(ps[0].scenario)
	rows := [][]string{{sw.name}}
	for _, p := range ps {
		for _, m := range ms {
			head := m.head
			if len(ps) > 1 {
				head = p.name + " " + head
			}
			rows[0] = append(rows[0], head)
		}
	}
	for i, x := range values {
		row := []string{sw.write(x)}
		for _, p := range all[i*len(ps) : (i+1)*len(ps)] {
			for _, m := range ms {
				cell := number(m.of(p.result), 0)
				if m.head == "99 %" {
					cell = seconds(p.result.T99)
				}
				row = append(row, cell)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func sweepCharts(sw sweep, values []float64, ps, all []simPolicy) []chart.Chart {
	var out []chart.Chart
	for _, m := range sweepMeasures(ps[0].scenario) {
		c := chart.Chart{Title: m.title + ", by " + sw.name, XLabel: sw.axisName(), YLabel: m.unit, Points: true, LogX: sw.log}
		c.Desc = c.Title
		for k, p := range ps {
			s := chart.Series{Name: p.name}
			for i, x := range values {
				q := all[i*len(ps)+k]
				y := m.of(q.result)
				if y < 0 {
					y = q.conf.Horizon.Seconds()
				}
				s.X, s.Y = append(s.X, sw.axis(x)), append(s.Y, y)
			}
			c.Series = append(c.Series, s)
		}
		out = append(out, c)
	}
	return out
}
