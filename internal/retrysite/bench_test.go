package retrysite

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// BenchmarkRead reads all sites of net/http, beside building its SSA; of the
// package DIR,PATH with RETRYLINT_BENCH=DIR,PATH, as in
// RETRYLINT_BENCH=../raft,github.com/hashicorp/raft.
func BenchmarkRead(b *testing.B) {
	pass := loadBench(b)
	sites := 0
	for b.Loop() {
		b.StopTimer()
		pkg, funcs := buildSSA(pass) // what a reading finds out is kept beside it
		b.StartTimer()
		sites = len(scannerOf(pass, pkg, funcs).scan())
	}
	b.ReportMetric(float64(sites), "sites")
}

// BenchmarkBuild builds the SSA that BenchmarkRead reads.
func BenchmarkBuild(b *testing.B) {
	pass := loadBench(b)
	for b.Loop() {
		buildSSA(pass)
	}
}

func loadBench(b *testing.B) *analysis.Pass {
	dir, path, ok := strings.Cut(os.Getenv("RETRYLINT_BENCH"), ",")
	if !ok {
		dir, path = ".", "net/http"
	}
	pkgs, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadSyntax}, path)
	if err != nil {
		b.Fatal(err)
	}
	p := pkgs[0]
	if len(p.Errors) > 0 {
		b.Fatal(p.Errors[0])
	}
	return &analysis.Pass{Analyzer: Analyzer, Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo}
}
