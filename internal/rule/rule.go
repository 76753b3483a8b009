// Package rule is the one door through which every rule of retrylint reports.
//
// A [Rule] is a sentence over a [retrysite.Site]; [Analyzer] turns it into an
// analyzer that knows what every rule needs: which files are looked at, the
// ignore directives, the herd condition, the figures, the form of the message.
// The package holds no rule.
package rule

import (
	"flag"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/sim"
)

// The scenarios that a finding may ask for.
const (
	Herd       = sim.Herd       // many clients meet at one server
	RetryAfter = sim.RetryAfter // and the server says when to come back
	Abandon    = sim.Abandon    // users leave during an outage
	LostReply  = sim.LostReply  // the server acts, and the reply is lost
	SameSeed   = sim.SameSeed   // every client draws the same numbers
	Permanent  = sim.Permanent  // some requests can never succeed
	Hot        = sim.Hot        // there is no wait, only the round trip
	Layers     = sim.Layers     // each attempt is itself attempted again
	Open       = sim.Open       // work comes all the time, waits in a queue, and times out
)

// A Rule says one thing about retry sites.
type Rule struct {
	Name  string // the fault, in lower-case letters: "nojitter"
	Title string // one line: "report exponential retry delays with no random part"

	// What, Why and Quiet document the rule: what it finds, what harm that
	// does, and when it says nothing.
	What, Why, Quiet string

	Herd    bool // reports only operations that leave the process, or may
	Opinion bool // off by default

	// Flags defines the rule's own flags, if it has any.
	Flags func(*flag.FlagSet)
	// Check returns what the rule finds at a site. It is pure.
	Check func(*retrysite.Site) []Finding
	// Parsed returns what the rule finds where a Retry-After header is read, in a
	// site or not; nil for most rules.
	Parsed func(*retrysite.Parsed) []Finding
}

// A Finding is what a rule has to say about one place.
type Finding struct {
	At retrysite.Range
	// Related is a second place that belongs to the finding, and Note what it is.
	Related retrysite.Range
	Note    string

	// Fault says what the code does, in its own numbers, and Write what to
	// write instead: each in several wordings, the longest first.
	Fault, Write []string
	// Scenario is what is simulated for the finding: Before, the policy read from
	// the code (nil if none was), and Remedy, what Write says.
	Scenario       sim.Scenario
	Before, Remedy *policy.Policy
	// Inner is the policy of the operation that is attempted, in Layers; nil: as Before.
	Inner *policy.Policy
	// Fixes say how the code is repaired as Write says: the first that can be
	// done is offered.
	Fixes []fix.Fix
}

const baseURL = "https://github.com/retrylint/retrylint/blob/main/docs/rules/"

// Doc returns the documentation of the rule as plain text; the first line is
// its title.
func (r *Rule) Doc() string {
	doc := fmt.Sprintf("%s\n\n%s\n\n%s\n\nIt says nothing where: %s",
		r.Title, strings.TrimSpace(r.What), strings.TrimSpace(r.Why), strings.TrimSpace(r.Quiet))
	if r.Opinion {
		doc += "\n\nThis is an opinion: the rule is off by default."
	}
	return doc
}

var rules sync.Map // *analysis.Analyzer to *Rule

// Of returns the rule behind an analyzer made by [Analyzer], or nil.
func Of(a *analysis.Analyzer) *Rule {
	r, _ := rules.Load(a)
	rule, _ := r.(*Rule)
	return rule
}

// Analyzer returns the analyzer that reports what r finds.
func Analyzer(r *Rule) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     r.Name,
		Doc:      r.Doc(),
		URL:      baseURL + r.Name + ".md",
		Requires: []*analysis.Analyzer{retrysite.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			if retrysite.FactsOnly {
				return nil, nil
			}
			return nil, run(pass, r)
		},
	}
	if r.Flags != nil {
		r.Flags(&a.Flags)
	}
	rules.Store(a, r)
	return a
}

// run reports what r finds at the sites of the package, in the order of the source.
func run(pass *analysis.Pass, r *Rule) error {
	res, _ := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
	if res == nil || len(res.Sites)+len(res.Parsed) == 0 {
		return nil
	}
	for _, f := range collect(newFiles(pass), r, res) {
		pass.Report(f)
	}
	return nil
}
