package analyzers

import (
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// ruleNames are the rules that have testdata/src/<rule>/{bad,good}.go.
func ruleNames() []string {
	var names []string
	for _, a := range All() {
		if rule.Of(a).Check != nil {
			names = append(names, a.Name)
		}
	}
	return names
}

// TestRules runs every rule over its own package of testdata. The packages are
// loaded once: type-checking net/http from source is most of the time.
func TestRules(t *testing.T) { runRules(t) }

// own returns an analyzer that runs, in each package, the rule that the package
// is named for, or lies under.
func own(t *testing.T) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "own",
		Doc:      "run the rule that the package is named for",
		Requires: []*analysis.Analyzer{retrysite.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			name, _, _ := strings.Cut(pass.Pkg.Path(), "/")
			a := analyzerNamed(t, name)
			said := map[token.Pos]string{}
			p := *pass
			p.Report = func(d analysis.Diagnostic) {
				said[d.Pos] = d.Message
				pass.Report(d)
			}
			res, err := a.Run(&p)
			noteExample(pass, rule.Of(a), said)
			return res, err
		},
	}
}

func analyzerNamed(t *testing.T, name string) *analysis.Analyzer {
	t.Helper()
	all := All()
	i := slices.IndexFunc(all, func(a *analysis.Analyzer) bool { return a.Name == name })
	if i < 0 {
		t.Fatalf("no analyzer is named %s", name)
	}
	return all[i]
}

func TestAnalyzersAreValid(t *testing.T) {
	if err := analysis.Validate(All()); err != nil {
		t.Error(err)
	}
}

func TestNames(t *testing.T) {
	want := []string{"nojitter", "narrowjitter", "cappedjitter", "fixedseed", "nocap", "retryafter", "retryaftercap", "retrycanceled", "retrypost", "bodyreplay", "attemptleak", "unbounded", "nodelay", "permanent", "deafsleep", "noreset", "lastsleep", "lasterror", "randpanic", "xorpow", "durationunit", "txretry", "capsteps", "fixeddelay", "ignoredretryafter", "retryafterparse", "nestedretry", "silentretry", "deadlinebudget", "sharedbackoff", "lockedsleep"}
	if got := ruleNames(); !slices.Equal(got, want) {
		t.Errorf("rules %v, want %v", got, want)
	}
	for _, name := range want {
		if !slices.Contains(rule.Names, name) {
			t.Errorf("%s is not a name that an ignore directive may use", name)
		}
	}
	if !slices.IsSorted(rule.Names) {
		t.Error("rule.Names is not sorted")
	}
	var on []string
	for _, a := range Default() {
		on = append(on, a.Name)
	}
	byDefault := slices.DeleteFunc(want, func(name string) bool { return rule.Of(analyzerNamed(t, name)).Opinion })
	if got := append(byDefault, "badignore"); !slices.Equal(on, got) {
		t.Errorf("on by default: %v, want %v", on, got)
	}
}

func TestHerdRules(t *testing.T) {
	herd := map[string]bool{"nojitter": true, "narrowjitter": true, "cappedjitter": true, "retryafter": true, "fixeddelay": true, "fixedseed": true, "nodelay": true}
	for _, a := range All() {
		if r := rule.Of(a); r.Herd != herd[a.Name] {
			t.Errorf("%s: herd rule = %t, want %t", a.Name, r.Herd, herd[a.Name])
		}
	}
}

func TestRulesAreDocumented(t *testing.T) {
	for _, a := range All() {
		r := rule.Of(a)
		for part, text := range map[string]string{"title": r.Title, "what": r.What, "why": r.Why, "quiet": r.Quiet} {
			switch {
			case text == "":
				t.Errorf("%s: no %s", r.Name, part)
			case strings.Contains(text, "should") || strings.Contains(text, "consider"):
				t.Errorf("%s: %s gives advice: %s", r.Name, part, text)
			}
		}
		if strings.Contains(r.Title, "\n") || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: title %q, want one line and no period", r.Name, r.Title)
		}
		if !strings.HasSuffix(a.URL, "/"+r.Name+".md") {
			t.Errorf("%s: URL %s", r.Name, a.URL)
		}
	}
}

func TestFlags(t *testing.T) {
	tests := []struct{ rule, flag, value string }{
		{"narrowjitter", "min", "0.25"},
		{"cappedjitter", "share", "0.5"},
		{"fixedseed", "legacy", "false"},
		{"nocap", "max", "1h0m0s"},
		{"retryafter", "min", "0.1"},
		{"retrypost", "keys", ""},
		{"retrypost", "safe", ""},
	}
	for _, tt := range tests {
		f := analyzerNamed(t, tt.rule).Flags.Lookup(tt.flag)
		if f == nil || f.DefValue != tt.value || f.Usage == "" {
			t.Errorf("-%s.%s: %+v, want default %q and a usage", tt.rule, tt.flag, f, tt.value)
		}
	}
	if err := analyzerNamed(t, "retrypost").Flags.Set("safe", "[a"); err == nil {
		t.Error("-retrypost.safe='[a': no error, want one: it is no glob")
	}
}

func TestSelect(t *testing.T) {
	names := func(as []*analysis.Analyzer) (out []string) {
		for _, a := range as {
			out = append(out, a.Name)
		}
		return out
	}
	all, err := Select([]string{"all"}, nil)
	if err != nil || !slices.Equal(names(all), names(All())) {
		t.Errorf("-enable=all: %v, error %v, want all", names(all), err)
	}
	one, err := Select([]string{"nojitter"}, []string{"all"})
	if err != nil || !slices.Equal(names(one), []string{"nojitter"}) {
		t.Errorf("-disable=all -enable=nojitter: %v, error %v, want nojitter", names(one), err)
	}
	if _, err := Select(nil, []string{"nojiter"}); err == nil || !strings.Contains(err.Error(), "nojitter, ") {
		t.Errorf("-disable=nojiter: error %v, want one that lists the rules", err)
	}
}
