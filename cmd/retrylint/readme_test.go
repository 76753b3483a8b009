package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// block is a part of README.md that a command of this program prints:
//
//	<!-- retrylint sim -->
//	```
//	...
//	```
var block = regexp.MustCompile("(?s)<!-- (retrylint [^\n]*) -->\n```\n(.*?)```\n")

// TestReadme holds that the outputs shown in README.md are what the program
// prints; -update rewrites them.
func TestReadme(t *testing.T) {
	root := filepath.Join("..", "..")
	file := filepath.Join(root, "README.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	have := block.ReplaceAllStringFunc(string(data), func(s string) string {
		blocks++
		m := block.FindStringSubmatch(s)
		cmd := exec.Command(exe, strings.Fields(m[1])[1:]...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), suiteVariable+"=real")
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != exitClean && code != exitFindings {
			t.Errorf("%s: %v\n%s", m[1], err, out)
		}
		if string(out) != m[2] {
			t.Errorf("%s prints\n%s\nREADME.md has\n%s", m[1], out, m[2])
		}
		return "<!-- " + m[1] + " -->\n```\n" + string(out) + "```\n"
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
