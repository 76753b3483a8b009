package plugin

import (
	"flag"
	"go/ast"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/rule"
)

func TestRegistered(t *testing.T) {
	fn, err := register.GetPlugin("retrylint")
	if err != nil {
		t.Fatal(err)
	}
	l, err := fn(nil)
	if err != nil {
		t.Fatal(err)
	}
	if have := l.GetLoadMode(); have != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", have)
	}
	as, err := l.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(as); err != nil {
		t.Error(err)
	}
	if have, want := len(as), len(analyzers.Default())+1; have != want {
		t.Errorf("%d analyzers, want the rules that are on by default and a mark: %d", have, want)
	}
}

func namesOf(as []*analysis.Analyzer) []string {
	var out []string
	for _, a := range as {
		out = append(out, a.Name)
	}
	return out
}

func TestRules(t *testing.T) {
	all := namesOf(analyzers.All())
	without := func(names []string, drop ...string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(drop, n) })
	}
	byDefault := namesOf(analyzers.Default())
	for _, tt := range []struct {
		settings map[string]any
		want     []string
	}{
		{nil, byDefault},
		{map[string]any{"disable": []any{"nojitter", "retrypost"}}, without(byDefault, "nojitter", "retrypost")},
		{map[string]any{"disable": []any{"all"}, "enable": []any{"retrypost", "nojitter"}}, []string{"nojitter", "retrypost"}},
		{map[string]any{"enable": []any{"all"}, "disable": []any{"badignore"}}, without(all, "badignore")},
	} {
		l, err := New(tt.settings)
		if err != nil {
			t.Errorf("%v: %v", tt.settings, err)
			continue
		}
		if have := namesOf(l.(*linter).rules); !slices.Equal(have, tt.want) {
			t.Errorf("%v: have %s, want %s", tt.settings, have, tt.want)
		}
	}
}

func TestFaultySettings(t *testing.T) {
	flags := func(name string, v any) map[string]any { return map[string]any{"flags": map[string]any{name: v}} }
	for _, tt := range []struct {
		settings any
		want     []string // parts of the error
	}{
		{map[string]any{"enabel": []any{"nojitter"}}, []string{`"enabel"`, "enable, disable and flags"}},
		{map[string]any{"enable": "nojitter"}, []string{"cannot unmarshal string"}},
		{map[string]any{"enable": []any{"nojiter"}}, []string{`no rule "nojiter"`, "narrowjitter"}},
		{map[string]any{"disable": []any{"all"}}, []string{"no rule that runs"}},
		{flags("narrowjitter.mni", 0.3), []string{`no flag "narrowjitter.mni"`, "narrowjitter.min"}},
		{flags("narrowjitter.min", "wide"), []string{"flag narrowjitter.min: parse error"}},
		{flags("narrowjitter.min", nil), []string{"flag narrowjitter.min: want text"}},
		{flags("retrypost.keys", []any{"A", []any{nil}}), []string{"flag retrypost.keys: want text"}},
		{flags("narrowjitter", 0.3), []string{`no flag "narrowjitter"`, "narrowjitter.min"}},
		{flags("narrowjitter", map[string]any{"mni": 0.3}), []string{`no flag "narrowjitter.mni"`}},
	} {
		_, err := New(tt.settings)
		if err == nil {
			t.Errorf("%v: no error", tt.settings)
			continue
		}
		for _, part := range tt.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%v: have %q, want %q in it", tt.settings, err, part)
			}
		}
	}
}

func TestFlags(t *testing.T) {
	var min float64
	var keys string
	fake := &analysis.Analyzer{Name: "fake"}
	fake.Flags.Float64Var(&min, "min", 0.25, "")
	fake.Flags.StringVar(&keys, "keys", "", "")
	defer func() { rule.IncludeTests = false }()
	err := setFlags([]*analysis.Analyzer{fake}, map[string]any{
		"fake.min": 0.5, "fake": map[string]any{"keys": []any{"X-Key", "X-Once"}}, "include-tests": true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if min != 0.5 || keys != "X-Key,X-Once" || !rule.IncludeTests {
		t.Errorf("have %g, %q, %t", min, keys, rule.IncludeTests)
	}
	// What a setting reaches is what the rules read.
	for _, a := range analyzers.All() {
		if a.Name != "narrowjitter" {
			continue
		}
		before := a.Flags.Lookup("min").Value.String()
		if _, err := New(map[string]any{"flags": map[string]any{"narrowjitter.min": "0.125"}}); err != nil {
			t.Fatal(err)
		}
		if have := a.Flags.Lookup("min").Value.(flag.Getter).Get(); have != 0.125 {
			t.Errorf("narrowjitter.min is %v", have)
		}
		if err := a.Flags.Set("min", before); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAdapt(t *testing.T) {
	fake := &analysis.Analyzer{Name: "fake", Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(analysis.Diagnostic{
			Pos:     1,
			Message: "wait rand.N(d) (fake)",
			Related: []analysis.RelatedInformation{{Message: "computed here"}},
		})
		pass.Report(analysis.Diagnostic{Pos: 2, Message: "wait (other)"})
		return len(pass.Files), nil
	}}
	var have []analysis.Diagnostic
	pass := &analysis.Pass{Files: make([]*ast.File, 3), Report: func(d analysis.Diagnostic) { have = append(have, d) }}
	res, err := adapt(fake).Run(pass)
	if res != 3 || err != nil {
		t.Errorf("have %v, %v", res, err)
	}
	want := []analysis.Diagnostic{{Pos: 1, Message: "wait rand.N(d)"}, {Pos: 2, Message: "wait (other)"}}
	if !reflect.DeepEqual(have, want) {
		t.Errorf("have %+v, want %+v", have, want)
	}
}

func TestVersionMark(t *testing.T) {
	dep := func(version string, replace *debug.Module) *debug.BuildInfo {
		return &debug.BuildInfo{
			Main: debug.Module{Path: "example.com/gcl", Version: "v9.9.9"},
			Deps: []*debug.Module{{Path: module, Version: version, Replace: replace}},
		}
	}
	for _, tt := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{dep("v1.4.0-rc.1", nil), "retrylint_v1_4_0_rc_1"},
		{dep("v1.4.0", &debug.Module{Path: "../retrylint"}), "retrylint_v1_4_0"},
		{dep("v1.4.0", &debug.Module{Path: "example.com/fork", Version: "v1.5.0"}), "retrylint_v1_5_0"},
		{&debug.BuildInfo{Main: debug.Module{Path: module, Version: "(devel)"}}, "retrylint__devel_"},
		{&debug.BuildInfo{}, "retrylint_unknown"},
	} {
		if have := versionMark(tt.info).Name; have != tt.want {
			t.Errorf("have %s, want %s", have, tt.want)
		}
	}
}

func TestMarkFacts(t *testing.T) {
	fn, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	var exporting []string
	for range 2 { // each configuration builds them
		as, err := fn.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		exporting = nil
		var visit func(a *analysis.Analyzer)
		visit = func(a *analysis.Analyzer) {
			if len(a.FactTypes) > 0 && !slices.Contains(exporting, a.Name) {
				exporting = append(exporting, a.Name)
			}
			for _, r := range a.Requires {
				visit(r)
			}
		}
		for _, a := range as {
			visit(a)
		}
	}
	info, _ := debug.ReadBuildInfo()
	want := "retryhelper" + strings.TrimPrefix(versionMark(info).Name, Name)
	if !slices.Equal(exporting, []string{want}) {
		t.Errorf("facts are exported by %q, want %q", exporting, want)
	}
}
