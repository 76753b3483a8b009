package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/explain"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/sim"
)

// vetFlags collects the flags that a command hands on to go vet.
type vetFlags struct{ args []string }

// register declares them on fs.
func (v *vetFlags) register(fs *flag.FlagSet) {
	for name, usage := range map[string]string{
		"enable":  "also run these `rules`, comma separated; all for every rule",
		"disable": "do not run these `rules`, comma separated",
		"tags":    "build `tags`, as for the go command",
		"mod":     "`mode` of module downloads, as for the go command",
		"modfile": "`file` in the place of go.mod, as for the go command",
	} {
		fs.Func(name, usage, func(s string) error {
			v.args = append(v.args, "-"+name+"="+s)
			return nil
		})
	}
	for _, name := range []string{"include-tests", "include-generated"} {
		fs.BoolFunc(name, strings.Replace(name, "include-", "look at ", 1)+" files too", func(s string) error {
			v.args = append(v.args, "-"+name+"="+s)
			return nil
		})
	}
}

// parseCommand parses the arguments of the command name; it reports done where
// help was asked for and printed.
func parseCommand(c *call, fs *flag.FlagSet, help string) (done bool, err error) {
	fs.SetOutput(io.Discard)
	err = fs.Parse(c.args)
	if errors.Is(err, flag.ErrHelp) {
		io.WriteString(c.stdout, help)
		fs.SetOutput(c.stdout)
		fs.PrintDefaults()
		return true, nil
	}
	if err != nil {
		return false, usagef("%s: %s", fs.Name(), err)
	}
	for _, p := range fs.Args() {
		if strings.HasPrefix(p, "-") && p != "-" {
			return false, usagef("%s: flag %s comes after an argument: write flags first", fs.Name(), p)
		}
	}
	return false, nil
}

// An entry is one site of the inventory, with what is simulated for it.
type entry struct {
	*report.Site
	text    string // of its policy, "" if none is known
	figures *sim.Summary
	why     string // there are no figures
}

// inventory reads the packages and simulates each policy once.
func (c *call) inventory(ctx context.Context, v vetFlags, patterns []string) (*vetRun, []entry, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	r, err := c.vet(ctx, dir, v.args, patterns)
	if err != nil {
		return nil, nil, err
	}
	if err := r.failed(c.stderr); err != nil {
		return nil, nil, err
	}
	entries := make([]entry, len(r.sites))
	for i, s := range r.sites {
		s.File = report.Relative(dir, s.File)
		entries[i] = entry{Site: s, why: s.Unknown()}
		if p, _ := s.Policy(); p != nil && entries[i].why == "" {
			entries[i].text = p.Text
		}
	}
	simulate(ctx, c.stderr, entries)
	if ctx.Err() != nil {
		return nil, nil, errors.New("interrupted")
	}
	return r, entries, nil
}

// simulate gives figures to all entries that can have them.
func simulate(ctx context.Context, progress io.Writer, entries []entry) {
	type run struct {
		summary *sim.Summary
		why     string
	}
	runs := map[string]*run{}
	var jobs []sim.Job
	var keys []string
	for _, e := range entries {
		if e.text == "" || runs[e.text] != nil {
			continue
		}
		r := &run{}
		runs[e.text] = r
		p, err := policy.Parse(e.text)
		if err != nil {
			r.why = "its policy is too involved to simulate"
			continue
		}
		var job sim.Job
		if job, r.why = explain.Standard(p); r.why != "" {
			continue
		}
		jobs, keys = append(jobs, job), append(keys, e.text)
	}
	m := newMeter(progress)
	for i, o := range sim.Batch(ctx, jobs, m.tell) {
		if o.Err != nil {
			runs[keys[i]].why = strings.TrimPrefix(o.Err.Error(), "sim: ")
			continue
		}
		runs[keys[i]].summary = &o.Summary
	}
	m.clear()
	for i, e := range entries {
		if r := runs[e.text]; r != nil {
			entries[i].figures, entries[i].why = r.summary, r.why
		}
	}
}

// verdict says what the rules say of it: their names, or that there is nothing.
func (e entry) verdict() string {
	var names []string
	for _, f := range e.Findings {
		if !slices.Contains(names, f.Rule) {
			names = append(names, f.Rule)
		}
	}
	switch {
	case len(names) > 0:
		return strings.Join(names, ", ")
	case e.why != "" && e.text == "":
		return "unknown"
	}
	return "ok"
}

// policyText is the text of the policy, or why there is none.
func (e entry) policyText() string {
	if p, _ := e.Policy(); p != nil {
		return p.Text
	}
	return "(" + e.Unknown() + ")"
}

// more says that the delay may follow other policies too: " (or 2 others)".
func (e entry) more() string {
	if _, others := e.Policy(); others > 0 {
		return fmt.Sprintf(" (or %s)", count(others, "other"))
	}
	return ""
}

// limits says what ends the retries: "8 attempts", "5m", "none", "unknown".
func (e entry) limits() string {
	p, _ := e.Policy()
	if p == nil {
		return "unknown"
	}
	var out []string
	if p.Attempts > 0 {
		out = append(out, count(p.Attempts, "attempt"))
	}
	if p.Elapsed > 0 {
		out = append(out, policy.Time(timeOf(p.Elapsed)))
	}
	switch {
	case len(out) > 0:
		return strings.Join(out, ", ")
	case p.Attempts < 0:
		return "unknown"
	}
	return "none"
}

// halfWidth is that of the jitter, or "unknown".
func (e entry) halfWidth() string {
	p, _ := e.Policy()
	if p == nil || p.HalfWidth < 0 {
		return "unknown"
	}
	return fmt.Sprintf("%.2f", p.HalfWidth)
}

// worst is the longest that all waits together take.
func (e entry) worst() string {
	p, _ := e.Policy()
	switch {
	case p == nil || !p.Known || p.Attempts < 0:
		return "unknown"
	case p.Total == nil:
		return "no end"
	}
	return policy.Time(timeOf(p.Total.Hi))
}
