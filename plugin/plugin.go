// Package plugin is retrylint as a module plugin of golangci-lint v2: a build of
// golangci-lint that imports it has a linter named "retrylint".
package plugin

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers"
	"github.com/retrylint/retrylint/internal/rule"
)

// Name is the name of the linter in golangci-lint.
const Name = "retrylint"

const module = "github.com/retrylint/retrylint"

func init() { register.Plugin(Name, New) }

// Settings is what stands under linters.settings.custom.retrylint.settings in
// the configuration of golangci-lint. It means what the flags of the command mean.
type Settings struct {
	// Enable and Disable name rules that run, or do not; "all" is every rule.
	Enable  []string `json:"enable"`
	Disable []string `json:"disable"`
	// Flags are flags by name without the dash, as in
	// {"narrowjitter.min": 0.3, "include-tests": true}, or those of a rule as a
	// map, {"narrowjitter": {"min": 0.3}}, which is what golangci-lint makes of
	// the former. A value is text, a number, a boolean, or a list of these.
	Flags map[string]any `json:"flags"`
}

// A linter is the rules that one configuration switches on.
type linter struct{ rules []*analysis.Analyzer }

// New returns the linter that settings, which may be nil, describe. A setting
// that does not exist is an error that names those that do. Flags are set for
// the whole process.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, fmt.Errorf("%w (there are enable, disable and flags)", err)
	}
	on, err := analyzers.Select(s.Enable, s.Disable)
	if err != nil {
		return nil, err
	}
	if len(on) == 0 {
		return nil, errors.New("the settings leave no rule that runs")
	}
	if err := setFlags(analyzers.All(), s.Flags); err != nil {
		return nil, err
	}
	return &linter{on}, nil
}

// GetLoadMode says that the rules want types.
func (*linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the rules, and an analyzer that does nothing and is
// named after the version of retrylint: golangci-lint keeps findings under the
// names of the analyzers, and would replay those of the version before. It does
// the same with facts, under the name of the one analyzer that exports them.
//
// The rules are in the order of [analyzers.All], whatever the settings: of
// several findings on a line golangci-lint keeps that of the first.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	mark := versionMark(info)
	var out []*analysis.Analyzer
	for _, a := range l.rules {
		markFacts(a, strings.TrimPrefix(mark.Name, Name))
		out = append(out, adapt(a))
	}
	return append(out, mark), nil
}

// markFacts ends the names of the analyzers that export facts, of a and what it
// requires, in mark. They are changed and not copied: what requires them knows
// them by address. Nobody else uses them in a program that has golangci-lint in it.
func markFacts(a *analysis.Analyzer, mark string) {
	for _, r := range a.Requires {
		markFacts(r, mark)
	}
	if len(a.FactTypes) > 0 && !strings.HasSuffix(a.Name, mark) {
		a.Name += mark
	}
}

// adapt returns a copy of the rule a whose diagnostics suit golangci-lint, which
// writes the name of the analyzer before a message, and makes of every related
// position a finding of its own.
func adapt(a *analysis.Analyzer) *analysis.Analyzer {
	c := *a
	c.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			d.Message = strings.TrimSuffix(d.Message, " ("+a.Name+")")
			d.Related = nil
			pass.Report(d)
		}
		return a.Run(&p)
	}
	return &c
}

func versionMark(info *debug.BuildInfo) *analysis.Analyzer {
	mods := append([]*debug.Module{&info.Main}, info.Deps...)
	version := "unknown"
	i := slices.IndexFunc(mods, func(m *debug.Module) bool { return m.Path == module && m.Version != "" })
	if i >= 0 {
		version = mods[i].Version
		if r := mods[i].Replace; r != nil && r.Version != "" {
			version = r.Version
		}
	}
	return &analysis.Analyzer{
		Name: Name + "_" + strings.Map(wordRune, version),
		Doc:  "mark results with the version of retrylint; reports nothing",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
}

// wordRune makes of r a letter, a digit or an underscore: an analyzer's name is
// an identifier.
func wordRune(r rune) rune {
	if '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
		return r
	}
	return '_'
}

// setFlags sets the flags of the rules and the shared ones, in the order of
// their names.
func setFlags(rules []*analysis.Analyzer, values map[string]any) error {
	all := flag.NewFlagSet(Name, flag.ContinueOnError)
	rule.RegisterFlags(all)
	for _, a := range rules {
		a.Flags.VisitAll(func(f *flag.Flag) { all.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	var known []string
	all.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	values = flatten(values)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no flag %q; there are %s", name, strings.Join(known, ", "))
		}
		text, err := flagText(values[name])
		if err == nil {
			err = all.Set(name, text)
		}
		if err != nil {
			return fmt.Errorf("flag %s: %w", name, err)
		}
	}
	return nil
}

// flatten returns values with {"a": {"b": v}} written as {"a.b": v}.
func flatten(values map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range values {
		inner, ok := v.(map[string]any)
		if !ok {
			out[name] = v
			continue
		}
		for rest, v := range flatten(inner) {
			out[name+"."+rest] = v
		}
	}
	return out
}

// flagText returns v as it is written on a command line.
func flagText(v any) (string, error) {
	switch v := v.(type) {
	case string, bool, float64:
		return fmt.Sprint(v), nil
	case []any:
		var parts []string
		for _, e := range v {
			s, err := flagText(e)
			if err != nil {
				return "", err
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, ","), nil
	}
	return "", fmt.Errorf("want text, a number, a boolean or a list of these, have %T", v)
}
