package analyzers

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestNogo runs every rule alone, under a driver like that of Bazel's nogo, on
// its testdata: it finds there what it finds under analysistest.
func TestNogo(t *testing.T) {
	src := filepath.Join("testdata", "src")
	n := newNogo(t, src, stdImports(t, src))
	if err := analyzerNamed(t, "retrypost").Flags.Set("safe", "/v1/search"); err != nil {
		t.Fatal(err)
	}
	defer analyzerNamed(t, "retrypost").Flags.Set("safe", "")
	for _, name := range ruleNames() {
		u := n.load(t, name)
		diags := u.run(t, n.fset, analyzerNamed(t, name))
		if len(diags) == 0 {
			t.Errorf("%s: no diagnostics", name)
		}
		if name == "nojitter" && !slices.ContainsFunc(diags, func(d analysis.Diagnostic) bool { return d.SuggestedFixes != nil }) {
			t.Errorf("%s: no fix, from which nogo makes a patch", name)
		}
		wants := wantsOf(t, n.fset, u.files)
		for _, d := range diags {
			at := place(n.fset, d.Pos)
			i := slices.IndexFunc(wants[at], func(re *regexp.Regexp) bool { return re.MatchString(d.Message) })
			if i < 0 {
				t.Errorf("%s: unexpected: %s", at, d.Message)
				continue
			}
			wants[at] = slices.Delete(wants[at], i, i+1)
		}
		for at, rest := range wants {
			for _, re := range rest {
				t.Errorf("%s: no diagnostic matches %s", at, re)
			}
		}
	}
	if b := n.own["company/retry"]; b == nil || len(b.facts) < 100 {
		t.Error("no facts of company/retry were passed on: the test looks in the wrong place")
	}
}

func place(fset *token.FileSet, pos token.Pos) string {
	p := fset.PositionFor(pos, false)
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

var quoted = regexp.MustCompile("`[^`]*`" + `|"(?:[^"\\]|\\.)*"`)

// wantsOf returns what the comments of analysistest expect, by line.
func wantsOf(t *testing.T, fset *token.FileSet, files []*ast.File) map[string][]*regexp.Regexp {
	out := map[string][]*regexp.Regexp{}
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				_, text, ok := strings.Cut(c.Text, "// want ")
				if !ok {
					continue
				}
				at := place(fset, c.Pos())
				for _, q := range quoted.FindAllString(text, -1) {
					re, err := regexp.Compile(q[1 : len(q)-1])
					if err != nil {
						t.Fatalf("%s: %v", at, err)
					}
					out[at] = append(out[at], re)
				}
			}
		}
	}
	return out
}

// TestOnePackagePerRule holds that every package below this one exports the
// analyzer of its name, which is what nogo imports.
func TestOnePackagePerRule(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join("*", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]bool{}
	for _, file := range dirs {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Dir(file)
		exports[dir] = exports[dir] || f.Scope.Lookup("Analyzer") != nil //nolint:staticcheck // one file, no imports wanted
	}
	for dir, ok := range exports {
		if !ok {
			t.Errorf("package %s has no Analyzer", dir)
		}
		analyzerNamed(t, dir)
	}
	for _, a := range All() {
		if !exports[a.Name] {
			t.Errorf("no package is named %s", a.Name)
		}
	}
}

// TestNoGlobalFlags holds that importing the rules registers no flag: nogo and
// others parse the command line themselves.
func TestNoGlobalFlags(t *testing.T) {
	flag.VisitAll(func(f *flag.Flag) {
		if !strings.HasPrefix(f.Name, "test.") && f.Name != "update" { // these tests' own
			t.Errorf("flag -%s", f.Name)
		}
	})
}

// TestNogoRecipe holds that the files for Bazel in docs/integrations.md name
// what there is: the packages of the rules that are on by default, and flags.
func TestNogoRecipe(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "integrations.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := func(name string) string {
		_, rest, _ := strings.Cut(string(page), "<!-- "+name+" -->\n```")
		_, rest, _ = strings.Cut(rest, "\n")
		text, _, _ := strings.Cut(rest, "\n```\n")
		return text
	}
	var have, want []string
	for _, m := range regexp.MustCompile(`"@com_github_retrylint_retrylint//analyzers/(\w+)"`).FindAllStringSubmatch(block("BUILD.bazel"), -1) {
		have = append(have, m[1])
	}
	for _, a := range Default() {
		want = append(want, a.Name)
	}
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("BUILD.bazel lists %v, want the rules that are on by default: %v", have, want)
	}
	if !strings.Contains(block("MODULE.bazel"), `use_repo(go_deps, "com_github_retrylint_retrylint")`) {
		t.Error("MODULE.bazel does not bring the repository that BUILD.bazel uses")
	}
	var config map[string]struct {
		ExcludeFiles  map[string]string `json:"exclude_files"`
		AnalyzerFlags map[string]string `json:"analyzer_flags"`
	}
	dec := json.NewDecoder(strings.NewReader(block("nogo.json")))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&config); err != nil || len(config) < 3 {
		t.Fatalf("nogo.json: %d entries, error %v", len(config), err)
	}
	for name, c := range config {
		for re := range c.ExcludeFiles {
			if _, err := regexp.Compile(re); err != nil {
				t.Errorf("nogo.json: %v", err)
			}
		}
		if name == "_base" {
			continue
		}
		a := analyzerNamed(t, name)
		for flag, value := range c.AnalyzerFlags {
			f := a.Flags.Lookup(flag)
			if f == nil {
				t.Errorf("nogo.json: %s has no flag %s", name, flag)
				continue
			}
			before := f.Value.String()
			if err := a.Flags.Set(flag, value); err != nil {
				t.Errorf("nogo.json: %s: %v", name, err)
			}
			if err := a.Flags.Set(flag, before); err != nil {
				t.Fatal(err)
			}
		}
	}
}
