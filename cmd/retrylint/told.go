package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/explain"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rule"
	"github.com/retrylint/retrylint/internal/sim"
)

// A told is a finding with all that belongs to it.
type told struct {
	report.Finding
	path  string       // of its file, to be opened
	site  *report.Site // nil: none is known to belong to it
	about report.SiteFinding
	rule  *analysis.Analyzer
	shown *shown // what was simulated for it; nil: nothing
}

// A shown is what was simulated for a question, once for all findings that ask it.
type shown struct {
	id       string
	question explain.Question
	explain.Comparison
	ok bool
}

// tell puts findings and sites together, and simulates what they ask.
func (c *call) tell(ctx context.Context, r *vetRun) []told {
	about := map[string]report.SiteFinding{}
	sites := map[string]*report.Site{}
	for _, s := range r.sites {
		for _, f := range s.Findings {
			key := f.Rule + " " + f.At
			if _, twice := about[key]; !twice {
				about[key], sites[key] = f, s
			}
		}
	}
	var out []told
	for _, f := range r.findings {
		key := f.Rule + " " + f.Place.String()
		t := told{Finding: f, path: f.File, about: about[key], site: sites[key]}
		if i := slices.IndexFunc(c.suite.all, func(a *analysis.Analyzer) bool { return a.Name == f.Rule }); i >= 0 {
			t.rule = c.suite.all[i]
		}
		if !filepath.IsAbs(t.path) {
			t.path = filepath.Join(r.in, t.path)
		}
		t.File = report.Relative(r.dir, t.path)
		out = append(out, t)
	}
	show(ctx, c.stderr, out)
	return out
}

// show simulates what the findings ask, each question once, in parallel.
func show(ctx context.Context, progress io.Writer, ts []told) {
	byKey := map[string]*shown{}
	var all []*shown
	for i := range ts {
		q, ok := questionOf(ts[i].about)
		if !ok {
			continue
		}
		a := ts[i].about
		key := strings.Join([]string{a.Scenario, a.Before, a.Remedy, a.Inner}, "\n")
		if byKey[key] == nil {
			byKey[key] = &shown{id: fmt.Sprintf("q%d", len(all)), question: q}
			all = append(all, byKey[key])
		}
		ts[i].shown = byKey[key]
	}
	meter := newMeter(progress)
	var mu sync.Mutex
	var wg sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	done := 0
	for _, s := range all {
		if ctx.Err() != nil {
			break
		}
		free <- struct{}{}
		wg.Go(func() {
			s.Comparison, s.ok = explain.Compare(s.question, true)
			mu.Lock()
			defer mu.Unlock()
			done++
			meter.tell(done, len(all))
			<-free
		})
	}
	wg.Wait()
	meter.clear()
	for i := range ts {
		if s := ts[i].shown; s != nil && !s.ok {
			ts[i].shown = nil
		}
	}
}

// questionOf returns what a finding asks the simulator.
func questionOf(f report.SiteFinding) (explain.Question, bool) {
	sc, err := sim.ParseScenario(f.Scenario)
	if err != nil {
		return explain.Question{}, false
	}
	q := explain.Question{Scenario: sc}
	for text, to := range map[string]**policy.Policy{f.Before: &q.Before, f.Inner: &q.Inner, f.Remedy: &q.After} {
		if text == "" {
			continue
		}
		p, err := policy.Parse(text)
		if err != nil {
			return q, false // too involved to be read back
		}
		*to = p
	}
	return q, true
}

// names are those of the two curves.
func (s *shown) names() (before, after string) {
	before = "as it is"
	switch s.Scenario {
	case sim.Abandon, sim.Permanent:
		return before, "clients stop"
	case sim.LostReply:
		return before, "with a key"
	case sim.SameSeed:
		return before, "each draws for itself"
	case sim.Layers:
		return before, "in one layer"
	}
	return before, "repaired"
}

// policies returns what was simulated, as lines of a comparison.
func (s *shown) policies() []simPolicy {
	before, after := s.names()
	out := []simPolicy{{name: before, policy: s.Policy, scenario: s.Scenario, conf: s.Before.Config, result: s.Before}}
	if s.After != nil {
		out = append(out, simPolicy{name: after, scenario: s.Scenario, conf: s.After.Config, result: *s.After})
	}
	return out
}

// pictured reports whether the curves say anything: lost replies are no load.
func (s *shown) pictured() bool { return s.Scenario != sim.LostReply }

// protected are the rules of which not jitter, but a budget or a breaker decides
// whether a busy server comes back.
var protected = []string{"unbounded", "nestedretry", "nodelay"}

// protection returns the policy in an open system, by itself and with what
// protects a server; nil where that is not the point.
func (t *told) protection(ctx context.Context) []simPolicy {
	if t.shown == nil || !slices.Contains(protected, t.Rule) && t.shown.Scenario != sim.Open {
		return nil
	}
	conf := sim.Open.Base()
	conf.Rate, conf.Seeds, conf.Horizon = 250, conf.Seeds[:1], 200*1e9
	var ps []simPolicy
	var jobs []sim.Job
	for _, more := range []string{"", " budget=10%", " breaker=3/5s", " budget=10% breaker=3/5s"} {
		p, err := policy.Parse(t.shown.Policy.Text() + more)
		if err != nil {
			return nil
		}
		name := strings.TrimSpace("as it is, " + strings.ReplaceAll(strings.TrimSpace(more), " ", ", "))
		ps = append(ps, simPolicy{name: strings.TrimSuffix(name, ","), policy: p, scenario: sim.Open, conf: conf})
		jobs = append(jobs, sim.Job{Scenario: sim.Open, Policy: p, Config: conf})
	}
	for i, o := range sim.Batch(ctx, jobs, nil) {
		if o.Err != nil {
			return nil
		}
		ps[i].result = o.Summary
	}
	return ps
}

// why is what the rule says of the harm.
func (t *told) why() string {
	if t.rule == nil {
		return ""
	}
	if r := rule.Of(t.rule); r != nil {
		return strings.Join(strings.Fields(r.Why), " ")
	}
	return ""
}

// A sourceLine is a line of a file.
type sourceLine struct {
	n    int
	text string
	mark bool
}

// around returns the lines of a file from 3 before the line to 3 after it.
func around(path string, line int) []sourceLine {
	data, err := os.ReadFile(path)
	if err != nil || line < 1 {
		return nil
	}
	var out []sourceLine
	n := 0
	for text := range strings.Lines(string(data)) {
		if n++; n >= line-3 && n <= line+3 {
			out = append(out, sourceLine{n, strings.TrimRight(text, "\r\n"), n == line})
		}
	}
	return out
}
