package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// A suite is the rules that this program holds, with what switches them.
type suite struct {
	all      []*analysis.Analyzer // as they are
	rules    []*analysis.Analyzer // each wrapped by guard
	defaults map[string]bool
	enable   names
	disable  names
	sites    bool // report the sites read, for the front end
}

// newSuite returns the suite of the analyzers all, of which defaults run when
// nothing else is said.
func newSuite(all, defaults []*analysis.Analyzer) *suite {
	s := &suite{all: all, defaults: map[string]bool{}}
	for _, a := range defaults {
		s.defaults[a.Name] = true
	}
	for _, a := range all {
		s.rules = append(s.rules, s.guard(a))
	}
	s.enable.known = s.known
	s.disable.known = s.known
	return s
}

// guard returns a copy of the rule a that does nothing unless it is switched
// on, and that fails where a panics: the packages that come after it, and the
// findings of the other rules in this one, are not lost to a fault of ours.
func (s *suite) guard(a *analysis.Analyzer) *analysis.Analyzer {
	c := *a
	c.Run = func(pass *analysis.Pass) (_ any, err error) {
		if !s.selected(a.Name) {
			return nil, nil
		}
		defer recovered(&err)
		return a.Run(pass)
	}
	return &c
}

// recovered, deferred, makes an error of a panic.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("internal error: %v", r)
	}
}

// selected reports whether the rule of that name is to run: -NAME goes before
// -enable and -disable.
func (s *suite) selected(name string) bool {
	if f := flag.Lookup(name); f != nil {
		// The -NAME flag that unitchecker makes is true only where it was given.
		if g, ok := f.Value.(flag.Getter); ok && g.Get() == true {
			return true
		}
	}
	sel := rule.Selection{Enable: s.enable.list, Disable: s.disable.list}
	return sel.On(name, s.defaults[name])
}

// known returns the names of the rules.
func (s *suite) known() []string {
	var out []string
	for _, a := range s.rules {
		out = append(out, a.Name)
	}
	slices.Sort(out)
	return out
}

// register declares the flags that concern more than one rule.
func (s *suite) register(fs *flag.FlagSet) {
	fs.Var(&s.enable, "enable", "also run these `rules`, comma separated; all for every rule")
	fs.Var(&s.disable, "disable", "do not run these `rules`, comma separated; all for every rule")
	rule.RegisterFlags(fs)
}

// names is a flag that holds rule names.
type names struct {
	list  []string
	known func() []string
}

func (n *names) String() string { return strings.Join(n.list, ",") }

func (n *names) Set(v string) error {
	list, err := rule.SplitNames(v, n.known())
	n.list = append(n.list, list...)
	return err
}

// vetProtocol reports whether args are what the go command passes to a vet
// tool: "-V=full", "-flags", or flags and then the configuration of a package.
func vetProtocol(args []string) bool {
	n := len(args)
	return n == 1 && (args[0] == "-V=full" || args[0] == "-flags") ||
		n > 0 && filepath.Ext(args[n-1]) == ".cfg"
}

// serveVet is the program as a tool of go vet and go fix. It never returns.
func (s *suite) serveVet() {
	spareCollections()
	// What is on flag.CommandLine here is what go vet accepts.
	s.register(flag.CommandLine)
	flag.BoolVar(&s.sites, "sites", false, "for the front end of retrylint: report the retry sites read")
	flag.Var(version{s}, "V", "print version and exit")
	retrysite.FactsOnly = factsOnly(os.Args[len(os.Args)-1])
	unitchecker.Main(append(slices.Clone(s.rules), s.siteAnalyzer())...)
}

// factsOnly reports whether the package that the file describes is a
// dependency, of which the go command wants no diagnostics.
func factsOnly(config string) bool {
	data, err := os.ReadFile(config)
	if err != nil {
		return false // "-flags" or "-V=full"; unitchecker reports what is wrong with a file
	}
	var cfg struct{ VetxOnly bool }
	return json.Unmarshal(data, &cfg) == nil && cfg.VetxOnly
}

// version is the -V flag, by which the go command tells one tool from another:
// it replays results kept under the same version.
type version struct{ suite *suite }

func (version) IsBoolFlag() bool { return true }
func (version) String() string   { return "" }

func (v version) Set(s string) error {
	if s != "full" {
		return errors.New("want -V=full")
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(exe)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	for _, a := range v.suite.rules {
		fmt.Fprintf(h, "%s,%t\n", a.Name, v.suite.defaults[a.Name])
	}
	// The last word is what counts.
	fmt.Printf("retrylint version devel buildID=%x\n", h.Sum(nil))
	os.Exit(0)
	return nil
}
