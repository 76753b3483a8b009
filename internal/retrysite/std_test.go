package retrysite

import (
	"go/ast"
	gobuild "go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// buildStd builds the SSA of a package of the standard library from its source.
func buildStd(t *testing.T, path string) *scope {
	t.Helper()
	ctx := gobuild.Default
	ctx.CgoEnabled = false
	dir := filepath.Join(runtime.GOROOT(), "src", path)
	bp, err := ctx.ImportDir(dir, 0)
	if err != nil {
		t.Skip(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range bp.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	imp := importer.ForCompiler(fset, "gc", func(p string) (io.ReadCloser, error) {
		if f, ok := exports()["vendor/"+p]; ok {
			return os.Open(f)
		}
		return os.Open(exports()[p])
	})
	conf := &types.Config{Importer: imp, Error: func(error) {}, FakeImportC: true}
	pkg, _, err := ssautil.BuildPackage(conf, fset, types.NewPackage(path, bp.Name), files, ssa.GlobalDebug|ssa.InstantiateGenerics)
	if err != nil {
		t.Skip(err)
	}
	return newScope(pkg, files, functionsOf(pkg))
}

// TestStd reads the loops of real packages: nothing panics, and a second
// reading says the same.
func TestStd(t *testing.T) {
	for path, want := range map[string]string{
		"net/http":     "Serve: l.Accept retry local",
		"database/sql": "retry: fn retry possibly",
		"net":          "tryOneName: r.exchange retry possibly ctx=ctx:observed",
	} {
		read := func() string {
			var out []string
			sc := buildStd(t, path)
			for _, fn := range sc.funcs {
				for _, l := range testLoops(fn) {
					if a := findAttempt(sc, l, testWaits(sc, l)); a != nil {
						out = append(out, fn.Name()+": "+summary([]*attempt{a}))
					}
				}
			}
			return strings.Join(out, "\n")
		}
		t.Run(path, func(t *testing.T) {
			first := read()
			if second := read(); first != second {
				t.Errorf("first\n%s\nthen\n%s", first, second)
			}
			if !strings.Contains(first, want) {
				t.Errorf("no %q in\n%s", want, first)
			}
		})
	}
}
