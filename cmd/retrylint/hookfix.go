package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/report"
)

// cutFix returns args without the flag -fix, and whether it was there: it is
// one of the hook, and not of the linter that the hook calls.
func cutFix(args []string) (rest []string, fix bool) {
	for i, a := range args {
		switch a {
		case "--":
			return append(rest, args[i:]...), fix
		case "-fix", "--fix":
			fix = true
		default:
			rest = append(rest, a)
		}
	}
	return rest, fix
}

// fixBatch lets go vet write the fixes of what is found in the packages of the
// files in b, and says which files have changed. A go.mod is no reason to change
// packages of which no file was named.
func (c *call) fixBatch(ctx context.Context, b *batch, forward []string) (changed bool, err error) {
	if len(b.dirs) == 0 {
		return false, nil
	}
	packages, err := b.packages(ctx, forward)
	if err != nil || len(packages) == 0 {
		return false, nil // the check that follows says what is wrong with the module
	}
	r, err := c.vet(ctx, b.module, forward, packages)
	if err != nil {
		return false, nil // as well
	}
	before := map[string][sha256.Size]byte{}
	for _, file := range repaired(r.findings) {
		if data, err := os.ReadFile(file); err == nil {
			before[file] = sha256.Sum256(data)
		}
	}
	if len(before) == 0 {
		return false, nil
	}
	failure := c.vetFix(ctx, b.module, forward, packages)
	for _, file := range repaired(r.findings) {
		data, err := os.ReadFile(file)
		if err != nil || before[file] == sha256.Sum256(data) {
			continue
		}
		changed = true
		if rel, err := filepath.Rel(r.dir, file); err == nil {
			file = rel
		}
		fmt.Fprintf(c.stderr, "%s: repaired\n", file)
	}
	if r.failures != nil {
		return changed, nil // a package does not compile, which the check that follows says
	}
	return changed, failure
}

// vetFix runs go vet -fix.
func (c *call) vetFix(ctx context.Context, in string, forward, packages []string) error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find this program, which go vet has to run: %w", err)
	}
	args := append([]string{"vet", "-vettool=" + exe, "-fix"}, forward...)
	args = append(args, "--")
	cmd := exec.CommandContext(ctx, "go", append(args, packages...)...)
	cmd.Dir = in
	var errs bytes.Buffer
	cmd.Stderr = &errs
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if err := cmd.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
		return fmt.Errorf("cannot write the repairs: %w: %s", err, joinLines(lines))
	}
	return nil
}

// repaired returns the files that the fixes of the findings change, sorted.
func repaired(findings []report.Finding) []string {
	var files []string
	for _, f := range findings {
		for _, fix := range f.Fixes {
			for _, e := range fix.Edits {
				files = append(files, e.File)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}
