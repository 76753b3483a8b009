package main

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/chart"
	"github.com/retrylint/retrylint/internal/page"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rule"
	"github.com/retrylint/retrylint/internal/sim"
)

// A pageMaker puts together a page.
type pageMaker struct {
	page *page.Page
	// drawn holds the pictures of what was simulated, each drawn once.
	drawn map[*shown][]page.Shown
	// open holds the figures of what protects a server, by what was simulated.
	open map[*shown][]simPolicy
}

func newPageMaker(title string) *pageMaker {
	return &pageMaker{
		page:  &page.Page{Title: title, ChartStyle: template.CSS(chart.Style)},
		drawn: map[*shown][]page.Shown{}, open: map[*shown][]simPolicy{},
	}
}

// pictures returns the pictures of s, which the page then holds.
func (m *pageMaker) pictures(s *shown) []page.Shown {
	if s == nil || !s.pictured() {
		return nil
	}
	if out, ok := m.drawn[s]; ok {
		return out
	}
	var out []page.Shown
	ps := s.policies()
	for i, c := range pictures(ps) {
		inside, width, height := c.Symbol()
		id := fmt.Sprintf("%s-%d", s.id, i)
		m.page.Pictures = append(m.page.Pictures, page.Picture{ID: id, SVG: template.HTML(inside), Width: width, Height: height})
		out = append(out, page.Shown{ID: id, Words: c.Desc + ". " + setting(ps[0]), Width: width, Height: height})
	}
	m.drawn[s] = out
	return out
}

// findings adds the findings, grouped by rule.
func (m *pageMaker) findings(ctx context.Context, ts []told, rowOf func(*report.Site) string) {
	groups := map[string]*page.Rule{}
	var names []string
	for i := range ts {
		t := &ts[i]
		g := groups[t.Rule]
		if g == nil {
			g = &page.Rule{Name: t.Rule, Why: t.why()}
			if t.rule != nil {
				g.URL = t.rule.URL
				if r := rule.Of(t.rule); r != nil {
					g.Title = r.Title
				}
			}
			groups[t.Rule] = g
			names = append(names, t.Rule)
		}
		g.Findings = append(g.Findings, m.finding(ctx, t, fmt.Sprintf("f%d", i+1), rowOf))
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(-cmp.Compare(len(groups[a].Findings), len(groups[b].Findings)), cmp.Compare(a, b))
	})
	for _, n := range names {
		m.page.Rules = append(m.page.Rules, *groups[n])
	}
}

func (m *pageMaker) finding(ctx context.Context, t *told, id string, rowOf func(*report.Site) string) page.Finding {
	f := page.Finding{ID: id, Place: t.Place.String(), Message: t.Said()}
	if t.site != nil {
		f.Site = rowOf(t.site)
		if p, _ := t.site.Policy(); p != nil {
			f.Facts = append(f.Facts, page.Fact{Name: "policy", Value: p.Text})
			if len(p.First) > 0 {
				f.Facts = append(f.Facts, page.Fact{Name: "first waits", Value: waits(p.First)})
			}
		}
	}
	for _, l := range around(t.path, t.Line) {
		f.Code = append(f.Code, page.Line{N: l.n, Text: l.text, Mark: l.mark})
	}
	if t.shown != nil {
		f.Pictures = m.pictures(t.shown)
		f.Table = simTable(t.shown.policies())
		f.Setting = setting(t.shown.policies()[0])
		ps, ok := m.open[t.shown]
		if !ok {
			ps = t.protection(ctx)
			m.open[t.shown] = ps
		}
		if ps != nil {
			f.Facts = append(f.Facts, page.Fact{Name: "busy server", Value: protectionWords(ps)})
		}
	}
	if len(t.Fixes) > 0 {
		for _, l := range diff(t.Fixes[0]) {
			f.Diff = append(f.Diff, page.DiffLine{Kind: string(l.kind), Text: l.text})
		}
	}
	return f
}

// protectionWords says in a line what protects a busy server.
func protectionWords(ps []simPolicy) string {
	var out []string
	for _, p := range ps {
		out = append(out, fmt.Sprintf("%s: %s/s done", p.name, number(p.result.Goodput, 0)))
	}
	return setting(ps[0]) + " - " + strings.Join(out, "; ")
}

// page is the explanation as a page.
func (e *explanation) page(ctx context.Context) *page.Page {
	m := newPageMaker(e.site.Place.String())
	m.page.Lead = "One retry site, as retrylint read it."
	m.findings(ctx, e.told, func(*report.Site) string { return "" })
	if len(e.told) == 0 {
		f := page.Finding{ID: "f1", Place: e.site.Place.String(), Message: "Nothing is reported here."}
		if e.plain != nil {
			f.Pictures, f.Table = m.pictures(e.plain), simTable(e.plain.policies())
			f.Setting = setting(e.plain.policies()[0])
		}
		for _, l := range around(e.site.File, e.site.Line) {
			f.Code = append(f.Code, page.Line{N: l.n, Text: l.text, Mark: l.mark})
		}
		m.page.Rules = []page.Rule{{Name: "site", Title: e.site.Func, Findings: []page.Finding{f}}}
	}
	first := &m.page.Rules[0].Findings[0]
	first.Facts = nil
	for _, fact := range e.facts() {
		first.Facts = append(first.Facts, page.Fact{Name: fact[0], Value: fact[1]})
	}
	return m.page
}

// inventoryHeads are the columns of the inventory on a page.
var inventoryHeads = []page.Head{
	{Name: "place"}, {Name: "attempt"}, {Name: "policy"}, {Name: "limits"}, {Name: "half-width", Numeric: true}, {Name: "worst wait", Numeric: true},
	{Name: "peak/capacity", Numeric: true}, {Name: "99 %", Numeric: true}, {Name: "verdict"},
}

// inventory adds the table of all sites.
func (m *pageMaker) inventory(entries []entry) {
	findings := map[string][]page.Link{} // by rule and place
	for _, r := range m.page.Rules {
		for _, f := range r.Findings {
			key := f.Site
			findings[key] = append(findings[key], page.Link{Text: r.Name, To: f.ID})
		}
	}
	m.page.Heads = inventoryHeads
	for i, e := range entries {
		id := siteID(i)
		r := e.row()
		place := fmt.Sprintf("%s:%08d:%04d", e.File, e.Line, e.Col)
		s := page.Site{ID: id, Verdict: e.verdict(), Kind: "found", Cells: []page.Cell{
			{Text: r[0], Key: place}, {Text: r[1], Key: strings.ToLower(r[1])}, {Text: r[2] + e.more(), Key: r[2], Code: true}, {Text: r[3], Key: r[3]},
			{Text: r[4], Key: key(width(e), width(e) <= 1)}, {Text: r[5], Key: key(float64(total(e)), total(e) >= 0)},
			{Text: r[7], Key: key(figure(e, func(s sim.Summary) float64 { return s.Peak / s.Config.Capacity }), e.figures != nil)},
			{Text: r[8], Key: key(timeTo99(e), e.figures != nil)},
			{Text: reason(e.why, r[9]), Key: rank(e), Links: findings[id]},
		}}
		if v := e.verdict(); v == "ok" || v == "unknown" {
			s.Kind = v
		}
		m.page.Sites = append(m.page.Sites, s)
	}
}

// reason is the verdict, with the reason where there is none.
func reason(why, verdict string) string {
	if verdict == "unknown" && why != "" {
		return verdict + ": " + why
	}
	return verdict
}

func siteID(i int) string { return "s" + strconv.Itoa(i+1) }

// key is a number to sort by; "" for none.
func key(x float64, known bool) string {
	if !known {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
