package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestModules applies all fixes to packages of other people's modules, copied
// and worked on as main modules, with the go command:
//
//	.ci/fixes LIST
//
// The fixed packages build and are formatted, the findings that had a fix are
// gone and no others are there, go vet has nothing new to say, and a second run
// writes nothing. A module that cannot be worked on by itself is logged, not failed.
func TestModules(t *testing.T) {
	list, tool := os.Getenv("RETRYLINT_MODULES"), os.Getenv("RETRYLINT_TOOL")
	if list == "" || tool == "" {
		t.Skip("RETRYLINT_MODULES and RETRYLINT_TOOL are not set: see .ci/fixes")
	}
	data, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	sum := map[string]*tally{}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) < 2 || strings.HasPrefix(line, "#") {
			continue
		}
		t.Run(f[0], func(t *testing.T) {
			m := newCopy(t, f[0], f[1:])
			if m == nil {
				return
			}
			for rule, n := range m.check(t, tool) {
				if sum[rule] == nil {
					sum[rule] = &tally{}
				}
				sum[rule].add(n)
			}
		})
	}
	for _, rule := range slices.Sorted(maps.Keys(sum)) {
		t.Logf("TOTAL\t%s\t%s", rule, sum[rule])
	}
}

// A tally counts the findings of a rule: all, those with a fix, those that are
// gone after the fixes, and those that are new.
type tally struct{ found, fixed, gone, fresh int }

func (n *tally) add(m *tally) {
	n.found += m.found
	n.fixed += m.fixed
	n.gone += m.gone
	n.fresh += m.fresh
}

func (n *tally) String() string {
	return fmt.Sprintf("%d findings\t%d with a fix\t%d gone\t%d new", n.found, n.fixed, n.gone, n.fresh)
}

// A moduleCopy is a module in a directory that may be written to.
type moduleCopy struct {
	dir  string
	pkgs []string
}

// newCopy copies a module of the module cache, nil if the packages do not
// resolve where it is the main module.
func newCopy(t *testing.T, version string, pkgs []string) *moduleCopy {
	t.Helper()
	m := &moduleCopy{t.TempDir(), pkgs}
	out, err := m.run("go", "mod", "download", "-json", version)
	var info struct{ Dir, Error string }
	if e := json.Unmarshal([]byte(out), &info); err != nil || e != nil || info.Error != "" {
		t.Logf("UNRESOLVED\t%s\tno download: %s", version, firstLine(cmp.Or(info.Error, out)))
		return nil
	}
	if err := copyTree(m.dir, info.Dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(m.dir, "go.mod")); err != nil {
		t.Logf("UNRESOLVED\t%s\tno go.mod", version)
		return nil
	}
	if out, err := m.run("go", append([]string{"list", "-deps"}, pkgs...)...); err != nil {
		t.Logf("UNRESOLVED\t%s\t%s", version, firstLine(out))
		return nil
	}
	if out, err := m.run("go", append([]string{"build"}, pkgs...)...); err != nil {
		t.Logf("UNRESOLVED\t%s\tdoes not build: %s", version, firstLine(out))
		return nil
	}
	return m
}

// copyTree copies the files below from, which may be read only.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o666)
	})
}

// firstLine returns the first line of s that says something.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go: downloading") {
			return line
		}
	}
	return ""
}

// run returns what a command in the module prints on both outputs.
func (m *moduleCopy) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = m.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// check applies the fixes and returns what became of each rule.
func (m *moduleCopy) check(t *testing.T, tool string) map[string]*tally {
	t.Helper()
	before := m.vet(t, tool)
	was := m.sources(t)
	m.fix(t, tool)
	edited := m.changed(t, was)
	after := m.vet(t, tool)
	sum := map[string]*tally{}
	for key, n := range before {
		rule, _, _ := strings.Cut(key, "\t")
		if sum[rule] == nil {
			sum[rule] = &tally{}
		}
		left := after[key]
		sum[rule].add(&tally{n.found, n.fixed, max(n.found-left.found, 0), 0})
		if want := n.found - n.fixed; left.found > want {
			t.Errorf("%s: %d findings after the fixes, want %d", key, left.found, want)
		}
	}
	for key, n := range after {
		rule, _, _ := strings.Cut(key, "\t")
		if was := before[key].found; n.found > was {
			t.Errorf("%s: %d findings after the fixes, had %d", key, n.found, was)
			if sum[rule] == nil {
				sum[rule] = &tally{}
			}
			sum[rule].fresh += n.found - was
		}
	}
	m.same(t, tool, was, edited)
	return sum
}

// same fails the test where the edited files do not build, are no longer
// formatted, make go vet say something new, or are edited again.
func (m *moduleCopy) same(t *testing.T, tool string, was map[string][]byte, edited []string) {
	t.Helper()
	if len(edited) == 0 {
		return
	}
	dirs := map[string]bool{}
	for _, name := range edited {
		dirs["./"+filepath.ToSlash(filepath.Dir(name))] = true
		now, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !formatted(now) && formatted(was[name]) {
			t.Errorf("%s: no longer formatted", name)
		}
	}
	pkgs := slices.Sorted(maps.Keys(dirs))
	if out, err := m.run("go", append([]string{"build"}, pkgs...)...); err != nil {
		t.Errorf("go build: %s", out)
	}
	now := m.standard(pkgs)
	fixed := m.sources(t)
	m.write(t, edited, was)
	then := m.standard(pkgs)
	m.write(t, edited, fixed)
	for line := range now {
		if !then[line] {
			t.Errorf("go vet: %s", line)
		}
	}
	m.fix(t, tool)
	if again := m.changed(t, fixed); len(again) > 0 {
		t.Errorf("edited by a second run: %v", again)
	}
}

func formatted(src []byte) bool {
	f, err := format.Source(src)
	return err == nil && bytes.Equal(f, src)
}

// standard returns what go vet says of the packages, without line numbers.
func (m *moduleCopy) standard(pkgs []string) map[string]bool {
	out, _ := m.run("go", append([]string{"vet"}, pkgs...)...)
	said := map[string]bool{}
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "#") {
			said[lineNumbers.ReplaceAllString(strings.TrimSpace(line), ".go")] = true
		}
	}
	return said
}

var lineNumbers = regexp.MustCompile(`\.go(:\d+)+`)

// perFile is how many findings there are, and how many of them have a fix.
type perFile struct{ found, fixed int }

// vet returns the findings, by rule and file.
func (m *moduleCopy) vet(t *testing.T, tool string) map[string]perFile {
	t.Helper()
	out, err := m.run("go", append([]string{"vet", "-vettool=" + tool, "-json", "-fixes=all"}, m.pkgs...)...)
	if err != nil {
		t.Errorf("go vet -json: %v: %s", err, firstLine(out))
	}
	found := map[string]perFile{}
	var text strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go: ") {
			text.WriteString(line)
		}
	}
	type diagnostic struct {
		Posn  string `json:"posn"`
		Fixes []any  `json:"suggested_fixes"`
	}
	seen := map[string]bool{} // a package and its test variant say the same
	for dec := json.NewDecoder(strings.NewReader(text.String())); ; {
		var pkgs map[string]map[string]json.RawMessage
		if dec.Decode(&pkgs) != nil {
			break
		}
		for _, rules := range pkgs {
			for rule, raw := range rules {
				var ds []diagnostic
				if err := json.Unmarshal(raw, &ds); err != nil {
					t.Errorf("%s: %s", rule, raw)
				}
				for _, d := range ds {
					file, _, _ := strings.Cut(d.Posn, ".go:")
					key := rule + "\t" + filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file) + ".go"
					if seen[rule+d.Posn] {
						continue
					}
					seen[rule+d.Posn] = true
					n := found[key]
					if n.found++; len(d.Fixes) > 0 {
						n.fixed++
					}
					found[key] = n
				}
			}
		}
	}
	return found
}

func (m *moduleCopy) fix(t *testing.T, tool string) {
	t.Helper()
	out, err := m.run("go", append([]string{"vet", "-vettool=" + tool, "-fix", "-fixes=all"}, m.pkgs...)...)
	if err != nil && strings.Contains(out, "fix") {
		t.Logf("go vet -fix: %v: %s", err, out)
	}
}

// sources returns the Go files of the packages.
func (m *moduleCopy) sources(t *testing.T) map[string][]byte {
	t.Helper()
	out, err := m.run("go", append([]string{"list", "-f", "{{.Dir}}"}, m.pkgs...)...)
	if err != nil {
		t.Fatal(out)
	}
	files := map[string][]byte{}
	for dir := range strings.Lines(out) {
		names, err := filepath.Glob(filepath.Join(strings.TrimSpace(dir), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			rel, err := filepath.Rel(m.dir, name)
			if err != nil {
				t.Fatal(err)
			}
			if files[rel], err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	return files
}

// changed returns the files that are no longer as they were.
func (m *moduleCopy) changed(t *testing.T, was map[string][]byte) []string {
	t.Helper()
	var out []string
	for name, data := range m.sources(t) {
		if !bytes.Equal(data, was[name]) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (m *moduleCopy) write(t *testing.T, names []string, data map[string][]byte) {
	t.Helper()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(m.dir, name), data[name], 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
