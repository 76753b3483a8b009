package retrysite

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/internal/policy"
)

const oracleDir = "../known/testdata/oracle"

// oracleRows reads the bounds of the configurations, by name; a bound of "" is
// not known.
func oracleRows(t *testing.T) map[string][][3]float64 {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(oracleDir, "bounds.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][][3]float64{}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 4 || strings.HasPrefix(line, "#") {
			continue
		}
		var row [3]float64
		for i, s := range f[1:] {
			if row[i], err = strconv.ParseFloat(s, 64); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		rows[f[0]] = append(rows[f[0]], row)
	}
	return rows
}

// TestOracle holds the policies that are read from real libraries to bounds
// that were measured and computed. It needs the module proxy, or its cache:
//
//	RETRYLINT_ORACLE=1 go test ./internal/retrysite -run Oracle
func TestOracle(t *testing.T) {
	if os.Getenv("RETRYLINT_ORACLE") == "" {
		t.Skip("RETRYLINT_ORACLE is not set")
	}
	rows := oracleRows(t)
	seen, right := map[string]bool{}, 0
	for _, set := range []string{"new", "old"} {
		dir, err := filepath.Abs(filepath.Join(oracleDir, set))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range loadOracle(t, dir) {
			for _, e := range p.Errors {
				t.Errorf("%s: %v", p.PkgPath, e)
			}
			if len(p.Errors) > 0 {
				continue
			}
			for name, got := range probes(p) {
				seen[name] = true
				if len(rows[name]) == 0 {
					t.Errorf("%s: no bounds", name)
				} else if why := boundsDiffer(got, rows[name]); why != "" {
					t.Errorf("%s: %s", name, why)
				} else {
					right++
				}
			}
		}
	}
	for name := range rows {
		if !seen[name] {
			t.Errorf("%s: not written", name)
		}
	}
	t.Logf("%d of %d configurations are read exactly", right, len(rows))
	if right < 150 {
		t.Errorf("%d configurations are right, want 150 or more", right)
	}
}

// loadOracle type-checks the packages of a module, its dependencies from
// source without the bodies of their functions.
func loadOracle(t *testing.T, dir string) []*packages.Package {
	t.Helper()
	cfg := &packages.Config{
		Dir: dir, Env: append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0", "GOFLAGS="),
		Mode: packages.LoadAllSyntax,
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if f != nil && !strings.HasPrefix(name, dir) {
				for _, d := range f.Decls {
					if fd, ok := d.(*ast.FuncDecl); ok {
						fd.Body = nil
					}
				}
			}
			return f, err
		},
	}
	pkgs, err := packages.Load(cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// probes returns the policies given to probe(name, policy) in p.
func probes(p *packages.Package) map[string][]*policy.Policy {
	pass := &analysis.Pass{Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo}
	l := newScanner(pass).library()
	out := map[string][]*policy.Policy{}
	for _, f := range p.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "probe" {
				return true
			}
			name := constant.StringVal(p.TypesInfo.Types[call.Args[0]].Value)
			out[name] = nil
			node := l.resolve(call.Args[1])
			if node == nil {
				return true
			}
			b := l.build(node)
			for b != nil && b.way.Delay == "" && !b.way.Sum && len(b.subs) > 0 {
				b = l.build(b.subs[0]) // a run under the policy
			}
			if b == nil {
				return true
			}
			if b.way.Part {
				whole := *b
				w := *b.way
				w.Part = false
				whole.way, whole.where = &w, nil
				l.finish(&whole)
				b = &whole
			}
			out[name] = b.policies()
			return true
		})
	}
	return out
}

// boundsDiffer says in what the policies differ from the bounds: one alternative
// has to meet them all.
func boundsDiffer(ps []*policy.Policy, rows [][3]float64) string {
	if len(ps) == 0 {
		return "no policy"
	}
	why := ""
	for _, p := range ps {
		q := &policy.Policy{Delay: p.Delay, States: p.States, Wait: p.Wait, Again: p.Again, Attempts: p.Attempts, Prev: p.Prev}
		if len(rows) > q.Attempts-1 {
			q.Attempts, q.Again = 0, nil // the delay function is asked alone
		}
		if why = differs(q, rows); why == "" {
			return ""
		}
	}
	return why
}

func differs(p *policy.Policy, rows [][3]float64) string {
	last := int(rows[len(rows)-1][0])
	bs := map[int]policy.Bound{}
	for _, b := range p.Bounds(last) {
		bs[b.N] = b
	}
	for _, r := range rows {
		b, ok := bs[int(r[0])]
		if !ok && r[1] == 0 && r[2] == 0 {
			continue // a delay of 0 is no wait
		}
		if !ok {
			return p.Text() + ": no wait " + strconv.Itoa(int(r[0]))
		}
		if math.Abs(b.LoF-r[1]) > 1+1e-9*r[1] || math.Abs(b.HiF-r[2]) > 1+1e-9*r[2] {
			f := func(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }
			return p.Text() + ": wait " + f(r[0]) + " is " + f(b.LoF) + ".." + f(b.HiF) + ", want " + f(r[1]) + ".." + f(r[2])
		}
	}
	return ""
}
