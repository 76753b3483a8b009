package analyzers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// A snippet is a retry whose waits are recorded in place of being slept.
type snippet struct {
	rule              string // that repairs it
	init, delay, step string
	uncounted         bool
}

var snippets = []snippet{
	{"nojitter", "d := time.Second", "d", "d *= 2", false},
	{"nojitter", "d := time.Second", "d", "d *= 2", true},
	{"nojitter", "d := 250 * time.Millisecond", "d", "d = min(2*d, 2*time.Second)", true},
	{"nojitter", "d := time.Second", "d", "d = d * 3 / 2", false},
	{"nojitter", "d := time.Second", "d", "d += d", false},
	{"nojitter", "d := time.Second", "min(d, 10*time.Second)", "d *= 3", true},
	{"nojitter", "d := time.Second", "d + 10*time.Millisecond", "d *= 2", false},
	{"nojitter", "", "time.Second << n", "", false},
	{"nojitter", "", "100 * time.Millisecond << n", "", false},
	{"nojitter", "", "time.Duration(1<<n) * time.Second", "", false},
	{"nojitter", "", "time.Duration(1<<min(n, 10)) * time.Second", "", true},
	{"nojitter", "", "time.Duration(math.Pow(2, float64(n))) * time.Second", "", false},
	{"nojitter", "", "time.Duration(math.Pow(1.5, float64(n)) * float64(time.Second))", "", false},
	{"nojitter", "", "expo(n)", "", false},
	{"nojitter", "", "expo(n)", "", true},
	{"nojitter", "", "table[min(n, 4)]", "", false},
	{"nojitter", "s := 1", "time.Duration(s) * time.Second", "s *= 2", false},
	{"nojitter", "w := waits{base: time.Second}", "w.base << n", "", false},
	{"nojitter", "w := waits{base: time.Second}", "w.base", "w.base *= 2", false},
	{"nojitter", "w := waits{base: time.Second}", "w.next(n)", "", true},
	{"fixeddelay", "", "5 * time.Second", "", false},
	{"fixeddelay", "", "pause", "", true},
	{"fixeddelay", "", "time.Duration(n+1) * time.Second", "", false},
	{"fixeddelay", "", "time.Duration((n+1)*(n+1)) * time.Second", "", false},
	{"fixeddelay", "d := time.Second", "d", "d += time.Second", false},
	{"fixeddelay", "", "time.Second + 500*time.Millisecond", "", false},
	{"narrowjitter", "d := time.Second", "time.Duration(float64(d) * (0.9 + 0.2*rand.Float64()))", "d *= 2", false},
	{"narrowjitter", "d := time.Second", "time.Duration((rand.Float64()/2 + 0.8) * float64(d))", "d *= 2", false},
	{"narrowjitter", "d := time.Second", "d + rand.N(100*time.Millisecond)", "d *= 2", false},
	{"cappedjitter", "d := time.Second", "min(4*time.Second, d+rand.N(d))", "d = min(2*d, time.Minute)", true},
	{"nocap", "d := time.Second", "d + rand.N(d)", "d *= 2", true},
	{"nocap", "", "time.Duration(float64(min(100*time.Millisecond<<n, 10*time.Second)) * (0.5 + rand.Float64()))", "", true},
	{"randpanic", "", "time.Second + rand.N(time.Duration(n)*time.Second)", "", false},
	{"retryafter", "", "asked()", "", true},
	{"retryafter", "d := asked()", "d", "", false},
	{"xorpow", "", "time.Duration(2^n) * time.Second", "", false},
	{"xorpow", "", "time.Duration(2^n) * time.Second", "", true},
	{"xorpow", "p := 0", "time.Duration(p) * time.Millisecond", "p = 10 ^ n", false},
	{"xorpow", "", "rand.N(time.Duration(2^n)*time.Second + time.Second)", "", false},
	{"durationunit", "", "5", "", true},
	{"durationunit", "", "200", "", true},
	{"durationunit", "", "pause * time.Second", "", true},
}

// program returns a program that prints, for every snippet, the waits of the
// attempts of many runs.
func program() string {
	var b strings.Builder
	b.WriteString(`package main

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"time"
)

var (
	_     = math.Pow
	_     = rand.Float64
	table = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second}
	now   []time.Duration
	sleep = func(d time.Duration) { now = append(now, d) }
)

const pause = 5 * time.Second

type waits struct{ base time.Duration }

func (w waits) next(n int) time.Duration { return min(w.base<<min(n, 10), time.Minute) }

func expo(n int) time.Duration { return min(200*time.Millisecond<<min(n, 10), 3*time.Second) }

var header = http.Header{"Retry-After": {"30"}}

func asked() time.Duration {
	s, err := strconv.Atoi(header.Get("Retry-After"))
	if err != nil {
		return time.Second
	}
	return time.Duration(s) * time.Second
}

func main() {
	out := map[string][][]time.Duration{}
	for name, f := range snippets {
		for range 100 {
			now = nil
			n := 0
			failing := func() error {
				if n++; n > 6 {
					return nil
				}
				return errors.New("failed")
			}
			func() {
				defer func() { recover() }()
				f(failing)
			}()
			out[name] = append(out[name], now)
		}
	}
	json.NewEncoder(os.Stdout).Encode(out)
}

var snippets = map[string]func(func() error) error{
`)
	for i := range snippets {
		fmt.Fprintf(&b, "\t\"f%d\": f%d,\n", i, i)
	}
	b.WriteString("}\n")
	for i, s := range snippets {
		head, limit := "for n := 0; n < 6; n++ {", " || n == 5"
		if s.uncounted {
			head, limit = "for n := 0; ; n++ {", ""
		}
		fmt.Fprintf(&b, "\nfunc f%d(fetch func() error) (err error) {\n\t%s\n\t%s\n\t\tif err = fetch(); err == nil%s {\n\t\t\treturn err\n\t\t}\n\t\tsleep(%s)\n\t\t_ = n\n\t\t%s\n\t}\n", i, s.init, head, limit, s.delay, s.step)
		if !s.uncounted {
			b.WriteString("\treturn err\n")
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// TestFixedDelaysAreInBounds runs retries before and after they are repaired:
// what they wait lies in the bounds of the policies that are read from them.
func TestFixedDelaysAreInBounds(t *testing.T) {
	rule.Fixes = "all"
	defer func() { rule.Fixes = "safe" }()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	file := write("main.go", program())
	before, edits := judgeProgram(t, dir)
	runsInBounds(t, "before", dir, before)
	for i, s := range snippets {
		fn := fmt.Sprintf("example.com/m.f%d", i)
		if !slices.Contains(before[fn].fixed, s.rule) {
			t.Errorf("%s: sleep(%s) in %q: fixes of %v, want one of %s", fn, s.delay, s.step, before[fn].fixed, s.rule)
		}
	}
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write("main.go", string(apply(t, file, src, slices.All(edits))))
	after, _ := judgeProgram(t, dir)
	runsInBounds(t, "after", dir, after)
	for fn, b := range after {
		for _, name := range b.found {
			if slices.Contains(before[fn].fixed, name) {
				t.Errorf("%s: %s is reported after its fix", fn, name)
			}
		}
	}
}

// read is what is read from one function: its policy, the rules that report
// it, and those that repair it.
type read struct {
	policies     []*policy.Policy
	found, fixed []string
}

func judgeProgram(t *testing.T, dir string) (map[string]*read, []edit) {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=")}
	pkgs, err := packages.Load(cfg, ".")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs[0].Errors)
	}
	out := map[string]*read{}
	rules := []*analysis.Analyzer{retrysite.Analyzer}
	for _, name := range []string{"nojitter", "fixeddelay", "narrowjitter", "cappedjitter", "nocap", "randpanic", "retryafter", "xorpow", "durationunit"} {
		rules = append(rules, analyzerNamed(t, name))
	}
	graph, err := checker.Analyze(rules, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	fset := pkgs[0].Fset
	lines := map[int]string{} // of the waits, to functions
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		if res, ok := act.Result.(*retrysite.Result); ok {
			for _, s := range res.Sites {
				out[s.Func] = &read{}
				for _, w := range s.Waits {
					lines[fset.Position(w.Start).Line] = s.Func
					out[s.Func].policies = append(out[s.Func].policies, w.Policies...)
				}
			}
		}
	}
	var edits []edit
	for _, act := range graph.Roots {
		for _, d := range act.Diagnostics {
			r := out[lines[fset.Position(d.Pos).Line]]
			r.found = append(r.found, act.Analyzer.Name)
			for _, f := range d.SuggestedFixes {
				r.fixed = append(r.fixed, act.Analyzer.Name)
				for _, e := range f.TextEdits {
					tf := fset.File(e.Pos)
					x := edit{tf.Offset(e.Pos), tf.Offset(e.End), string(e.NewText)}
					if !slices.Contains(edits, x) {
						edits = append(edits, x)
					}
				}
			}
		}
	}
	return out, edits
}

// runsInBounds runs the program in dir and compares what it waits with what was read.
func runsInBounds(t *testing.T, when, dir string, have map[string]*read) {
	t.Helper()
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	data, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", when, err, errs.Bytes())
	}
	ran := map[string][][]time.Duration{}
	if err := json.Unmarshal(data, &ran); err != nil {
		t.Fatal(err)
	}
	for i, s := range snippets {
		fn := fmt.Sprintf("example.com/m.f%d", i)
		r := have[fn]
		if r == nil || len(r.policies) == 0 {
			t.Errorf("%s: %s: no policy was read of sleep(%s)", when, fn, s.delay)
			continue
		}
		for _, run := range ran[fmt.Sprintf("f%d", i)] {
			if when == "after" && len(run) < 5 {
				t.Errorf("%s: %s: sleep(%s): %d waits, want 5 or more", when, fn, s.delay, len(run))
				break
			}
			if n := outOfBounds(run, r.policies); n > 0 {
				t.Errorf("%s: %s: sleep(%s): waits %v, of which number %d is in the bounds of none of %s", when, fn, s.delay, run, n, texts(r.policies))
				break
			}
		}
	}
}

func texts(ps []*policy.Policy) (out []string) {
	for _, p := range ps {
		out = append(out, p.Text())
	}
	return out
}

// outOfBounds returns the number of the first wait that lies in the bounds of
// no policy, 0 if there is none.
func outOfBounds(run []time.Duration, ps []*policy.Policy) int {
	for i, d := range run {
		if !slices.ContainsFunc(ps, func(p *policy.Policy) bool {
			for _, b := range p.Bounds(20) {
				if b.N == i+1 {
					return b.Lo-1 <= d && d <= b.Hi+1
				}
			}
			return d == 0 // Bounds leaves out what is no wait
		}) {
			return i + 1
		}
	}
	return 0
}
