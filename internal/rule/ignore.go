package rule

import (
	"fmt"
	"go/ast"
	"go/token"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// Names are the names of the rules of the contract, built or to come, in
// alphabetical order: a directive that names one of them is no mistake,
// whatever rules a tool links.
var Names = []string{
	"attemptleak", "bodyreplay", "cappedjitter", "capsteps", "deadlinebudget", "deafsleep", "durationunit",
	"fixeddelay", "fixedseed", "ignoredretryafter", "lasterror", "lastsleep", "lockedsleep", "narrowjitter",
	"nestedretry", "nocap", "nodelay", "nojitter", "noreset", "permanent", "randpanic", "retryafter",
	"retryaftercap", "retryafterparse", "retrycanceled", "retrypost", "sharedbackoff", "silentretry",
	"txretry", "unbounded", "xorpow",
}

// A directive is a comment that says that rules have nothing to report on its
// line or the next:
//
//	//retrylint:ignore nojitter,retrypost the server counts the clients itself
type directive struct {
	pos, end token.Pos
	rules    []string
	reason   string
}

// directives yields the ignore directives of f, in the order of the source.
func directives(f *ast.File) iter.Seq[directive] {
	return func(yield func(directive) bool) {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if !strings.HasPrefix(c.Text, "//retrylint:") {
					continue
				}
				d, ok := ast.ParseDirective(c.Slash, c.Text)
				if !ok || d.Name != "ignore" {
					continue
				}
				names, reason, _ := strings.Cut(d.Args, " ")
				out := directive{pos: c.Slash, end: c.End(), reason: strings.TrimSpace(reason)}
				if names != "" {
					out.rules = strings.Split(names, ",")
				}
				if !yield(out) {
					return
				}
			}
		}
	}
}

// fault says what is wrong with d, or "".
func (d directive) fault() string {
	if len(d.rules) == 0 {
		return "names no rule"
	}
	for _, name := range d.rules {
		if _, ok := slices.BinarySearch(Names, name); !ok {
			return fmt.Sprintf("names %q, which is no rule", ascii(name))
		}
	}
	if d.reason == "" {
		return "gives no reason"
	}
	return ""
}

// Directives reports ignore directives that are themselves at fault: no rule,
// an unknown rule, no reason. A directive without a reason is still obeyed.
var Directives = newDirectives()

func newDirectives() *analysis.Analyzer {
	r := &Rule{
		Name:  "badignore",
		Title: "report ignore directives with no reason, or for no known rule",
		What:  "A comment //retrylint:ignore that names no rule, names one that does not exist, or gives no reason.",
		Why:   "Whoever reads the code later cannot tell whether the exception still holds, and a misspelt name silences nothing.",
		Quiet: "the comment has the form //retrylint:ignore rule[,rule] reason.",
	}
	a := &analysis.Analyzer{Name: r.Name, Doc: r.Doc(), URL: baseURL + r.Name + ".md"}
	a.Run = func(pass *analysis.Pass) (any, error) {
		if retrysite.FactsOnly {
			return nil, nil
		}
		fs := newFiles(pass)
		for _, f := range pass.Files {
			if fs.skipped(f) {
				continue
			}
			for d := range directives(f) {
				if why := d.fault(); why != "" {
					msg := fmt.Sprintf("ignore directive %s; write //retrylint:ignore rule reason (%s)", why, r.Name)
					pass.Report(analysis.Diagnostic{Pos: d.pos, End: d.end, Message: msg})
				}
			}
		}
		return nil, nil
	}
	rules.Store(a, r)
	return a
}
