// Package internal_test holds what concerns all packages of the module.
package internal_test

import (
	"go/parser"
	"go/token"
	"io/fs"
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
	{path: "internal/rule", uses: []string{"internal/explain", "internal/sim", "internal/retrysite", "internal/policy"}},
	{path: "internal/report", pure: true},
	{path: "analyzers/*", uses: []string{"internal/rule", "internal/retrysite", "internal/policy", "internal/explain"}},
	{path: "analyzers", uses: []string{"analyzers/*", "internal/rule"}},
	{path: "plugin", uses: []string{"analyzers", "internal/rule"}},
	{path: "cmd/*", uses: []string{"analyzers", "analyzers/*", "internal/*"}},
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
	for file, imports := range importsOf(t, "..") {
		pkg := path.Dir(file)
		i := slices.IndexFunc(layers, func(l layer) bool { return l.match(pkg) })
		if i < 0 {
			t.Errorf("%s: package %s is in no layer", file, pkg)
			continue
		}
		seen[layers[i].path] = true
		for _, imp := range imports {
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

// importsOf returns the imports of the files below root that are built, by the
// file's slash-separated path.
func importsOf(t *testing.T, root string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
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
		if err != nil {
			return err
		}
		out[name] = nil
		for _, spec := range f.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			out[name] = append(out[name], imp)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
