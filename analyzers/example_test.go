package analyzers

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/internal/explain"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
	"github.com/retrylint/retrylint/internal/sim"
)

// An example is code in which a rule finds something, with what it says.
type example struct {
	code    string // of the function
	place   string // the source that is reported
	message string
	finding rule.Finding
}

var (
	examplesOnce sync.Once
	examplesLock sync.Mutex
	examples     map[string]example
)

// runRules runs every rule over its own package of testdata, once for all tests
// of this package, and returns an example of each.
func runRules(t *testing.T) map[string]example {
	examplesOnce.Do(func() {
		retrypost := analyzerNamed(t, "retrypost")
		if err := retrypost.Flags.Set("safe", "/v1/search"); err != nil {
			t.Fatal(err)
		}
		defer retrypost.Flags.Set("safe", "")
		examples = map[string]example{}
		analysistest.Run(t, analysistest.TestData(), own(t), append(ruleNames(), "ignoredretryafter/reads")...)
	})
	return examples
}

// longestExample is the largest number of lines of an example.
const longestExample = 30

// noteExample keeps an example of r, if the package has one: the first function of
// bad.go in which something is found that can be simulated, or the first of all.
func noteExample(pass *analysis.Pass, r *rule.Rule, said map[token.Pos]string) {
	res, _ := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
	if res == nil || r.Check == nil {
		return
	}
	var found []example
	look := rule.NewLookup(pass)
	for _, s := range res.Sites {
		for _, f := range look.At(r, s) {
			message, ok := said[f.At.Pos()]
			if code, place := functionAt(pass, f.At); ok && code != "" {
				found = append(found, example{code, place, message, f})
			}
		}
	}
	if len(found) == 0 {
		return
	}
	slices.SortStableFunc(found, func(a, b example) int { return cmp.Compare(a.finding.At.Start, b.finding.At.Start) })
	best := found[0]
	for _, e := range found {
		if _, ok := comparison(e.finding); ok {
			best = e
			break
		}
	}
	examplesLock.Lock()
	defer examplesLock.Unlock()
	examples[r.Name] = best
}

var wantComment = regexp.MustCompile("[ \t]*// want .*")

// functionAt returns the source of the function of bad.go around a place, and
// that of the place; "" for a function that is too long.
func functionAt(pass *analysis.Pass, at retrysite.Range) (code, place string) {
	for _, f := range pass.Files {
		file := pass.Fset.File(f.FileStart)
		if at.Pos() < f.FileStart || at.Pos() > f.FileEnd || filepath.Base(file.Name()) != "bad.go" {
			continue
		}
		src, err := pass.ReadFile(file.Name())
		if err != nil {
			return "", ""
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || at.Pos() < fn.Pos() || fn.End() < at.Pos() {
				continue
			}
			text := wantComment.ReplaceAll(src[file.Offset(fn.Pos()):file.Offset(fn.End())], nil)
			if bytes.Count(text, []byte("\n")) >= longestExample {
				return "", ""
			}
			place, _, _ := strings.Cut(string(src[file.Offset(at.Pos()):file.Offset(at.End())]), "\n")
			return string(text), strings.TrimSpace(wantComment.ReplaceAllString(place, ""))
		}
	}
	return "", ""
}

func comparison(f rule.Finding) (explain.Comparison, bool) {
	if !f.Simulated() {
		return explain.Comparison{}, false
	}
	return explain.Compare(explain.Question{Scenario: f.Scenario, Before: f.Before, After: f.Remedy, Inner: f.Inner}, false)
}

// exampleOf writes the section of a page that shows the rule at work.
func exampleOf(e example) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## Example\n\n```go\n%s\n```\n\nOf `%s` it says:\n\n```\n%s\n```\n", e.code, e.place, e.message)
	c, ok := comparison(e.finding)
	if !ok {
		return b.String()
	}
	conf := c.Before.Config
	fmt.Fprintf(&b, "\nSimulated in the scenario `%s` ([model](../model.md)): %d clients, capacity %.0f requests/s, outage %s.\n\n", c.Scenario, conf.Clients, conf.Capacity, conf.Outage)
	b.WriteString("| | requests | peak/s | 99 % done | gave up |")
	extra := map[sim.Scenario]string{sim.Abandon: " for nobody |", sim.Permanent: " for nothing |", sim.LostReply: " duplicates per 10,000 |"}[c.Scenario]
	fmt.Fprintf(&b, "%s\n|---|---|---|---|---|%s\n", extra, strings.Repeat("---|", strings.Count(extra, "|")))
	row := func(name string, s sim.Summary) {
		end := "never"
		if s.T99 >= 0 {
			end = fmt.Sprintf("%.1f s", s.T99)
		}
		fmt.Fprintf(&b, "| %s | %.0f | %.0f | %s | %.0f |", name, s.Total, s.Peak, end, s.GaveUp)
		switch c.Scenario {
		case sim.Abandon, sim.Permanent:
			fmt.Fprintf(&b, " %.0f |", s.Wasted)
		case sim.LostReply:
			fmt.Fprintf(&b, " %.0f |", s.DuplicatesPer(10_000))
		}
		b.WriteByte('\n')
	}
	row("as it is", c.Before)
	if c.After != nil {
		row("repaired", *c.After)
	}
	return b.String()
}
