package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A batch is what was changed in one module.
type batch struct {
	module string   // the directory that holds go.mod
	dirs   []string // of the packages changed, without repetition
	whole  bool     // go.mod was changed, and with it any package
}

// runHook is the linter for those who know files and not packages, such as
// pre-commit. It checks the modules one by one: the go command takes neither
// files of several directories nor packages of several modules. With -fix it
// repairs first what can be repaired, and fails if it did.
func runHook(ctx context.Context, c *call) error {
	args, fix := cutFix(c.args)
	if len(args) == 0 {
		return usagef("hook takes the files to check, and got none")
	}
	o, err := lintArgs(c.suite, args)
	if err != nil {
		return err
	}
	batches, err := batchesOf(o.patterns)
	if err != nil {
		return err
	}
	out, err := c.open(o)
	if err != nil {
		return err
	}
	defer out.discard()
	changed := false
	for _, b := range batches {
		if fix {
			wrote, err := c.fixBatch(ctx, b, o.forward)
			if err != nil {
				out.fail(err)
			}
			changed = changed || wrote
		}
		r, err := c.lintBatch(ctx, b, o.forward)
		switch {
		case ctx.Err() != nil:
			return cmp.Or(err, ctx.Err())
		case err != nil:
			out.fail(err)
		case r != nil:
			out.add(r)
		}
	}
	if err := out.write(); err != nil {
		return err
	}
	if err := out.verdict(); err != nil || !changed {
		return err
	}
	return errFindings
}

// lintBatch returns nil where a module has nothing to check.
func (c *call) lintBatch(ctx context.Context, b *batch, forward []string) (*vetRun, error) {
	packages := []string{"./..."}
	if !b.whole {
		var err error
		if packages, err = b.packages(ctx, forward); err != nil || len(packages) == 0 {
			return nil, err
		}
	}
	return c.vet(ctx, b.module, forward, packages)
}

// batchesOf returns the modules of the files, in the order of their
// directories. What "./..." leaves out is left out: a file in no module, or
// below testdata, vendor, or a directory that starts with a dot or an underscore.
func batchesOf(files []string) ([]*batch, error) {
	byModule := map[string]*batch{}
	var out []*batch
	for _, f := range files {
		file, err := filepath.Abs(f)
		if err != nil {
			return nil, err
		}
		isMod := filepath.Base(file) == "go.mod"
		if !isMod && filepath.Ext(file) != ".go" {
			return nil, usagef("hook takes .go files and go.mod, and got %s", f)
		}
		dir := filepath.Dir(file)
		module := moduleOf(dir)
		if module == "" || !isMod && leftOut(module, dir) {
			continue
		}
		b := byModule[module]
		if b == nil {
			b = &batch{module: module}
			byModule[module] = b
			out = append(out, b)
		}
		b.whole = b.whole || isMod
		if !isMod && !slices.Contains(b.dirs, dir) {
			b.dirs = append(b.dirs, dir)
		}
	}
	slices.SortFunc(out, func(a, b *batch) int { return strings.Compare(a.module, b.module) })
	for _, b := range out {
		slices.Sort(b.dirs)
	}
	return out, nil
}

// moduleOf returns the nearest directory from dir upwards that holds a go.mod,
// or "".
func moduleOf(dir string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// leftOut reports whether "./..." in the directory module does not mean dir.
func leftOut(module, dir string) bool {
	rel, err := filepath.Rel(module, dir)
	if err != nil || rel == "." {
		return false
	}
	return slices.ContainsFunc(strings.Split(rel, string(filepath.Separator)), func(elem string) bool {
		return elem == "testdata" || elem == "vendor" || elem[0] == '.' || elem[0] == '_'
	})
}

// packages returns patterns for the packages of b that have a file to build.
// Those with none, such as one for Windows alone, fail go vet when named.
func (b *batch) packages(ctx context.Context, forward []string) ([]string, error) {
	const format = `{{if or .GoFiles .CgoFiles .TestGoFiles .XTestGoFiles (not .IgnoredGoFiles)}}{{.Dir}}{{end}}`
	build, _ := splitFlags(forward, buildNames...)
	args := append([]string{"list", "-e", "-f", format}, build...)
	args = append(args, "--")
	for _, dir := range b.dirs {
		rel, err := filepath.Rel(b.module, dir)
		if err != nil {
			return nil, err
		}
		args = append(args, "./"+filepath.ToSlash(rel))
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = b.module
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		text := strings.TrimPrefix(strings.TrimSpace(errs.String()), "go: ")
		return nil, fmt.Errorf("cannot list the packages of %s: %w: %s", b.module, err, text)
	}
	var dirs []string
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" {
			dirs = append(dirs, line)
		}
	}
	return dirs, nil
}
