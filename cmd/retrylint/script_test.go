package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/retrylint/retrylint/analyzers"
)

var update = flag.Bool("update", false, "rewrite the files that scripts compare with")

// suiteVariable makes the test binary the program itself: "real" with the rules
// of retrylint, "fake" with those of fakeSuite.
const suiteVariable = "RETRYLINT_TEST_SUITE"

func TestMain(m *testing.M) {
	switch os.Getenv(suiteVariable) {
	case "real":
		os.Exit(start(newSuite(analyzers.All(), analyzers.Default())))
	case "fake":
		os.Exit(start(fakeSuite()))
	}
	os.Exit(runTests(m))
}

// tempDir is a directory for all tests of the package.
var tempDir string

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "retrylint")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	tempDir = dir
	return m.Run()
}

// fakeSuite is a suite that depends on nothing: badcall reports calls of bad,
// opinion, off by default, calls of so, and badcall panics where it sees boom called.
func fakeSuite() *suite {
	callOf := func(name, fn string) *analysis.Analyzer {
		a := &analysis.Analyzer{Name: name, Doc: "report calls of " + fn}
		note := a.Flags.String("note", "", "what is said of the file")
		a.Run = func(pass *analysis.Pass) (any, error) {
			for _, f := range pass.Files {
				ast.Inspect(f, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					id, ok := call.Fun.(*ast.Ident)
					if ok && id.Name == "boom" && fn == "bad" {
						panic("boom")
					}
					if !ok || id.Name != fn {
						return true
					}
					d := analysis.Diagnostic{Pos: id.Pos(), Message: fmt.Sprintf("%s is here (%s)", fn, name)}
					if *note != "" {
						d.Related = append(d.Related, analysis.RelatedInformation{Pos: f.Name.Pos(), Message: *note})
					}
					pass.Report(d)
					return true
				})
			}
			return nil, nil
		}
		return a
	}
	on, off := callOf("badcall", "bad"), callOf("opinion", "so")
	return newSuite([]*analysis.Analyzer{on, off}, []*analysis.Analyzer{on})
}

// TestScripts runs testdata/script/*.txtar. The comment of a file is a script,
// its files are the directory in which the script runs. A line of a script is
//
//	CODE COMMAND ARG...        run retrylint or go; CODE is the exit code; $TOOL is retrylint
//	stdout|stderr REGEXP       the last run printed that
//	! stdout|stderr REGEXP     it did not
//	cmp stdout|stderr FILE     it printed that file
//	suite real|fake            the rules from here on; fake at first
//
// Words are separated by blanks; '...' makes one word of several.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runScript(t, file)
		})
	}
}

// A script is a script file that is being run.
type script struct {
	file    string
	dir     string
	suite   string
	tool    string
	archive *txtar.Archive
	printed map[string]string // "stdout" and "stderr" of the last run
}

func runScript(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &script{file: file, dir: t.TempDir(), suite: "fake", tool: exe, archive: ar}
	for _, f := range ar.Files {
		name := filepath.Join(s.dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for line := range strings.Lines(string(ar.Comment)) {
		n++
		words := split(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if err := s.do(words); err != nil {
			t.Fatalf("%s:%d: %s%v\nstdout:\n%s\nstderr:\n%s", file, n, line, err, s.printed["stdout"], s.printed["stderr"])
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func split(line string) []string {
	var words []string
	for i, part := range strings.Split(strings.TrimSpace(line), "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

func (s *script) do(words []string) error {
	switch verb := words[0]; {
	case verb == "suite" && len(words) == 2:
		s.suite = words[1]
		return nil
	case verb == "stdout" || verb == "stderr":
		return s.grep(verb, words[1], true)
	case verb == "!" && len(words) == 3:
		return s.grep(words[1], words[2], false)
	case verb == "cmp" && len(words) == 3:
		return s.compare(words[1], words[2])
	case len(words) > 1:
		if code, err := strconv.Atoi(verb); err == nil {
			return s.exec(code, words[1], words[2:])
		}
	}
	return fmt.Errorf("not a line of a script")
}

func (s *script) grep(stream, re string, want bool) error {
	r, err := regexp.Compile("(?m)" + re)
	if err != nil {
		return err
	}
	if r.MatchString(s.printed[stream]) != want {
		return fmt.Errorf("matched: %t", !want)
	}
	return nil
}

func (s *script) compare(stream, name string) error {
	for i, f := range s.archive.Files {
		if f.Name != name {
			continue
		}
		if *update {
			s.archive.Files[i].Data = []byte(s.printed[stream])
		} else if have := s.printed[stream]; have != string(f.Data) {
			return fmt.Errorf("differs; want:\n%s", f.Data)
		}
		return nil
	}
	return fmt.Errorf("no file %s", name)
}

func (s *script) exec(code int, name string, args []string) error {
	if name == "retrylint" {
		name = s.tool
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "$TOOL", s.tool)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), suiteVariable+"="+s.suite,
		"GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local", "PWD="+s.dir)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	s.printed = map[string]string{"stdout": out.String(), "stderr": errs.String()}
	have := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		have = exit.ExitCode()
	} else if err != nil {
		return err
	}
	if have != code {
		return fmt.Errorf("exit code %d", have)
	}
	return nil
}
