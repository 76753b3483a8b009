package main

import (
	"go/token"
	"strconv"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// sitesName is the analyzer under which the retry sites that were read travel
// from the tool to the front end: as diagnostics, which are all that the go
// command hands on. Each message is a report.Site.
const sitesName = "retrysites"

// siteAnalyzer returns the analyzer that reports each retry site read, where
// the front end has asked for them.
func (s *suite) siteAnalyzer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     sitesName,
		Doc:      "for the front end of retrylint: report the retry sites read, with -sites",
		Requires: []*analysis.Analyzer{retrysite.Analyzer},
		Run: func(pass *analysis.Pass) (_ any, err error) {
			defer recovered(&err)
			res, _ := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
			if !s.sites || res == nil {
				return nil, nil
			}
			look := rule.NewLookup(pass)
			for _, site := range res.Sites {
				if pos := placeOf(site); looksAt(pass, pos) {
					out := describe(pass.Fset, site)
					out.Findings = s.findingsAt(pass.Fset, look, site)
					pass.Report(analysis.Diagnostic{Pos: pos, Message: out.Encode()})
				}
			}
			return nil, nil
		},
	}
}

// findingsAt returns what the rules that are switched on find at a site.
func (s *suite) findingsAt(fset *token.FileSet, look rule.Lookup, site *retrysite.Site) []report.SiteFinding {
	var out []report.SiteFinding
	for _, a := range s.all {
		r := rule.Of(a)
		if r == nil || !s.selected(a.Name) {
			continue
		}
		for _, f := range look.At(r, site) {
			g := report.SiteFinding{Rule: r.Name, At: fset.Position(f.At.Pos()).String(), Fault: first(f.Fault), Write: first(f.Write)}
			if f.Simulated() {
				g.Scenario, g.Before, g.Remedy, g.Inner = f.Scenario.String(), text(f.Before), text(f.Remedy), text(f.Inner)
			}
			out = append(out, g)
		}
	}
	return out
}

func first(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

func text(p *policy.Policy) string {
	if p == nil {
		return ""
	}
	return p.Text()
}

var kinds = map[retrysite.SiteKind]string{
	retrysite.Loop: "loop", retrysite.Recursion: "recursion", retrysite.Reschedule: "reschedule",
	retrysite.DelayFunc: "delay function", retrysite.Library: "library", retrysite.Call: "call",
}

var remotes = map[retrysite.Remote]string{
	retrysite.RemoteUnknown: "unknown", retrysite.Local: "no", retrysite.Possibly: "possibly", retrysite.Certainly: "yes",
}

// describe returns what a site says, in words and numbers.
func describe(fset *token.FileSet, s *retrysite.Site) *report.Site {
	out := &report.Site{
		Func:    s.Func,
		Kind:    kinds[s.Kind],
		Attempt: s.Attempt.Name,
		Remote:  remotes[s.Attempt.Remote],
	}
	if s.Attempt.HTTP != nil {
		out.Method = s.Attempt.HTTP.MethodName
	}
	file := fset.Position(placeOf(s)).Filename
	span := func(r retrysite.Range) {
		for _, pos := range []token.Pos{r.Start, r.Finish} {
			p := fset.Position(pos)
			if !pos.IsValid() || p.Filename != file {
				continue
			}
			if out.First == 0 || p.Line < out.First {
				out.First = p.Line
			}
			out.Last = max(out.Last, p.Line)
		}
	}
	span(s.Header)
	span(s.Attempt.Range)
	for _, w := range s.Waits {
		span(w.Range)
		wait := report.Wait{At: fset.Position(w.Pos()).String(), Bare: w.Bare}
		if w.Computed.IsValid() {
			wait.Computed = fset.Position(w.Computed.Pos()).String()
		}
		for _, p := range w.Policies {
			if p != nil {
				wait.Policies = append(wait.Policies, describePolicy(p))
			}
		}
		out.Waits = append(out.Waits, wait)
	}
	if len(s.Under) > 0 {
		// Have: retryutil.Do(5, time.Second, op), which waits in another package
		wait := report.Wait{At: fset.Position(s.Header.Pos()).String()}
		for _, u := range s.Under {
			wait.Policies = append(wait.Policies, describePolicy(u.Policy))
		}
		out.Waits = append(out.Waits, wait)
	}
	for _, n := range s.Numbers() {
		out.Numbers = append(out.Numbers, describeNumber(fset, n))
	}
	return out
}

// describeNumber returns a number of the source, with its value where that
// needs saying.
func describeNumber(fset *token.FileSet, n retrysite.Number) report.Number {
	out := report.Number{Text: n.Text, Value: strconv.FormatFloat(n.Value, 'g', -1, 64), At: fset.Position(n.Pos()).String()}
	if n.Time {
		out.Value = policy.Time(time.Duration(n.Value))
	}
	if out.Value == out.Text {
		out.Value = ""
	}
	if n.Declared.IsValid() {
		out.Declared = fset.Position(n.Declared).String()
	}
	return out
}

// firstWaits is how many waits of a policy are shown.
const firstWaits = 8

func describePolicy(p *policy.Policy) report.Policy {
	out := report.Policy{
		Text: p.Text(), Words: p.Describe(), Known: p.Known(), HalfWidth: -1,
		Elapsed: int64(p.Elapsed), Server: p.Server(),
	}
	if n, known := p.MaxAttempts(); known {
		out.Attempts = n
	} else {
		out.Attempts = -1
	}
	if !out.Known {
		return out
	}
	out.Assumed = p.Assumed()
	if w, ok := p.HalfWidth(); ok {
		out.HalfWidth = w
	}
	if lo, hi, ok := p.TotalWait(); ok {
		out.Total = &report.Range{Lo: int64(lo), Hi: int64(hi)}
	}
	for _, b := range p.Bounds(firstWaits) {
		out.First = append(out.First, report.Range{Lo: int64(b.Lo), Hi: int64(b.Hi)})
	}
	return out
}

// placeOf returns where a site is found: no two sites share it.
func placeOf(s *retrysite.Site) token.Pos {
	if s.Header.IsValid() {
		return s.Header.Pos()
	}
	for _, w := range s.Waits {
		if w.IsValid() {
			return w.Pos()
		}
	}
	return s.Attempt.Pos()
}

// looksAt reports whether the rules look at the file in which pos lies.
func looksAt(pass *analysis.Pass, pos token.Pos) bool {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return !rule.Skipped(pass.Fset, f)
		}
	}
	return false
}
