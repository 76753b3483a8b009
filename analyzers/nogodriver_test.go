package analyzers

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/types/objectpath"
)

// A nogo is a driver as poor as the one that Bazel's rules_go makes: packages
// are parsed and checked one by one, what they import comes from export data
// and facts from gob, and a pass knows of no module and reads no files.
type nogo struct {
	src  string            // holds packages by their import path
	std  map[string]string // import path to the file of its export data
	own  map[string]*built // packages of src that were run as dependencies
	fset *token.FileSet
}

// built is what a package leaves for those that import it.
type built struct {
	export []byte
	facts  []byte
}

// A gobFact is a fact as it is written to a file.
type gobFact struct {
	Object objectpath.Path
	Fact   analysis.Fact
}

// newNogo returns a driver for packages below src that import the packages of
// the standard library named.
func newNogo(t *testing.T, src string, std []string) *nogo {
	t.Helper()
	args := append([]string{"list", "-export", "-deps", "-f", "{{if .Export}}{{.ImportPath}} {{.Export}}{{end}}"}, std...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go list -export: %v", err)
	}
	n := &nogo{src: src, std: map[string]string{}, own: map[string]*built{}, fset: token.NewFileSet()}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		n.std[path] = file
	}
	return n
}

// A unit is a package that is being checked.
type unit struct {
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
	known map[types.Object][]analysis.Fact // told by what it imports
	facts []gobFact                        // its own
}

// pkgImporter reads export data.
type pkgImporter struct {
	n    *nogo
	t    *testing.T
	pkgs map[string]*types.Package
}

func (im *pkgImporter) Import(path string) (*types.Package, error) {
	if p := im.pkgs[path]; p != nil && p.Complete() {
		return p, nil
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if b := im.n.build(im.t, path); b != nil {
		return gcexportdata.Read(bytes.NewReader(b.export), im.n.fset, im.pkgs, path)
	}
	f, err := os.Open(im.n.std[path])
	if err != nil {
		return nil, fmt.Errorf("no export data of %s: %w", path, err)
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, im.n.fset, im.pkgs, path)
}

// build returns what the package of src leaves for its importers, nil if there
// is none of that path. Only the analyzers that export facts run on it.
func (n *nogo) build(t *testing.T, path string) *built {
	if b := n.own[path]; b != nil {
		return b
	}
	if info, err := os.Stat(filepath.Join(n.src, path)); err != nil || !info.IsDir() {
		return nil
	}
	u := n.load(t, path)
	for _, a := range exporters(All()) {
		u.run(t, n.fset, a)
	}
	var export, facts bytes.Buffer
	if err := gcexportdata.Write(&export, n.fset, u.pkg); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(u.facts, func(a, b gobFact) int { return cmp.Compare(a.Object, b.Object) })
	if err := gob.NewEncoder(&facts).Encode(u.facts); err != nil {
		t.Fatalf("%s: facts: %v", path, err)
	}
	n.own[path] = &built{export.Bytes(), facts.Bytes()}
	var back []gobFact
	if err := gob.NewDecoder(bytes.NewReader(facts.Bytes())).Decode(&back); err != nil || !reflect.DeepEqual(back, u.facts) {
		t.Errorf("%s: facts come back as others, error %v\nhave %v\nwant %v", path, err, back, u.facts)
	}
	return n.own[path]
}

// exporters returns the analyzers that export facts, of those given and what
// they require, and registers their facts.
func exporters(as []*analysis.Analyzer) (out []*analysis.Analyzer) {
	seen := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, r := range a.Requires {
			visit(r)
		}
		for _, f := range a.FactTypes {
			gob.Register(f)
		}
		if len(a.FactTypes) > 0 {
			out = append(out, a)
		}
	}
	for _, a := range as {
		visit(a)
	}
	return out
}

// load parses and checks a package of src, with the maps that nogo fills and no
// language version.
func (n *nogo) load(t *testing.T, path string) *unit {
	t.Helper()
	u := &unit{known: map[types.Object][]analysis.Fact{}, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}}
	names, err := filepath.Glob(filepath.Join(n.src, path, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no files: %v", path, err)
	}
	for _, name := range names {
		f, err := parser.ParseFile(n.fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		u.files = append(u.files, f)
	}
	im := &pkgImporter{n, t, map[string]*types.Package{}}
	if u.pkg, err = (&types.Config{Importer: im}).Check(path, n.fset, u.files, u.info); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for dep, b := range n.own {
		pkg := im.pkgs[dep]
		if pkg == nil {
			continue
		}
		var facts []gobFact
		if err := gob.NewDecoder(bytes.NewReader(b.facts)).Decode(&facts); err != nil {
			t.Fatalf("%s: facts of %s: %v", path, dep, err)
		}
		for _, f := range facts {
			if obj, err := objectpath.Object(pkg, f.Object); err == nil {
				u.known[obj] = append(u.known[obj], f.Fact)
			}
		}
	}
	return u
}

// run runs a, and what it requires, and returns what it reports.
func (u *unit) run(t *testing.T, fset *token.FileSet, a *analysis.Analyzer) []analysis.Diagnostic {
	t.Helper()
	var out []analysis.Diagnostic
	results := map[*analysis.Analyzer]any{}
	var do func(a *analysis.Analyzer, report func(analysis.Diagnostic))
	do = func(a *analysis.Analyzer, report func(analysis.Diagnostic)) {
		for _, r := range a.Requires {
			if _, ok := results[r]; !ok {
				do(r, func(analysis.Diagnostic) {})
			}
		}
		res, err := a.Run(&analysis.Pass{
			Analyzer: a, Fset: fset, Files: u.files, Pkg: u.pkg, TypesInfo: u.info, TypesSizes: types.SizesFor("gc", "amd64"),
			ResultOf: results, Report: report,
			ImportObjectFact:  u.importFact,
			ExportObjectFact:  func(obj types.Object, f analysis.Fact) { u.exportFact(t, obj, f) },
			ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
			ExportPackageFact: func(analysis.Fact) { t.Errorf("%s: a fact about a package, which this driver does not carry", a) },
			AllObjectFacts:    func() []analysis.ObjectFact { return nil },
			AllPackageFacts:   func() []analysis.PackageFact { return nil },
		})
		if err != nil {
			t.Errorf("%s on %s: %v", a, u.pkg.Path(), err)
		}
		if have := reflect.TypeOf(res); have != a.ResultType {
			t.Errorf("%s returns a %v, and says that it is a %v", a, have, a.ResultType)
		}
		results[a] = res
	}
	do(a, func(d analysis.Diagnostic) { out = append(out, d) })
	return out
}

func (u *unit) importFact(obj types.Object, to analysis.Fact) bool {
	for _, f := range u.known[obj] {
		if reflect.TypeOf(f) == reflect.TypeOf(to) {
			reflect.ValueOf(to).Elem().Set(reflect.ValueOf(f).Elem())
			return true
		}
	}
	return false
}

func (u *unit) exportFact(t *testing.T, obj types.Object, f analysis.Fact) {
	path, err := objectpath.For(obj)
	if err != nil {
		return // seen by nobody
	}
	if obj.Pkg() != u.pkg {
		t.Errorf("%s: a fact about %v, which is not its own", u.pkg.Path(), obj)
	}
	u.facts = append(u.facts, gobFact{path, f})
}

// stdImports returns what the packages below src import of the standard library.
func stdImports(t *testing.T, src string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(src, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if _, err := os.Stat(filepath.Join(src, path)); err != nil && !strings.Contains(path, ".") && path != "C" {
				out = append(out, path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
