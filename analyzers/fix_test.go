package analyzers

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// TestFixes applies the fixes of testdata/src/fix_RULE, those of that rule, to
// its files: they become what stands in FILE.golden. That compiles, is formatted,
// and analysed again it has no finding that had a fix, and none that is new.
func TestFixes(t *testing.T) {
	rule.Fixes = "all"
	defer func() { rule.Fixes = "safe" }()
	dirs, err := filepath.Glob(filepath.Join(analysistest.TestData(), "src", "fix_*"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no packages: %v", err)
	}
	var names []string
	for _, dir := range dirs {
		names = append(names, filepath.Base(dir))
	}
	before := analyse(t, analysistest.TestData(), names)
	dir := t.TempDir()
	for _, stubs := range []string{"github.com", "k8s.io"} {
		if err := os.CopyFS(filepath.Join(dir, "src", stubs), os.DirFS(filepath.Join(analysistest.TestData(), "src", stubs))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		for _, file := range goFiles(t, filepath.Join(analysistest.TestData(), "src", name)) {
			compareGolden(t, file, before.edits[file])
			copyFile(t, file+".golden", filepath.Join(dir, "src", name, filepath.Base(file)))
		}
	}
	after := analyse(t, dir, names)
	for key, n := range after.count {
		if have := before.count[key] - before.fixed[key]; n > have {
			t.Errorf("%s: %d findings after the fixes, want %d", key, n, have)
		}
	}
	for file, edits := range after.edits {
		t.Errorf("%s: %d edits when fixed again, want none", file, len(edits))
	}
}

// found is what the rules say of packages: how many findings there are by
// package and rule, of how many there is a fix, and the edits of each file.
type found struct {
	count, fixed map[string]int
	edits        map[string][]edit
}

type edit struct {
	from, to int
	text     string
}

// analyse runs all rules over packages below dir. Fixes are taken of the rule
// that a package is named for.
func analyse(t *testing.T, dir string, names []string) found {
	t.Helper()
	out := found{map[string]int{}, map[string]int{}, map[string][]edit{}}
	a := &analysis.Analyzer{
		Name: "fixed", Doc: "run all rules", Requires: []*analysis.Analyzer{retrysite.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, name := range ruleNames() {
				own := pass.Pkg.Path() == "fix_"+name || pass.Pkg.Path() == "fix_all"
				p := *pass
				p.Report = func(d analysis.Diagnostic) {
					if !own {
						d.SuggestedFixes = nil
					}
					d.Category = name
					pass.Report(d)
				}
				if _, err := analyzerNamed(t, name).Run(&p); err != nil {
					return nil, err
				}
			}
			return nil, nil
		},
	}
	var said complaints
	for _, res := range analysistest.Run(&said, dir, a, names...) {
		if res.Action.Err != nil {
			t.Fatal(res.Action.Err, res.Action.Package.Errors)
		}
		for _, d := range res.Action.Diagnostics {
			key := res.Action.Package.PkgPath + " " + d.Category
			out.count[key]++
			for _, f := range d.SuggestedFixes {
				out.fixed[key]++
				for _, e := range f.TextEdits {
					tf := res.Action.Package.Fset.File(e.Pos)
					x := edit{tf.Offset(e.Pos), tf.Offset(e.End), string(e.NewText)}
					if !slices.Contains(out.edits[tf.Name()], x) {
						out.edits[tf.Name()] = append(out.edits[tf.Name()], x)
					}
				}
			}
		}
	}
	for _, s := range said {
		if !strings.Contains(s, "unexpected diagnostic") {
			t.Errorf("%s", s)
		}
	}
	return out
}

// complaints are what analysistest says.
type complaints []string

func (c *complaints) Errorf(f string, args ...any) { *c = append(*c, fmt.Sprintf(f, args...)) }

func goFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files (%v)", dir, err)
	}
	return files
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func compareGolden(t *testing.T, file string, edits []edit) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := format.Source(apply(t, file, src, slices.Backward(edits))); err != nil {
		t.Errorf("%s: applied in another order: %v", file, err)
	}
	b := apply(t, file, src, slices.All(edits))
	f, err := format.Source(b)
	if err == nil && strings.Contains(file, "fix_all") {
		b = f // as the go command does: what is written around another fix is no longer indented
	}
	if err != nil || !bytes.Equal(f, b) {
		t.Errorf("%s: not formatted when fixed (%v):\n%s", file, err, b)
	}
	if *update {
		if err := os.WriteFile(file+".golden", b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file + ".golden")
	if err != nil || !bytes.Equal(want, b) {
		t.Errorf("%s: fixed, it is not its golden (%v); run go test ./analyzers -run TestFixes -update and look at it:\n%s", file, err, b)
	}
}

// apply returns src with the edits, in their order where they are at one place.
func apply(t *testing.T, file string, src []byte, seq iter.Seq2[int, edit]) []byte {
	t.Helper()
	var edits []edit
	for _, e := range seq {
		edits = append(edits, e)
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.from < at {
			t.Fatalf("%s: edits that overlap at %d", file, e.from)
		}
		b.Write(src[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.Write(src[at:])
	return b.Bytes()
}
