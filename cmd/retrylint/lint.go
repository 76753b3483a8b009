package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/report"
)

// runLint is the stand-alone linter: a front end over
//
//	go vet -vettool=retrylint -json -sites PATTERNS
//
// so that loading, caching and the order of packages are the go command's.
func runLint(ctx context.Context, c *call) error {
	o, err := lintArgs(c.suite, c.args)
	if errors.Is(err, flag.ErrHelp) {
		return runHelp(ctx, c)
	}
	if err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	out, err := c.open(o)
	if err != nil {
		return err
	}
	defer out.discard()
	r, err := c.vet(ctx, dir, o.forward, o.patterns)
	if err != nil {
		return err
	}
	out.add(r)
	if err := out.write(); err != nil {
		return err
	}
	if r.failures == nil || r.packages > 0 {
		fmt.Fprintf(c.stderr, "%s read, %s\n", count(len(r.sites), "retry site"), count(len(r.findings), "finding"))
	}
	return out.verdict()
}

// A vetRun is what one run of go vet brought.
type vetRun struct {
	dir      string // from which file names are seen
	in       string // where go vet ran
	packages int
	findings []report.Finding
	sites    []*report.Site
	failures []report.Failure
	exit     *exec.ExitError
}

// failed prints what could not be checked, and returns the error that sums it
// up, if anything could not.
func (r *vetRun) failed(w io.Writer) error {
	if r.failures == nil && r.exit == nil {
		return nil
	}
	return failed(w, r.failures, r.exit)
}

// vet lets go vet run the rules on the packages that the patterns mean in the
// directory in, with flags for it.
func (c *call) vet(ctx context.Context, in string, forward, patterns []string) (*vetRun, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find this program, which go vet has to run: %w", err)
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	args := append([]string{"vet", "-vettool=" + exe, "-json", "-sites"}, forward...)
	args = append(args, "--")
	args = append(args, patterns...)

	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = in
	var errs bytes.Buffer
	out := newWatch(c.stderr)
	cmd.Stdout = out
	progress := &notes{to: out.meter, rest: &errs}
	cmd.Stderr = progress
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	err = cmd.Run()
	out.end()
	progress.flush()
	r := &vetRun{dir: dir, in: in}
	if err != nil && (!errors.As(err, &r.exit) || ctx.Err() != nil) {
		return nil, fmt.Errorf("cannot run go vet: %w", cmp.Or(ctx.Err(), err))
	}

	vet := report.ReadVet(out.kept.Bytes())
	r.packages = vet.Packages
	r.findings, r.sites = splitSites(vet.Findings)
	r.failures = slices.Concat(vet.Failures, report.ReadErrors(errs.String()))
	for _, line := range vet.Other {
		r.failures = append(r.failures, report.Failure{Message: line})
	}
	for i := range r.failures {
		r.failures[i].Message = placeFrom(dir, in, r.failures[i].Message)
	}
	if r.exit == nil && len(vet.Failures) == 0 {
		// The go command warns of one thing or another and is content.
		fmt.Fprint(c.stderr, errs.String())
		r.failures = nil
	}
	return r, nil
}

// placeFrom returns a message of the go command, which ran in the directory in,
// with the place that it begins with as seen from dir.
//
// Have: ./sub/x.go:3:12: undefined: nope
func placeFrom(dir, in, message string) string {
	file, rest, ok := strings.Cut(message, ".go:")
	if !ok || in == dir || filepath.IsAbs(file) || strings.ContainsAny(file, " \t\n") {
		return message
	}
	rel, err := filepath.Rel(dir, filepath.Join(in, file))
	if err != nil {
		return message
	}
	return rel + ".go:" + rest
}

// failed prints what the go command said of each package that could not be
// checked, and returns the one line that sums it up.
func failed(w io.Writer, failures []report.Failure, exit *exec.ExitError) error {
	slices.SortStableFunc(failures, func(a, b report.Failure) int { return strings.Compare(a.Package, b.Package) })
	var pkgs, own []string
	for _, f := range failures {
		if f.Package == "" {
			own = append(own, strings.TrimPrefix(f.Message, "go: "))
			continue
		}
		fmt.Fprintln(w, f.Message)
		if !slices.Contains(pkgs, f.Package) {
			pkgs = append(pkgs, f.Package)
		}
	}
	switch {
	case len(pkgs) > 0:
		for _, line := range own {
			fmt.Fprintln(w, line)
		}
		return fmt.Errorf("not checked: %s", strings.Join(pkgs, ", "))
	case len(own) > 0:
		return errors.New(joinLines(own))
	}
	return fmt.Errorf("go vet failed: %w", exit)
}

// joinLines makes one line of what the go command said in several.
//
// Have:
//
//	updates to go.mod needed; to update it:
//		go mod tidy
func joinLines(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		switch {
		case i == 0:
		case strings.HasSuffix(lines[i-1], ":"):
			b.WriteByte(' ')
		default:
			b.WriteString("; ")
		}
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String()
}

// splitSites returns the findings proper, and the sites that came with them.
func splitSites(all []report.Finding) (findings []report.Finding, sites []*report.Site) {
	for _, f := range all {
		if f.Rule != sitesName {
			findings = append(findings, f)
		} else if s, err := report.ReadSite(f); err == nil {
			sites = append(sites, s)
		}
	}
	return findings, sites
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// notes passes on at once the lines in which the go command tells what it is
// busy with ("go: downloading ..."), which may take a while, and keeps the rest.
type notes struct {
	to   io.Writer
	rest *bytes.Buffer
	line []byte
}

func (n *notes) Write(p []byte) (int, error) {
	for _, b := range p {
		n.line = append(n.line, b)
		if b == '\n' {
			n.flush()
		}
	}
	return len(p), nil
}

// flush hands on the line so far.
func (n *notes) flush() {
	if bytes.HasPrefix(n.line, []byte("go: downloading ")) {
		n.to.Write(n.line) // standard error: there is nowhere to say that it failed
	} else {
		n.rest.Write(n.line)
	}
	n.line = n.line[:0]
}
