package retrysite

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"sort"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// exports maps the packages that test sources may import to their export data.
var exports = sync.OnceValue(func() map[string]string {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}",
		"context", "errors", "fmt", "io", "math", "math/rand", "math/rand/v2", "net", "net/http", "strconv", "sync", "sync/atomic", "time", "bytes", "strings", "bufio", "database/sql", "encoding/json").Output()
	if err != nil {
		panic(err)
	}
	m := map[string]string{}
	for _, l := range strings.Fields(string(out)) {
		if p, f, ok := strings.Cut(l, "="); ok && f != "" {
			m[p] = f
		}
	}
	return m
})

// build type-checks one source file and builds its SSA.
func build(t testing.TB, src string) *scope {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports()[path]) })
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: imp}, fset, types.NewPackage("example.com/p", f.Name.Name), []*ast.File{f},
		ssa.GlobalDebug|ssa.InstantiateGenerics)
	if err != nil {
		t.Fatal(err)
	}
	return newScope(pkg, []*ast.File{f}, functionsOf(pkg))
}

// functionsOf returns the functions of a package in the order of the source.
func functionsOf(pkg *ssa.Package) []*ssa.Function {
	var fns []*ssa.Function
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil || len(fn.Blocks) == 0 || !fn.Pos().IsValid() {
			return
		}
		fns = append(fns, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for _, m := range pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			if n, ok := m.Type().(*types.Named); ok {
				for i := range n.NumMethods() {
					add(pkg.Prog.FuncValue(n.Method(i)))
				}
			}
		}
	}
	sort.Slice(fns, func(i, j int) bool { return fns[i].Pos() < fns[j].Pos() })
	return fns
}

// testLoops returns the natural loops of a function.
func testLoops(fn *ssa.Function) []*loop {
	var out []*loop
	for _, h := range fn.Blocks {
		l := &loop{fn: fn, header: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
		for _, p := range h.Preds {
			if h.Dominates(p) {
				l.back = append(l.back, p)
			}
		}
		todo := append([]*ssa.BasicBlock(nil), l.back...)
		for len(todo) > 0 {
			b := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !l.blocks[b] {
				l.blocks[b] = true
				todo = append(todo, b.Preds...)
			}
		}
		if len(l.back) > 0 {
			out = append(out, l)
		}
	}
	return append(out, recursionLoop(fn)...)
}

// recursionLoop returns the synthetic loop of a function that calls itself.
func recursionLoop(fn *ssa.Function) []*loop {
	l := &loop{fn: fn, header: fn.Blocks[0], blocks: map[*ssa.BasicBlock]bool{}}
	for _, b := range fn.Blocks {
		l.blocks[b] = true
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Call.StaticCallee() == fn {
				l.back = append(l.back, b)
			}
		}
	}
	if len(l.back) == 0 {
		return nil
	}
	return []*loop{l}
}

// testWaits returns the waits in a loop, simply.
func testWaits(sc *scope, l *loop) []ssa.Instruction {
	var out []ssa.Instruction
	for _, b := range l.fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && l.contains(in) && sleeps(sc, c, 2) {
				out = append(out, in)
			}
		}
	}
	return out
}

func sleeps(sc *scope, c *ssa.Call, left int) bool {
	switch fullName(c) {
	case "time.Sleep", "time.After", "time.NewTimer", "(*time.Timer).Reset":
		return true
	}
	if fn := sc.body(c); fn != nil && left > 0 {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if d, ok := in.(*ssa.Call); ok && sleeps(sc, d, left-1) {
					return true
				}
			}
		}
	}
	n := strings.ToLower(calleeName(c))
	return strings.HasPrefix(n, "sleep") || strings.HasSuffix(n, "sleep")
}

// attemptsOf returns the attempts of all loops by function.
func attemptsOf(sc *scope) map[string][]*attempt {
	m := map[string][]*attempt{}
	for _, fn := range sc.funcs {
		for _, l := range testLoops(fn) {
			if a := findAttempt(sc, l, testWaits(sc, l)); a != nil {
				m[fn.Name()] = append(m[fn.Name()], a)
			}
		}
	}
	return m
}
