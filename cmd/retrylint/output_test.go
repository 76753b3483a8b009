package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retrylint/retrylint/internal/report"
)

func TestSplitFlags(t *testing.T) {
	in := []string{"-o", "x", "-tags=a", "--format=json", "-enable", "o", "-o=y", "-format"}
	named, others := splitFlags(in, "o", "format")
	if want := []string{"-o", "x", "--format=json", "-o=y", "-format"}; !slices.Equal(named, want) {
		t.Errorf("named %q, want %q", named, want)
	}
	if want := []string{"-tags=a", "-enable", "o"}; !slices.Equal(others, want) {
		t.Errorf("others %q, want %q", others, want)
	}
}

func TestWantsColor(t *testing.T) {
	for _, tt := range []struct {
		goos, env string
		want      bool
	}{
		{"linux", "TERM=xterm", true},
		{"linux", "", true},
		{"linux", "NO_COLOR=1", false},
		{"linux", "TERM=dumb", false},
		{"windows", "", false},
		{"windows", "WT_SESSION=1", true},
	} {
		name, value, _ := strings.Cut(tt.env, "=")
		getenv := func(k string) string {
			if k == name {
				return value
			}
			return ""
		}
		if have := wantsColor(tt.goos, getenv); have != tt.want {
			t.Errorf("%s, %s: %t", tt.goos, tt.env, have)
		}
	}
}

// TestTerminal: a device is no terminal for that.
func TestTerminal(t *testing.T) {
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if terminal(f) || terminal(io.Discard) {
		t.Error("taken for a terminal")
	}
}

func TestWatchCounts(t *testing.T) {
	v := newWatch(io.Discard)
	for _, s := range []string{"# p\n{\n\t\"a\": {", "\n\t}\n}\n{}\n", "{\"x\": {}}", "\n"} {
		io.WriteString(v, s)
	}
	v.end()
	if have := v.done.Load(); have != 3 {
		t.Errorf("counted %d objects, want 3", have)
	}
}

func writeText(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// TestWriteFile: a file is replaced in whole or not at all, keeps its mode, and
// nothing else is left behind.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "out.json"), filepath.Join(dir, "link.json")
	if err := writeFile(file, writeText("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("out.json", link); err != nil {
		t.Skip(err)
	}
	holds := func(want string) {
		t.Helper()
		if have, err := os.ReadFile(file); err != nil || string(have) != want {
			t.Errorf("holds %q, %v, want %q", have, err, want)
		}
	}
	if err := writeFile(link, writeText("two")); err != nil {
		t.Fatal(err)
	}
	holds("two")
	err := writeFile(file, func(w io.Writer) error {
		io.WriteString(w, "half")
		return &os.PathError{Op: "write", Path: "/tmp/x", Err: errors.New("no space")}
	})
	if err == nil || err.Error() != "cannot write "+file+": no space" {
		t.Errorf("have %v", err)
	}
	holds("two")
	if err := writeFile(os.DevNull, writeText("gone")); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(os.DevNull)
	if err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatalf("%s is no device any more", os.DevNull)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, []string{"link.json", "out.json"}) {
		t.Errorf("there are %q", names)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

const looked = `package p

import "time"

var wait, other = func() { time.Sleep(1) }, 2

var (
	a = 1
	b = func() {
		time.Sleep(2)
	}
)

type T[K any] struct{}

func (t *T[K]) Do() {
	func() { time.Sleep(3) }()
}

func (T[K]) Value() { time.Sleep(4) }

func plain() { time.Sleep(5) }
`

func TestLook(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	find := func() (out []report.Finding) {
		for n, line := range strings.Split(looked, "\n") {
			if strings.Contains(line, "Sleep") || strings.HasPrefix(line, "type") {
				f := report.Finding{Place: report.Place{File: file, Line: n + 1, Col: 1}}
				f.Fixes = []report.Fix{{Message: "m", Edits: []report.Edit{{File: file}}}}
				out = append(out, f)
			}
		}
		return out
	}
	write(looked)
	fs := find()
	look(fs)
	var names []string
	for _, f := range fs {
		names = append(names, f.Func)
		if len(f.Fixes) != 1 {
			t.Errorf("line %d: the fix is gone", f.Line)
		}
	}
	if want := []string{"wait", "b", "", "(*T).Do", "T.Value", "plain"}; !slices.Equal(names, want) {
		t.Errorf("have %q, want %q", names, want)
	}
	// What is compiled is another file, and so are its offsets.
	for name, text := range map[string]string{
		"cgo":           strings.Replace(looked, `"time"`, "\"C\"\nimport \"time\"", 1),
		"line comments": looked + "//line y.y:1\n",
		"no Go":         "nothing",
	} {
		write(text)
		fs := find()
		look(fs)
		if len(fs[0].Fixes) != 0 {
			t.Errorf("%s: a fix of offsets in another file", name)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	fs = find()
	if look(fs); fs[0].Func != "" || len(fs[0].Fixes) != 0 {
		t.Errorf("of a file that is gone: %+v", fs[0])
	}
}

func TestFullLinks(t *testing.T) {
	const at = "https://example.com/blob/main/docs/rules/x.md"
	have := fullLinks("see [a](../model.md), [b](y.md#part), [c](https://go.dev/x), `f[i](x)`", at)
	want := "see [a](https://example.com/blob/main/docs/model.md), [b](https://example.com/blob/main/docs/rules/y.md#part), [c](https://go.dev/x), `f[i](x)`"
	if have != want {
		t.Errorf("have %s", have)
	}
}

func TestRepository(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(sub, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".git"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if have := repository(sub); have != dir {
		t.Errorf("have %s, want %s", have, dir)
	}
	for env, want := range map[string]string{"": dir, filepath.Dir(dir): filepath.Dir(dir), filepath.Join(dir, "c"): dir} {
		t.Setenv("GITHUB_WORKSPACE", env)
		if have := workspace(sub, dir); have != want {
			t.Errorf("workspace %q: have %s, want %s", env, have, want)
		}
	}
}
