package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/sim"
)

const policiesHelp = `usage: retrylint policies [flags] packages

Lists every retry site of the packages, with or without findings: where it is,
what is attempted, the policy as it was read, its limits, the half-width of its
jitter, how long all its waits take at worst, and what it does to a server when
2000 clients run it: the highest load after recovery, and the time until 99 % are
served. What could not be read says so.

A policy as it is printed is one that "retrylint sim" takes.

flags:
`

// sortings are the orders of the inventory, by the name of the column.
var sortings = map[string]func(a, b entry) int{
	"place":   func(a, b entry) int { return 0 },
	"attempt": func(a, b entry) int { return cmp.Compare(a.Attempt, b.Attempt) },
	"policy":  func(a, b entry) int { return cmp.Compare(a.policyText(), b.policyText()) },
	"width":   func(a, b entry) int { return cmp.Compare(width(a), width(b)) },
	"worst":   func(a, b entry) int { return -cmp.Compare(total(a), total(b)) },
	"peak": func(a, b entry) int {
		return -cmp.Compare(figure(a, func(s sim.Summary) float64 { return s.Peak / s.Config.Capacity }), figure(b, func(s sim.Summary) float64 { return s.Peak / s.Config.Capacity }))
	},
	"time":    func(a, b entry) int { return -cmp.Compare(timeTo99(a), timeTo99(b)) },
	"verdict": func(a, b entry) int { return cmp.Compare(rank(a), rank(b)) },
}

func width(e entry) float64 {
	if p, _ := e.Policy(); p != nil && p.HalfWidth >= 0 {
		return p.HalfWidth
	}
	return 2
}

func total(e entry) int64 {
	if p, _ := e.Policy(); p != nil && p.Known && p.Attempts >= 0 {
		if p.Total == nil {
			return 1<<63 - 1
		}
		return p.Total.Hi
	}
	return -1
}

func figure(e entry, of func(sim.Summary) float64) float64 {
	if e.figures == nil {
		return -1
	}
	return of(*e.figures)
}

// timeTo99 is the time to 99 % in outages; never is longest.
func timeTo99(e entry) float64 {
	return figure(e, func(s sim.Summary) float64 {
		if s.T99 < 0 {
			return 1e9
		}
		return s.T99 / s.Config.Outage.Seconds()
	})
}

// rank puts what has findings first, and what is unknown last.
func rank(e entry) string {
	switch v := e.verdict(); v {
	case "ok":
		return "1"
	case "unknown":
		return "2"
	default:
		return "0" + v
	}
}

// runPolicies is the command policies.
func runPolicies(ctx context.Context, c *call) error {
	fs := flag.NewFlagSet("policies", flag.ContinueOnError)
	format := fs.String("format", "table", "table, csv or json")
	order := fs.String("sort", "place", "`column` to sort by: place, attempt, policy, width, worst, peak, time or verdict")
	var v vetFlags
	v.register(fs)
	if done, err := parseCommand(c, fs, policiesHelp); done || err != nil {
		return err
	}
	by, ok := sortings[*order]
	if !ok {
		return usagef("policies: cannot sort by %q: want place, attempt, policy, width, worst, peak, time or verdict", *order)
	}
	if !slices.Contains([]string{"table", "csv", "json"}, *format) {
		return usagef("policies: unknown format %q: want table, csv or json", *format)
	}
	if fs.NArg() == 0 {
		return usagef(`policies: no packages named: say which, as in "retrylint policies ./..."`)
	}
	_, entries, err := c.inventory(ctx, v, fs.Args())
	if err != nil {
		return err
	}
	slices.SortStableFunc(entries, by)
	w := bufio.NewWriter(c.stdout)
	switch *format {
	case "csv":
		err = writePoliciesCSV(w, entries)
	case "json":
		err = writePoliciesJSON(w, entries)
	default:
		writePolicies(w, entries)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

var policyHeads = []string{"place", "attempt", "policy", "limits", "half-width", "worst wait", "outage", "peak/capacity", "99 %", "verdict"}

// row is an entry in the columns of policyHeads.
func (e entry) row() []string {
	out := []string{e.Place.String(), e.attempt(), e.policyText(), e.limits(), e.halfWidth(), e.worst()}
	if s := e.figures; s != nil {
		end := "never"
		switch {
		case s.GaveUp > 0.01*float64(s.Config.Clients):
			end = fmt.Sprintf("%.0f%% give up", 100*s.GaveUp/float64(s.Config.Clients))
		case s.T99 >= 0:
			end = strconv.FormatFloat(s.T99, 'g', 3, 64) + "s"
		}
		out = append(out, outageOf(s), fmt.Sprintf("%.1f", s.Peak/s.Config.Capacity), end)
	} else {
		out = append(out, "", "", "")
	}
	return append(out, e.verdict())
}

func outageOf(s *sim.Summary) string {
	return strconv.FormatFloat(s.Config.Outage.Seconds(), 'g', 2, 64) + "s"
}

// attempt says what is attempted, with its method.
func (e entry) attempt() string {
	what := e.Attempt
	if what == "" {
		what = "(" + e.Kind + ")"
	}
	if e.Method != "" {
		what = e.Method + " " + what
	}
	return what
}

// writePolicies writes two lines for each site: a line of figures, and the policy.
func writePolicies(w io.Writer, entries []entry) {
	if len(entries) == 0 {
		fmt.Fprintln(w, "no retry sites read")
		return
	}
	rows := [][]string{{"place", "half-width", "worst wait", "outage", "peak/capacity", "99 %", "verdict"}}
	for _, e := range entries {
		r := e.row()
		rows = append(rows, []string{r[0], r[4], r[5], r[6], r[7], r[8], r[9]})
	}
	var b strings.Builder
	writeAligned(&b, rows)
	lines := strings.Split(b.String(), "\n")
	fmt.Fprintln(w, lines[0])
	for i, e := range entries {
		r := e.row()
		fmt.Fprintf(w, "%s\n    %s: %s%s\n", strings.TrimRight(lines[i+1], " "), r[1], r[2], e.more())
		if e.text != "" && e.why != "" {
			fmt.Fprintf(w, "    no figures: %s\n", e.why)
		}
	}
	found, known := 0, 0
	for _, e := range entries {
		if len(e.Findings) > 0 {
			found++
		}
		if e.text != "" {
			known++
		}
	}
	fmt.Fprintf(w, "\n%s, %d with a policy that could be read, %d with findings\n", count(len(entries), "retry site"), known, found)
}

func writePoliciesCSV(w io.Writer, entries []entry) error {
	out := csv.NewWriter(w)
	out.Write(append(slices.Clone(policyHeads), "why no figures"))
	for _, e := range entries {
		out.Write(append(e.row(), e.why))
	}
	out.Flush()
	return out.Error()
}

// A policyJSON is a site in -format=json. Times are seconds, -1 for never.
type policyJSON struct {
	Place string `json:"place"`
	*report.Site
	Verdict string  `json:"verdict"`
	Why     string  `json:"whyNoFigures,omitempty"`
	Outage  float64 `json:"outage_s,omitempty"`
	Peak    float64 `json:"peakOverCapacity,omitempty"`
	T99     float64 `json:"t99_s,omitempty"`
	GaveUp  float64 `json:"gaveUpShare,omitempty"`
}

func writePoliciesJSON(w io.Writer, entries []entry) error {
	out := make([]policyJSON, 0, len(entries))
	for _, e := range entries {
		p := policyJSON{Place: e.Place.String(), Site: e.Site, Verdict: e.verdict(), Why: e.why}
		if s := e.figures; s != nil {
			p.Outage, p.Peak, p.T99 = s.Config.Outage.Seconds(), s.Peak/s.Config.Capacity, s.T99
			p.GaveUp = s.GaveUp / float64(s.Config.Clients)
		}
		out = append(out, p)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func timeOf(ns int64) time.Duration { return time.Duration(ns) }
