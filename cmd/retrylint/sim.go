package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

const simHelp = `usage: retrylint sim [flags] [policy ...]

Simulates clients that fail together at a server that is down and comes back,
under each of the policies: names of the published comparison (all of them where
none is given) or policies as text, such as "min(60s, 1s * pow(2, n)) * (0.9 + 0.2*r)",
with n the failures so far, r a draw in [0,1), prev the last delay, ra the
server's Retry-After.

flags:
`

// runSim is the command sim.
func runSim(ctx context.Context, c *call) error {
	conf := sim.Base()
	seeds := seedList(conf.Seeds)
	format := "table"
	fs := flag.NewFlagSet("sim", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&format, "format", format, "table, or tsv with a row per seed")
	fs.Var(&seeds, "seeds", "seeds of the runs, such as 1-5,206-210")
	fs.IntVar(&conf.Clients, "clients", conf.Clients, "number of clients")
	fs.DurationVar(&conf.Outage, "outage", conf.Outage, "time at which the server comes back")
	fs.DurationVar(&conf.Spread, "spread", conf.Spread, "time within which the clients send first")
	fs.Float64Var(&conf.Capacity, "capacity", conf.Capacity, "requests/s that the server serves")
	fs.DurationVar(&conf.Horizon, "horizon", conf.Horizon, "time at which a run ends")
	if err := fs.Parse(c.args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			io.WriteString(c.stdout, simHelp)
			fs.SetOutput(c.stdout)
			fs.PrintDefaults()
			return nil
		}
		return usagef("sim: %s", err)
	}
	if format != "table" && format != "tsv" {
		return usagef("sim: unknown format %q: want table or tsv", format)
	}
	conf.Seeds = seeds
	if err := conf.Validate(); err != nil {
		return usageError{err.Error()}
	}
	ps, err := simPolicies(fs.Args())
	if err != nil {
		return err
	}
	for i := range ps {
		scenario := sim.Herd
		if ps[i].policy.Server() {
			scenario = sim.RetryAfter
		}
		if ps[i].result, err = sim.RunAll(ctx, scenario, ps[i].policy, conf); err != nil {
			return fmt.Errorf("sim: %s: %w", ps[i].name, err)
		}
	}
	w := bufio.NewWriter(c.stdout)
	if format == "tsv" {
		writeRuns(w, ps)
	} else {
		fmt.Fprintf(w, "%d clients, server down for %s, then good for %s requests/s; means over seeds %s\n\n",
			conf.Clients, short(conf.Outage), number(conf.Capacity, -1), &seeds)
		writeAligned(w, simTable(ps))
	}
	return w.Flush()
}

// A simPolicy is one line of the comparison.
type simPolicy struct {
	name   string // as asked for
	policy *policy.Policy
	result sim.Summary
}

// simPolicies reads names of the published comparison and policy texts.
func simPolicies(args []string) ([]simPolicy, error) {
	if len(args) == 0 {
		args = sim.Names()
	}
	var ps []simPolicy
	for _, arg := range args {
		text, named := sim.Named(arg)
		if !named {
			text = arg
		}
		p, err := policy.Parse(text)
		if err != nil {
			if near := nearest(arg, sim.Names()); near != "" {
				return nil, usagef("sim: unknown policy %q (did you mean %q?)", arg, near)
			}
			return nil, usagef("sim: %q is neither the name of a policy (%s) nor the text of one: %s",
				arg, strings.Join(sim.Names(), ", "), err)
		}
		ps = append(ps, simPolicy{name: arg, policy: p})
	}
	return ps, nil
}

// writeRuns writes a row per policy and seed, in the columns of the published data.
func writeRuns(w io.Writer, ps []simPolicy) {
	fmt.Fprintln(w, "policy\tseed\tsent_after_recovery\tpeak_qps\tdone\tt50_ms\tt99_ms")
	for _, p := range ps {
		for _, r := range p.result.Runs {
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%d\t%d\t%d\n",
				p.name, r.Seed, r.Sent, number(r.Peak, -1), r.Done, millis(r.T50), millis(r.T99))
		}
	}
}

func millis(d time.Duration) int64 {
	if d == sim.Never {
		return -1
	}
	return d.Milliseconds()
}

// simTable returns the means as rows, the heading first.
func simTable(ps []simPolicy) [][]string {
	limited := false
	for _, p := range ps {
		limited = limited || p.result.GaveUp > 0
	}
	rows := [][]string{{"policy", "requests", "peak/s", "50 % done", "99 % done"}}
	if limited {
		rows[0] = append(rows[0], "gave up")
	}
	for _, p := range ps {
		r := p.result
		row := []string{p.name, number(r.Sent, 0), number(r.Peak, 0), seconds(r.T50), seconds(r.T99)}
		if limited {
			row = append(row, number(r.GaveUp, 0))
		}
		rows = append(rows, row)
	}
	return rows
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

// seedList is a flag that holds seeds: numbers and ranges, comma separated.
type seedList []uint32

// maxSeeds bounds the runs that one command line can ask for.
const maxSeeds = 100_000

// Set reads "1-5,206-210".
func (l *seedList) Set(s string) error {
	var out seedList
	for part := range strings.SplitSeq(s, ",") {
		lo, hi, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			hi = lo
		}
		from, err := strconv.ParseUint(lo, 10, 32)
		if err != nil {
			return fmt.Errorf("%q is no seed: want a number from 0 to 4294967295", lo)
		}
		to, err := strconv.ParseUint(hi, 10, 32)
		if err != nil {
			return fmt.Errorf("%q is no seed: want a number from 0 to 4294967295", hi)
		}
		if to < from {
			return fmt.Errorf("the range %s goes down", part)
		}
		if to-from >= maxSeeds || len(out)+int(to-from) >= maxSeeds {
			return fmt.Errorf("more than %d seeds", maxSeeds)
		}
		for seed := from; seed <= to; seed++ {
			out = append(out, uint32(seed))
		}
	}
	*l = out
	return nil
}

// String prints the seeds with runs of them as ranges.
func (l *seedList) String() string {
	var parts []string
	for i := 0; i < len(*l); {
		j := i
		for j+1 < len(*l) && (*l)[j+1] == (*l)[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint((*l)[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", (*l)[i], (*l)[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ",")
}
