package main

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rule"
)

// lintOptions are what the command line of the linter says.
type lintOptions struct {
	forward  []string             // flags for go vet
	patterns []string             // what comes after the flags
	rules    []*analysis.Analyzer // those that run
	format   string               // one of report.Formats
	file     string               // to write to; "": standard output
}

// buildNames are the flags that concern loading, which go list has to know too.
var buildNames = []string{"tags", "mod", "modfile"}

// outputFlags declares the flags that say how and where findings are written.
// They are the front end's own: go vet does not know them.
func outputFlags(fs *flag.FlagSet, o *lintOptions) {
	o.format = "text"
	fs.Func("format", "write findings as `format`: "+strings.Join(report.Formats(), ", "), func(s string) error {
		if !slices.Contains(report.Formats(), s) {
			return errors.New("the formats are " + strings.Join(report.Formats(), ", "))
		}
		o.format = s
		return nil
	})
	fs.StringVar(&o.file, "o", "", "write findings to `file` and not to standard output")
}

// lintArgs reads the command line of the linter: flags, of which most are for go
// vet, then package patterns.
func lintArgs(s *suite, args []string) (*lintOptions, error) {
	o := &lintOptions{}
	fs := flag.NewFlagSet("retrylint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	outputFlags(fs, o)
	s.register(fs)
	named := map[string]bool{}
	for _, a := range s.rules {
		fs.BoolFunc(a.Name, "", func(v string) error {
			on, err := strconv.ParseBool(v)
			named[a.Name] = on
			return err
		})
		a.Flags.VisitAll(func(f *flag.Flag) { fs.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	for _, name := range buildNames {
		fs.String(name, "", "as for the go command")
	}
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, usagef("%s", err)
	}
	o.patterns = fs.Args()
	given := args[:len(args)-len(o.patterns)]
	for _, p := range o.patterns {
		if strings.HasPrefix(p, "-") {
			return nil, usagef("flag %s comes after a package: write flags first", p)
		}
	}
	if len(o.patterns) == 0 {
		return nil, usagef(`no packages named: say which, as in "retrylint ./..."`)
	}
	if n := len(given); n > 0 && given[n-1] == "--" {
		given = given[:n-1]
	}
	_, o.forward = splitFlags(given, "format", "o")
	o.rules = s.running(named)
	if anyTrue(named) {
		// With -NAME only the named analyzers run: the sites have to be named too.
		o.forward = append(o.forward, "-"+sitesName)
	}
	return o, nil
}

func anyTrue(named map[string]bool) bool {
	for _, on := range named {
		if on {
			return true
		}
	}
	return false
}

// running returns the rules that run where -NAME or -NAME=false is said of some.
func (s *suite) running(named map[string]bool) []*analysis.Analyzer {
	only := anyTrue(named)
	sel := rule.Selection{Enable: s.enable.list, Disable: s.disable.list}
	var out []*analysis.Analyzer
	for _, a := range s.all {
		on, said := named[a.Name]
		if only && on || !only && !said && sel.On(a.Name, s.defaults[a.Name]) {
			out = append(out, a)
		}
	}
	return out
}

// splitFlags returns the flags of the given names, all of which have a value, and
// the others: "-o x" and "-o=x" are both forms of one.
func splitFlags(flags []string, names ...string) (named, others []string) {
	for i := 0; i < len(flags); i++ {
		name, _, joined := strings.Cut(strings.TrimLeft(flags[i], "-"), "=")
		if !strings.HasPrefix(flags[i], "-") || !slices.Contains(names, name) {
			others = append(others, flags[i])
			continue
		}
		named = append(named, flags[i])
		if !joined && i+1 < len(flags) {
			i++
			named = append(named, flags[i])
		}
	}
	return named, others
}
