package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// block is a part of README.md that a command of this program prints:
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

// TestReadme holds that the outputs shown in README.md are what the program
// prints; -update rewrites them.
func TestReadme(t *testing.T) {
	file := filepath.Join(root, "README.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	have := block.ReplaceAllStringFunc(string(data), func(s string) string {
		blocks++
		m := block.FindStringSubmatch(s)
		out, code := realRun(t, strings.Fields(m[1])[1:]...)
		if code != exitClean && code != exitFindings {
			t.Errorf("%s: exit code %d\n%s", m[1], code, out)
		}
		if out != m[2] {
			t.Errorf("%s prints\n%s\nREADME.md has\n%s(to rewrite it: go test ./cmd/retrylint -run=TestReadme -update)", m[1], out, m[2])
		}
		return "<!-- " + m[1] + " -->\n```\n" + out + "```\n"
	})
	if blocks == 0 {
		t.Error("no block of README.md was found")
	}
	if *update {
		if err := os.WriteFile(file, []byte(have), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
