// Package internal_test holds what concerns all packages of the module.
package internal_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/retrylint/retrylint"

// A layer says what the packages matched by path, relative to the module, may
// import: other packages of the module, and whether anything outside the
// standard library.
type layer struct {
	path string // a trailing /* matches the packages directly below
	uses []string
	pure bool // only the standard library, and nothing of go/...
}

// layers is the picture in docs/developing.md.
var layers = []layer{
	{path: "internal/policy", pure: true},
	{path: "internal/sim", pure: true, uses: []string{"internal/policy"}},
	{path: "internal/explain", pure: true, uses: []string{"internal/sim", "internal/policy"}},
	{path: "internal/chart", pure: true, uses: []string{"internal/sim", "internal/policy"}},
	{path: "internal/known", uses: nil},
	{path: "internal/reading", uses: []string{"internal/policy", "internal/known"}},
	{path: "internal/retrysite", uses: []string{"internal/reading", "internal/policy", "internal/known"}},
	{path: "internal/fix", uses: []string{"internal/retrysite"}},
	{path: "internal/rule", uses: []string{"internal/explain", "internal/fix", "internal/sim", "internal/retrysite", "internal/policy"}},
	{path: "internal/report", pure: true},
	{path: "internal/page", pure: true},
	{path: "analyzers/*", uses: []string{"internal/rule", "internal/fix", "internal/retrysite", "internal/policy", "internal/explain"}},
	{path: "analyzers", uses: []string{"analyzers/*", "internal/rule"}},
	{path: "plugin", uses: []string{"analyzers", "internal/rule"}},
	{path: "cmd/*", uses: []string{"analyzers", "analyzers/*", "internal/*", "docs/rules"}},
	{path: "docs/*", pure: true},
	{path: "docs/tour/*", pure: true},
}

func (l layer) match(pkg string) bool { return matches(l.path, pkg) }

func matches(pattern, pkg string) bool {
	ok, err := path.Match(pattern, pkg)
	return ok && err == nil
}

// TestImportsPointOneWay holds the picture: every import of every file that is
// no test is one that the picture has.
func TestImportsPointOneWay(t *testing.T) {
	seen := map[string]bool{}
	for file, f := range filesOf(t, "..") {
		pkg := path.Dir(file)
		i := slices.IndexFunc(layers, func(l layer) bool { return l.match(pkg) })
		if i < 0 {
			t.Errorf("%s: package %s is in no layer", file, pkg)
			continue
		}
		seen[layers[i].path] = true
		for _, spec := range f.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if fault := layers[i].fault(imp); fault != "" {
				t.Errorf("%s imports %s: %s", file, imp, fault)
			}
		}
	}
	for _, must := range []string{"internal/policy", "internal/sim", "internal/retrysite", "analyzers", "cmd/*"} {
		if !seen[must] {
			t.Errorf("no file of %s was read: the test looks in the wrong place", must)
		}
	}
}

// TestNoPicturesInRules holds that what draws pictures, and what writes reports,
// is linked into the command alone.
func TestNoPicturesInRules(t *testing.T) {
	imports := map[string][]string{}
	for file, f := range filesOf(t, "..") {
		for _, spec := range f.Imports {
			if imp, _ := strconv.Unquote(spec.Path.Value); strings.HasPrefix(imp, module+"/") {
				imports[path.Dir(file)] = append(imports[path.Dir(file)], strings.TrimPrefix(imp, module+"/"))
			}
		}
	}
	seen := map[string]bool{}
	var visit func(pkg string)
	visit = func(pkg string) {
		if !seen[pkg] {
			seen[pkg] = true
			for _, imp := range imports[pkg] {
				visit(imp)
			}
		}
	}
	visit("analyzers")
	visit("plugin")
	if !seen["internal/sim"] || seen["internal/chart"] || seen["internal/report"] || seen["internal/page"] {
		t.Errorf("analyzers and plugin link %v", slices.Sorted(maps.Keys(seen)))
	}
}

// fault says what is wrong with importing imp in a package of l, or "".
func (l layer) fault(imp string) string {
	if own, ok := strings.CutPrefix(imp, module+"/"); ok {
		if !slices.ContainsFunc(l.uses, func(u string) bool { return matches(u, own) }) {
			return l.path + " may not use it"
		}
		return ""
	}
	first, _, _ := strings.Cut(imp, "/")
	switch {
	case !l.pure:
	case strings.Contains(first, "."):
		return l.path + " uses the standard library only"
	case first == "go":
		return l.path + " knows nothing of Go syntax"
	}
	return ""
}

func TestFault(t *testing.T) {
	sim := layers[slices.IndexFunc(layers, func(l layer) bool { return l.path == "internal/sim" })]
	for _, tt := range []struct {
		imp string
		ok  bool
	}{
		{"fmt", true},
		{"math/rand/v2", true},
		{module + "/internal/policy", true},
		{module + "/internal/explain", false},
		{"go/ast", false},
		{"golang.org/x/tools/go/analysis", false},
	} {
		if have := sim.fault(tt.imp); (have == "") != tt.ok {
			t.Errorf("sim imports %s: have %q, want it to be fine: %t", tt.imp, have, tt.ok)
		}
	}
}

// TestOneProgram holds that `go install ./...` builds one program: those who
// install retrylint from a clone get nothing else on their PATH.
func TestOneProgram(t *testing.T) {
	var programs []string
	for file, f := range filesOf(t, "..") {
		dir, name := path.Split(file)
		built, err := build.Default.MatchFile(filepath.Join("..", filepath.FromSlash(dir)), name)
		if err != nil {
			t.Fatal(err)
		}
		if built && f.Name.Name == "main" && !slices.Contains(programs, dir) {
			programs = append(programs, dir)
		}
	}
	if want := []string{"cmd/retrylint/"}; !slices.Equal(programs, want) {
		t.Errorf("have the programs %q, want %q", programs, want)
	}
}

// filesOf returns the files below root that are no tests, down to their
// imports, by their slash-separated path.
func filesOf(t *testing.T, root string) map[string]*ast.File {
	t.Helper()
	out := map[string]*ast.File{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name != "." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(name)), nil, parser.ImportsOnly)
		out[name] = f
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
