package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// block is a part of a page that a command of this program prints:
//
//	<!-- retrylint sim -->
//	```
//	...
//	```
var block = regexp.MustCompile("(?s)<!-- (retrylint [^\n]*) -->\n```\n(.*?)```\n")

// root is the root of the module, seen from here.
var root = filepath.Join("..", "..")

// built is the program as users have it. The go command keeps what it found out
// under the hash of the tool, so that from the second run on little is left to
// do; the test binary, which scripts run, is a new tool after every change and
// slow under the race detector.
var built = sync.OnceValues(func() (string, error) {
	exe := filepath.Join(tempDir, "retrylint")
	out, err := exec.Command("go", "build", "-o", exe, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return exe, nil
})

// realRun runs the program at the root of the module and returns all that it
// prints, and its exit code.
func realRun(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Dir = root
	b, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(b), cmd.ProcessState.ExitCode()
}

// TestReadme holds that the outputs shown in README.md and docs/recipes.md are
// what the program prints, and the code what is compiled; -update rewrites them.
func TestReadme(t *testing.T) {
	for _, name := range []string{"README.md", "docs/recipes.md"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		have := outputs(t, name, string(data))
		have = codes(t, name, have)
		if *update {
			if err := os.WriteFile(file, []byte(have), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// outputs returns the text with each block as the program prints it.
func outputs(t *testing.T, name, text string) string {
	blocks := 0
	out := block.ReplaceAllStringFunc(text, func(s string) string {
		blocks++
		m := block.FindStringSubmatch(s)
		out, code := realRun(t, splitWords(m[1])[1:]...)
		if code != exitClean && code != exitFindings {
			t.Errorf("%s: exit code %d\n%s", m[1], code, out)
		}
		if out != m[2] && !*update {
			t.Errorf("%s prints\n%s\n%s has\n%s(to rewrite it: go test ./cmd/retrylint -run=TestReadme -update)", m[1], out, name, m[2])
		}
		return "<!-- " + m[1] + " -->\n```\n" + out + "```\n"
	})
	if blocks == 0 {
		t.Errorf("no block of %s was found", name)
	}
	return out
}

// splitWords splits a command line at its spaces, but for those in double quotes.
func splitWords(s string) []string {
	var out []string
	for i, part := range strings.Split(s, `"`) {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}

// code is a declaration of a Go file that a page shows:
//
//	<!-- code docs/recipes/do.go Do -->
//	```go
//	...
//	```
var code = regexp.MustCompile("(?s)<!-- code (\\S+) (\\S+) -->\n```go\n(.*?)```\n")

// codes returns the text with each block of code as the file has it.
func codes(t *testing.T, name, text string) string {
	return code.ReplaceAllStringFunc(text, func(s string) string {
		m := code.FindStringSubmatch(s)
		want := declaration(t, filepath.Join(root, filepath.FromSlash(m[1])), m[2])
		if m[3] != want && !*update {
			t.Errorf("%s of %s is\n%s\n%s has\n%s(to rewrite it: go test ./cmd/retrylint -run=TestReadme -update)", m[2], m[1], want, name, m[3])
		}
		return "<!-- code " + m[1] + " " + m[2] + " -->\n```go\n" + want + "```\n"
	})
}

// declaration returns the source of a declaration, with its comment: "Do",
// "Client.Post".
func declaration(t *testing.T, file, name string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		var have string
		var doc *ast.CommentGroup
		switch d := d.(type) {
		case *ast.FuncDecl:
			have, doc = d.Name.Name, d.Doc
			if d.Recv != nil {
				recv := d.Recv.List[0].Type
				if star, ok := recv.(*ast.StarExpr); ok {
					recv = star.X
				}
				have = recv.(*ast.Ident).Name + "." + have
			}
		case *ast.GenDecl:
			if s, ok := d.Specs[0].(*ast.TypeSpec); ok {
				have, doc = s.Name.Name, d.Doc
			}
		}
		if have != name {
			continue
		}
		from := d.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		return string(src[fset.Position(from).Offset:fset.Position(d.End()).Offset]) + "\n"
	}
	t.Fatalf("%s: no declaration %s", file, name)
	return ""
}
