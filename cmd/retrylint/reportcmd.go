package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/page"
	"github.com/retrylint/retrylint/internal/report"
)

const reportHelp = `usage: retrylint report [flags] packages

Writes one HTML page that needs nothing else: the findings by rule, with the code
around them and what was simulated, and every retry site in a table that can be
sorted and filtered.

flags:
`

// runReport is the command report.
func runReport(ctx context.Context, c *call) error {
	fs := flag.NewFlagSet("report", flag.ContinueOnError)
	out := fs.String("o", "", "write to this `file` and not to standard output")
	var v vetFlags
	v.register(fs)
	if done, err := parseCommand(c, fs, reportHelp); done || err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return usagef(`report: no packages named: say which, as in "retrylint report -o report.html ./..."`)
	}
	r, entries, err := c.inventory(ctx, v, fs.Args())
	if err != nil {
		return err
	}
	ts := c.tell(ctx, r)
	p := reportPage(ctx, r, entries, ts)
	if ctx.Err() != nil {
		return errors.New("report: interrupted")
	}
	if *out == "" {
		return writePage(c.stdout, p)
	}
	return writeFile(*out, func(w io.Writer) error { return writePage(w, p) })
}

func writePage(w io.Writer, p *page.Page) error {
	b := bufio.NewWriter(w)
	if err := p.Write(b); err != nil {
		return err
	}
	return b.Flush()
}

// reportPage puts the page together.
func reportPage(ctx context.Context, r *vetRun, entries []entry, ts []told) *page.Page {
	m := newPageMaker("Retries in " + modulePath(r.dir))
	ids := map[*report.Site]string{}
	found, known := 0, 0
	for i, e := range entries {
		ids[e.Site] = siteID(i)
		if len(e.Findings) > 0 {
			found++
		}
		if e.text != "" {
			known++
		}
	}
	m.page.Lead = "What retrylint read and what it found. A figure is what 2000 clients that run the policy do to a server that comes back after an outage."
	m.page.Stats = []page.Stat{
		{Number: strconv.Itoa(len(entries)), Label: "retry sites"},
		{Number: strconv.Itoa(known), Label: "with a policy that could be read"},
		{Number: strconv.Itoa(found), Label: "with findings", Bad: found > 0},
		{Number: strconv.Itoa(len(ts)), Label: "findings", Bad: len(ts) > 0},
	}
	m.findings(ctx, ts, func(s *report.Site) string { return ids[s] })
	m.inventory(entries)
	return m.page
}

// modulePath is the path of the module in dir, or the name of the directory.
func modulePath(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		data, err := os.ReadFile(filepath.Join(d, "go.mod"))
		if err == nil {
			for line := range strings.Lines(string(data)) {
				var name string
				if n, _ := fmt.Sscanf(line, "module %s", &name); n == 1 {
					return name
				}
			}
		}
		if d == filepath.Dir(d) {
			return filepath.Base(dir)
		}
	}
}
