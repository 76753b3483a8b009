package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/chart"
	"github.com/retrylint/retrylint/internal/explain"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/report"
)

const explainHelp = `usage: retrylint explain [flags] rule
       retrylint explain [flags] file.go:line

Prints the page of a rule; or all about the retry site at a place: the policy as
it was read and where its numbers stand, the first waits, what is reported there and why, and what was
simulated for it, as it is and repaired.

flags:
`

// runExplain is the command explain.
func runExplain(ctx context.Context, c *call) error {
	fs := flag.NewFlagSet("explain", flag.ContinueOnError)
	svg := fs.Bool("svg", false, "print the curves as an SVG picture")
	html := fs.Bool("html", false, "print all of it as an HTML page")
	width := fs.Int("width", 100, "columns of the charts")
	var v vetFlags
	v.register(fs)
	if done, err := parseCommand(c, fs, explainHelp); done || err != nil {
		return err
	}
	if fs.NArg() != 1 {
		return usagef("explain: want one rule or one place, such as nojitter or client.go:57")
	}
	if *width < 40 || *width > 1000 {
		return usagef("explain: width is %d, want 40 to 1000", *width)
	}
	arg := fs.Arg(0)
	if !strings.Contains(arg, ".go") {
		return c.explainRule(arg)
	}
	r, s, err := c.siteAt(ctx, v, arg)
	if err != nil {
		return err
	}
	e := c.explanation(ctx, r, s)
	if ctx.Err() != nil {
		return errors.New("explain: interrupted")
	}
	w := bufio.NewWriter(c.stdout)
	switch {
	case *svg:
		err = e.writeSVG(w)
	case *html:
		err = e.page(ctx).Write(w)
	default:
		err = e.write(ctx, w, *width)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// explainRule prints the page of a rule.
func (c *call) explainRule(name string) error {
	known := slices.ContainsFunc(c.suite.all, func(a *analysis.Analyzer) bool { return a.Name == name })
	page, ok := rulePage(name)
	if !known || !ok {
		if near := nearest(name, c.suite.known()); near != "" {
			return usagef("explain: no rule is named %q (did you mean %q?)", name, near)
		}
		return usagef(`explain: no rule is named %q: "retrylint rules" lists them`, name)
	}
	_, err := io.WriteString(c.stdout, page)
	return err
}

// An explanation is all that is to be said about one site.
type explanation struct {
	run  *vetRun
	site *report.Site
	told []told
	// plain is what was simulated for a site without findings, if anything was.
	plain *shown
}

func (c *call) explanation(ctx context.Context, r *vetRun, s *report.Site) *explanation {
	e := &explanation{run: r, site: s}
	only := *r
	only.sites, only.findings = []*report.Site{s}, nil
	for _, f := range r.findings {
		if slices.ContainsFunc(s.Findings, func(g report.SiteFinding) bool { return g.Rule == f.Rule && g.At == f.Place.String() }) {
			only.findings = append(only.findings, f)
		}
	}
	e.told = c.tell(ctx, &only)
	if p, _ := s.Policy(); len(e.told) == 0 && p != nil && p.Known {
		if q, err := policy.Parse(p.Text); err == nil {
			if job, why := explain.Standard(q); why == "" {
				a := &shown{id: "q0", question: explain.Question{Scenario: job.Scenario, Before: q}}
				a.Comparison, a.ok = explain.Compare(a.question, true)
				if a.ok {
					e.plain = a
				}
			}
		}
	}
	return e
}

// shown returns everything simulated, each once.
func (e *explanation) shown() []*shown {
	var out []*shown
	for _, t := range e.told {
		if t.shown != nil && !slices.Contains(out, t.shown) {
			out = append(out, t.shown)
		}
	}
	if e.plain != nil {
		out = append(out, e.plain)
	}
	return out
}

func (e *explanation) writeSVG(w io.Writer) error {
	var all []chart.Chart
	for _, s := range e.shown() {
		if s.pictured() {
			all = append(all, pictures(s.policies())...)
		}
	}
	if len(all) == 0 {
		return errors.New("explain: nothing is simulated for this site: there is no picture")
	}
	return chart.Stack(w, all, "explain")
}

// facts says what was read of the site.
func (e *explanation) facts() [][2]string {
	s := e.site
	entry := entry{Site: s}
	out := [][2]string{
		{"site", s.Place.String() + ", " + s.Kind + " in " + s.Func},
		{"attempts", entry.attempt() + leaves(s.Remote)},
	}
	for _, w := range s.Waits {
		at := report.ParsePlace(w.At)
		at.File = report.Relative(e.run.dir, at.File)
		place := at.String()
		if w.Computed != "" {
			at := report.ParsePlace(w.Computed)
			at.File = report.Relative(e.run.dir, at.File)
			place += ", computed at " + at.String()
		}
		if w.Bare {
			place += "; nothing can interrupt it"
		}
		out = append(out, [2]string{"waits", place})
		for _, p := range w.Policies {
			out = append(out, [2]string{"policy", p.Text}, [2]string{"", p.Words})
			if len(p.Assumed) > 0 {
				out = append(out, [2]string{"", "not in the code, and assumed: " + strings.Join(p.Assumed, ", ")})
			}
			if len(p.First) > 0 {
				out = append(out, [2]string{"first waits", waits(p.First)})
			}
		}
	}
	for i, n := range s.Numbers {
		label := ""
		if i == 0 {
			label = "numbers"
		}
		out = append(out, [2]string{label, e.number(n)})
	}
	if why := s.Unknown(); why != "" {
		out = append(out, [2]string{"unknown", why})
	}
	return append(out, [2]string{"limits", entry.limits() + "; all waits together at worst: " + entry.worst()})
}

// number says where a number stands.
//
//	maxDelay (1m0s) at client.go:57:12, declared at client.go:12:2
func (e *explanation) number(n report.Number) string {
	place := func(s string) string {
		at := report.ParsePlace(s)
		at.File = report.Relative(e.run.dir, at.File)
		return at.String()
	}
	out := n.Text
	if n.Value != "" {
		out += " (" + n.Value + ")"
	}
	out += " at " + place(n.At)
	if n.Declared != "" {
		out += ", declared at " + place(n.Declared)
	}
	return out
}

func leaves(remote string) string {
	return map[string]string{"yes": ", which leaves the process", "possibly": ", which may leave the process", "no": ", which stays in the process"}[remote]
}

// waits prints ranges: "1s, 2s, 3s..4s".
func waits(rs []report.Range) string {
	var out []string
	for _, r := range rs {
		s := policy.Time(timeOf(r.Lo))
		if r.Hi != r.Lo {
			s += ".." + policy.Time(timeOf(r.Hi))
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// write writes the explanation for a terminal.
func (e *explanation) write(ctx context.Context, w io.Writer, width int) error {
	rows := e.facts()
	for _, r := range rows {
		fmt.Fprintf(w, "%-12s %s\n", r[0], r[1])
	}
	if len(e.told) == 0 {
		fmt.Fprintf(w, "\nNothing is reported here.\n")
	}
	for _, t := range e.told {
		fmt.Fprintf(w, "\n%s: %s\n\n", t.Place, t.Message)
		for _, l := range around(t.path, t.Line) {
			mark := " "
			if l.mark {
				mark = ">"
			}
			fmt.Fprintf(w, "%s %4d | %s\n", mark, l.n, l.text)
		}
		if why := t.why(); why != "" {
			fmt.Fprintf(w, "\n%s\n", wrap(why, width))
		}
		if err := writeShown(w, t.shown, width); err != nil {
			return err
		}
		if ps := t.protection(ctx); ps != nil {
			fmt.Fprintf(w, "\nWhere the server is busy, jitter does not decide, but what holds retries back:\n%s\n\n", setting(ps[0]))
			writeAligned(w, simTable(ps))
		}
		if len(t.Fixes) > 0 {
			if lines := diff(t.Fixes[0]); lines != nil {
				fmt.Fprintf(w, "\nThe repair (go vet -fix makes it): %s\n\n", t.Fixes[0].Message)
				for _, l := range lines {
					fmt.Fprintf(w, "%c %s\n", l.kind, l.text)
				}
			}
		}
		if t.rule != nil && t.rule.URL != "" {
			fmt.Fprintf(w, "\nretrylint explain %s, or %s\n", t.Rule, t.rule.URL)
		}
	}
	return writeShown(w, e.plain, width)
}

// writeShown writes what was simulated: curves and figures.
func writeShown(w io.Writer, s *shown, width int) error {
	if s == nil {
		return nil
	}
	ps := s.policies()
	fmt.Fprintf(w, "\n%s\n\n", setting(ps[0]))
	if s.pictured() {
		for _, c := range pictures(ps) {
			if err := c.Text(w, width, 5); err != nil {
				return err
			}
			io.WriteString(w, "\n")
		}
	}
	writeAligned(w, simTable(ps))
	return nil
}

// wrap breaks text into lines of at most width columns.
func wrap(text string, width int) string {
	var b strings.Builder
	n := 0
	for _, word := range strings.Fields(text) {
		switch {
		case n > 0 && n+1+len(word) > width:
			b.WriteByte('\n')
			n = 0
		case n > 0:
			b.WriteByte(' ')
			n++
		}
		b.WriteString(word)
		n += len(word)
	}
	return b.String()
}
