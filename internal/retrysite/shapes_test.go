package retrysite

import (
	goflag "flag"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

var update = goflag.Bool("update", false, "rewrite the expectations in testdata/shapes")

var reads = regexp.MustCompile(`\s*// reads: (.*)$`)

// TestShapes reads the delays of testdata/shapes: each wait, and each delay
// function that stands alone, reads as the comment on its line says, its
// alternatives parted by " | ". A line without a comment has no wait.
func TestShapes(t *testing.T) {
	const name = "testdata/shapes/shapes.go"
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(src), "\n")
	got := map[int]string{}
	pass := passOf(t, name, src)
	for _, s := range scanPackage(pass).Sites {
		for _, w := range s.Waits {
			var texts []string
			for _, p := range w.Policies {
				texts = append(texts, textOf(p))
			}
			got[pass.Fset.Position(w.Start).Line] = strings.Join(texts, " | ")
		}
	}
	for i, line := range lines {
		want, have := "", got[i+1]
		if m := reads.FindStringSubmatch(line); m != nil {
			want = m[1]
			lines[i] = strings.TrimSuffix(line, m[0])
		}
		if have != "" {
			lines[i] += " // reads: " + have
		}
		if want != have && !*update {
			t.Errorf("%s:%d: %s\nhave %s\nwant %s", name, i+1, strings.TrimSpace(line), have, want)
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func textOf(p *policy.Policy) string {
	if !p.Known() {
		return "unknown"
	}
	return p.Text()
}

// passOf returns what an analysis pass over one file is given.
func passOf(t testing.TB, name string, src []byte) *analysis.Pass {
	t.Helper()
	OnPanic = func(fn *ssa.Function, cause any) { t.Errorf("reading %v panics: %v", fn, cause) }
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports()[path]) })
	conf := &types.Config{Importer: imp}
	pkg, err := conf.Check("example.com/p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Pass{Analyzer: Analyzer, Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info}
}
