package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/retrylint/retrylint/internal/chart"
	"github.com/retrylint/retrylint/internal/sim"
)

// write writes the results in the format asked for.
func (s *simCall) write(w io.Writer, ps []simPolicy) error {
	switch s.format {
	case "tsv":
		writeRuns(w, ps)
		return nil
	case "json":
		return writeSimJSON(w, ps)
	case "svg":
		return chart.Stack(w, pictures(ps), "sim")
	}
	fmt.Fprintf(w, "%s; means over seeds %s\n\n", setting(ps[0]), &s.seeds)
	if s.format == "chart" {
		for _, c := range pictures(ps) {
			if err := c.Text(w, s.width, 6); err != nil {
				return err
			}
			io.WriteString(w, "\n")
		}
	}
	writeAligned(w, simTable(ps))
	for _, line := range remarks(ps, s.fit) {
		fmt.Fprintf(w, "\n%s", line)
	}
	if len(remarks(ps, s.fit)) > 0 {
		io.WriteString(w, "\n")
	}
	return nil
}

// pictures returns the charts of the results.
func pictures(ps []simPolicy) []chart.Chart {
	var runs []chart.Run
	for _, p := range ps {
		runs = append(runs, chart.Run{Name: p.name, Result: p.result})
	}
	return chart.Pictures(ps[0].scenario, runs)
}

// setting says what the policies meet.
func setting(p simPolicy) string {
	c := p.conf
	capacity := number(math.Round(c.Capacity*100)/100, -1)
	switch p.scenario {
	case sim.Open:
		return fmt.Sprintf("%s operations/s at a server good for %s requests/s that is down from %s to %s; patience %s",
			number(c.Rate, -1), capacity, short(c.Warm), short(c.Outage), short(c.Timeout))
	case sim.LostReply:
		return fmt.Sprintf("%d clients, server good for %s requests/s, %s%% of its replies lost", c.Clients, capacity, number(100*c.Lost, -1))
	case sim.Permanent:
		return fmt.Sprintf("%d clients, server good for %s requests/s, %s%% of the requests can never succeed; for %s", c.Clients, capacity, number(100*c.Doomed, -1), short(c.Horizon))
	}
	return fmt.Sprintf("%d clients, server down for %s, then good for %s requests/s", c.Clients, short(c.Outage), capacity)
}

// A simColumn is one column of the table.
type simColumn struct {
	head string
	cell func(sim.Summary) string
	// sometimes says that the column is shown only where some policy has a value.
	sometimes func(sim.Summary) bool
}

func counted(head string, of func(sim.Summary) float64, sometimes bool) simColumn {
	c := simColumn{head: head, cell: func(s sim.Summary) string { return number(of(s), 0) }}
	if sometimes {
		c.sometimes = func(s sim.Summary) bool { return of(s) > 0 }
	}
	return c
}

// simColumns returns the columns that a scenario is about.
func simColumns(sc sim.Scenario) []simColumn {
	sent := counted("requests", func(s sim.Summary) float64 { return s.Sent }, false)
	total := counted("requests", func(s sim.Summary) float64 { return s.Total }, false)
	peak := counted("peak/s", func(s sim.Summary) float64 { return s.Peak }, false)
	t50 := simColumn{head: "50 % done", cell: func(s sim.Summary) string { return seconds(s.T50) }}
	t99 := simColumn{head: "99 % done", cell: func(s sim.Summary) string { return seconds(s.T99) }}
	gaveUp := counted("gave up", func(s sim.Summary) float64 { return s.GaveUp }, true)
	held := counted("held back", func(s sim.Summary) float64 { return s.Held }, true)
	wasted := counted("for nobody", func(s sim.Summary) float64 { return s.Wasted }, false)
	switch sc {
	case sim.Abandon:
		return []simColumn{sent, peak, t50, t99, wasted, gaveUp, held}
	case sim.LostReply:
		return []simColumn{sent, counted("duplicates per 10,000", func(s sim.Summary) float64 { return s.DuplicatesPer(10_000) }, false), gaveUp, held}
	case sim.Permanent:
		share := simColumn{head: "share", cell: func(s sim.Summary) string { return number(100*s.Wasted/max(1, s.Sent), 0) + " %" }}
		return []simColumn{sent, counted("for nothing", func(s sim.Summary) float64 { return s.Wasted }, false), share, t99, gaveUp, held}
	case sim.Hot, sim.Layers:
		return []simColumn{total, peak, t50, t99, gaveUp, held}
	case sim.Open:
		return []simColumn{
			total,
			counted("load/s", func(s sim.Summary) float64 { return s.Load }, false),
			counted("done/s", func(s sim.Summary) float64 { return s.Goodput }, false),
			{head: "settled", cell: func(s sim.Summary) string { return seconds(s.Settled) }},
			wasted, gaveUp, held,
		}
	}
	return []simColumn{sent, peak, t50, t99, gaveUp, held}
}

// simTable returns the means as rows, the heading first.
func simTable(ps []simPolicy) [][]string {
	rows := make([][]string, len(ps)+1)
	rows[0] = []string{"policy"}
	for i, p := range ps {
		rows[i+1] = []string{p.name}
	}
	for _, c := range simColumns(ps[0].scenario) {
		shown := c.sometimes == nil
		for _, p := range ps {
			shown = shown || c.sometimes(p.result)
		}
		if !shown {
			continue
		}
		rows[0] = append(rows[0], c.head)
		for i, p := range ps {
			rows[i+1] = append(rows[i+1], c.cell(p.result))
		}
	}
	return rows
}

// remarks returns lines that say what a table does not say by itself.
func remarks(ps []simPolicy, fit bool) []string {
	var out []string
	lost := 0
	for _, p := range ps {
		if p.scenario != sim.Open && p.result.GaveUp > 0.5*float64(p.conf.Clients) {
			lost++
		}
	}
	if lost > 0 && !fit {
		out = append(out, "Most clients gave up before the server was back. With -fit the outage is one that each policy lives through.")
	}
	return out
}

// writeRuns writes a row per policy and seed, in the columns of the published data.
func writeRuns(w io.Writer, ps []simPolicy) {
	more := ps[0].scenario != sim.Herd && ps[0].scenario != sim.RetryAfter
	io.WriteString(w, "policy\tseed\tsent_after_recovery\tpeak_qps\tdone\tt50_ms\tt99_ms")
	if more {
		io.WriteString(w, "\ttotal\tgave_up\theld\tleft\twasted\tduplicates\tgoodput_qps\tload_qps\tsettled_ms")
	}
	io.WriteString(w, "\n")
	for _, p := range ps {
		for _, r := range p.result.Runs {
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%d\t%d\t%d",
				p.name, r.Seed, r.Sent, number(r.Peak, -1), r.Done, millis(r.T50), millis(r.T99))
			if more {
				fmt.Fprintf(w, "\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%d", r.Total, r.GaveUp, r.Held, r.Left, r.Wasted, r.Duplicates,
					number(r.Goodput, -1), number(r.Load, -1), millis(r.Settled))
			}
			io.WriteString(w, "\n")
		}
	}
}

// simJSON is what -format=json prints for a policy. Times are seconds, -1 for never.
type simJSON struct {
	Policy   string       `json:"policy"`
	Text     string       `json:"text"`
	Scenario string       `json:"scenario"`
	Clients  int          `json:"clients"`
	Capacity float64      `json:"capacity_per_s"`
	Outage   float64      `json:"outage_s"`
	Mean     countsJSON   `json:"mean"`
	Runs     []countsJSON `json:"runs"`
}

type countsJSON struct {
	Seed       *uint32 `json:"seed,omitempty"`
	Total      float64 `json:"requests"`
	Sent       float64 `json:"requests_after_recovery"`
	Peak       float64 `json:"peak_per_s"`
	T50        float64 `json:"t50_s"`
	T99        float64 `json:"t99_s"`
	GaveUp     float64 `json:"gave_up"`
	Held       float64 `json:"held_back,omitempty"`
	Wasted     float64 `json:"wasted,omitempty"`
	Duplicates float64 `json:"duplicates,omitempty"`
	Goodput    float64 `json:"done_per_s,omitempty"`
	Load       float64 `json:"load_per_s,omitempty"`
	Settled    float64 `json:"settled_s"`
}

func writeSimJSON(w io.Writer, ps []simPolicy) error {
	out := make([]simJSON, 0, len(ps))
	for _, p := range ps {
		s, c := p.result, p.conf
		j := simJSON{Policy: p.name, Text: p.policy.Text(), Scenario: p.scenario.String(),
			Clients: c.Clients, Capacity: c.Capacity, Outage: c.Outage.Seconds(), Mean: counts(s)}
		for i, r := range s.Runs {
			run := counts(sim.Mean(c, s.Runs[i:i+1]))
			run.Seed = &r.Seed
			j.Runs = append(j.Runs, run)
		}
		out = append(out, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func counts(s sim.Summary) countsJSON {
	return countsJSON{Total: s.Total, Sent: s.Sent, Peak: s.Peak, T50: s.T50, T99: s.T99, GaveUp: s.GaveUp, Held: s.Held,
		Wasted: s.Wasted, Duplicates: s.Duplicates, Goodput: s.Goodput, Load: s.Load, Settled: s.Settled}
}

func millis(d time.Duration) int64 {
	if d == sim.Never {
		return -1
	}
	return d.Milliseconds()
}

func seconds(s float64) string {
	if s < 0 {
		return "never"
	}
	return number(s, 1) + " s"
}

func number(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// short prints d without the parts that are zero: 30s, 5m.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// writeAligned writes rows in columns: the first to the left, numbers to the right.
func writeAligned(w io.Writer, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				fmt.Fprint(w, cell, pad)
			} else {
				fmt.Fprint(w, "   ", pad, cell)
			}
		}
		fmt.Fprintln(w)
	}
}
