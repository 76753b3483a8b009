package checks

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// An action is what action.yml says.
type action struct {
	Name, Description string
	Inputs            map[string]struct {
		Description string
		Required    bool
		Default     string
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, Name, If, Uses, Shell, Run string
	Env, With                      map[string]string
}

func readAction(t *testing.T) *action {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	a := new(action)
	if err := yaml.Unmarshal(data, a); err != nil {
		t.Fatal(err)
	}
	return a
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

// TestAction holds what can be said of action.yml without running it.
func TestAction(t *testing.T) {
	a := readAction(t)
	if a.Name == "" || a.Description == "" || a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Fatalf("no composite action: %+v", a)
	}
	used := map[string]bool{}
	names := func(text string) {
		for _, m := range expression.FindAllStringSubmatch(text, -1) {
			name, _, _ := strings.Cut(m[1], " ")
			used[name] = true
		}
	}
	for _, s := range a.Runs.Steps {
		if expression.MatchString(s.Run) {
			t.Errorf("%s: a script with an expression in it: what is put there runs", s.Name)
		}
		if (s.Run == "") == (s.Uses == "") || s.Run != "" && s.Shell != "bash" {
			t.Errorf("%s: want a script for bash or an action", s.Name)
		}
		names(s.If)
		for _, text := range slices.Concat(slices.Collect(maps.Values(s.Env)), slices.Collect(maps.Values(s.With))) {
			names(text)
		}
	}
	for name, in := range a.Inputs {
		if in.Description == "" || !used["inputs."+name] {
			t.Errorf("input %s: described %t, used %t", name, in.Description != "", used["inputs."+name])
		}
	}
	for name := range used {
		if in, ok := strings.CutPrefix(name, "inputs."); ok && a.Inputs[in].Description == "" {
			t.Errorf("there is no input %s", in)
		}
	}
}

// A job is where an action runs.
type job struct {
	workspace, temp string
	inputs          map[string]string
	outputs         map[string]string // "run.findings"
	log             string
	uploads         []map[string]string
}

// run runs the steps of the action as GitHub does, until one fails, and returns the
// exit code of the last.
func (j *job) run(t *testing.T, a *action) int {
	t.Helper()
	for name := range j.inputs {
		if _, ok := a.Inputs[name]; !ok {
			t.Fatalf("no input %s", name)
		}
	}
	for name, in := range a.Inputs {
		if _, given := j.inputs[name]; !given {
			j.inputs[name] = in.Default
		}
	}
	for _, s := range a.Runs.Steps {
		if s.If != "" && j.value(t, s.If) != "true" {
			continue
		}
		if s.Uses != "" {
			with := map[string]string{"uses": s.Uses}
			for k, v := range s.With {
				with[k] = j.value(t, v)
			}
			j.uploads = append(j.uploads, with)
			continue
		}
		if code := j.script(t, s); code != 0 {
			return code
		}
	}
	return 0
}

// value evaluates the expressions in the text, of the few forms that there are.
func (j *job) value(t *testing.T, text string) string {
	return expression.ReplaceAllStringFunc(text, func(s string) string {
		e := expression.FindStringSubmatch(s)[1]
		if left, right, ok := strings.Cut(e, " == "); ok {
			return fmt.Sprint(j.value(t, "${{ "+left+" }}") == strings.Trim(right, "'"))
		}
		if name, ok := strings.CutPrefix(e, "inputs."); ok {
			return j.inputs[name]
		}
		if name, ok := strings.CutPrefix(e, "steps."); ok {
			return j.outputs[strings.Replace(name, ".outputs.", ".", 1)]
		}
		t.Fatalf("an expression that this test does not know: %s", s)
		return ""
	})
}

func (j *job) script(t *testing.T, s step) int {
	t.Helper()
	file, out := filepath.Join(j.temp, "script.sh"), filepath.Join(j.temp, "output")
	for name, text := range map[string]string{file: s.Run, out: ""} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", file)
	cmd.Dir = j.workspace
	cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=true", "GITHUB_OUTPUT="+out, "GITHUB_WORKSPACE="+j.workspace,
		"GITHUB_ACTION_PATH="+path, "RUNNER_TEMP="+j.temp, "GOFLAGS=-mod=mod", "GOWORK=", "PWD="+j.workspace)
	for k, v := range s.Env {
		cmd.Env = append(cmd.Env, k+"="+j.value(t, v))
	}
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	err = cmd.Run()
	j.log += log.String()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if !ok {
			t.Fatalf("%s: not an output: %q", s.Name, line)
		}
		j.outputs[s.ID+"."+name] = value
	}
	return cmd.ProcessState.ExitCode()
}

// newJob returns a job in a repository with a module in the directory dir that has
// the files of the tour.
func newJob(t *testing.T, dir string, inputs map[string]string, files ...string) *job {
	t.Helper()
	j := &job{workspace: t.TempDir(), temp: t.TempDir(), inputs: inputs, outputs: map[string]string{}}
	module := filepath.Join(j.workspace, dir)
	for _, d := range []string{module, filepath.Join(j.workspace, ".git")} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	texts := map[string][]byte{"go.mod": []byte("module example.com/shop\n\ngo 1.26\n")}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(root, "docs", "tour", f))
		if err != nil {
			t.Fatal(err)
		}
		texts[f] = data
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(module, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	inputs["working-directory"] = dir
	return j
}

func (j *job) has(t *testing.T, re string, want bool) {
	t.Helper()
	if regexp.MustCompile("(?m)"+re).MatchString(j.log) != want {
		t.Errorf("the log matches %s: %t; it is\n%s", re, !want, j.log)
	}
}

// TestActionRuns runs the steps of the action on small modules.
func TestActionRuns(t *testing.T) {
	a := readAction(t)
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	faulty, clean := []string{"doc.go", "stock.go", "prices.go"}, []string{"doc.go", "prices.go"}

	t.Run("a fault, and retrylint built here", func(t *testing.T) {
		j := newJob(t, "a shop", map[string]string{}, faulty...)
		if code := j.run(t, a); code != 1 || j.outputs["run.findings"] != "1" || j.outputs["run.sarif"] != "" || j.uploads != nil {
			t.Errorf("exit code %d, outputs %q", code, j.outputs)
		}
		j.has(t, `^::warning file=a shop/stock\.go,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=nojitter::delay 1s x2`, true)
		j.has(t, `^retrylint: 1 finding$`, true)
		j.has(t, `^stock\.go:`, false)
		if dir := filepath.Dir(j.outputs["build.tool"]); dir != filepath.Join(j.temp, "retrylint-action") {
			t.Errorf("built in %s", dir)
		}
	})
	t.Run("no fault", func(t *testing.T) {
		j := newJob(t, ".", map[string]string{"binary": exe}, clean...)
		if code := j.run(t, a); code != 0 || j.outputs["run.findings"] != "0" {
			t.Errorf("exit code %d, outputs %q\n%s", code, j.outputs, j.log)
		}
		j.has(t, `^::(warning|error)`, false)
	})
	t.Run("SARIF and no failure", func(t *testing.T) {
		j := newJob(t, "shop", map[string]string{"binary": exe, "sarif": "out dir.sarif", "upload": "true", "annotations": "false", "fail-on-findings": "false"}, faulty...)
		file := filepath.Join(j.workspace, "out dir.sarif")
		if code := j.run(t, a); code != 0 || j.outputs["run.findings"] != "1" || j.outputs["run.sarif"] != file {
			t.Errorf("exit code %d, outputs %q", code, j.outputs)
		}
		j.has(t, `^stock\.go:\d+:\d+: .* \(nojitter\)$`, true)
		j.has(t, `^::warning`, false)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(schema(t, schemas["sarif"]), data); err != nil {
			t.Error(err)
		}
		if !bytes.Contains(data, []byte(`"uri": "shop/stock.go"`)) {
			t.Errorf("files are not named as seen from the repository:\n%s", data)
		}
		want := map[string]string{"uses": "github/codeql-action/upload-sarif@v4", "sarif_file": file, "category": "retrylint"}
		if len(j.uploads) != 1 || !maps.Equal(j.uploads[0], want) {
			t.Errorf("uploads %q", j.uploads)
		}
	})
	t.Run("an upload without a name", func(t *testing.T) {
		j := newJob(t, "shop", map[string]string{"binary": exe, "upload": "true", "args": "-disable=nojitter\n-enable=fixeddelay"}, faulty...)
		if code := j.run(t, a); code != 0 || j.outputs["run.findings"] != "0" || len(j.uploads) != 1 {
			t.Errorf("exit code %d, outputs %q\n%s", code, j.outputs, j.log)
		}
		if _, err := os.Stat(j.outputs["run.sarif"]); err != nil {
			t.Error(err)
		}
	})
}

// TestActionFails: what cannot be checked fails, whatever is said of findings.
func TestActionFails(t *testing.T) {
	a := readAction(t)
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	clean := []string{"doc.go", "prices.go"}
	for name, tt := range map[string]struct {
		inputs map[string]string
		broken bool
		log    string
	}{
		"does not compile":       {map[string]string{}, true, `^::error file=shop/broken\.go,line=3,title=retrylint::not checked: example\.com/shop: (\./)?broken\.go:3:9: undefined: nope$`},
		"no such package":        {map[string]string{"packages": "./nosuch", "sarif": "x.sarif"}, false, `^retrylint: .*nosuch: directory not found$`},
		"no such flag":           {map[string]string{"args": "-nosuch"}, false, `^retrylint: flag provided but not defined: -nosuch`},
		"neither true nor false": {map[string]string{"annotations": "yes"}, false, `^::error .*are true or false$`},
		"no such program":        {map[string]string{"binary": "no/such"}, false, `^::error .*no program`},
		"two files":              {map[string]string{"sarif": "x\nfindings=0"}, false, `^::error .*one file$`},
	} {
		t.Run(name, func(t *testing.T) {
			tt.inputs["fail-on-findings"] = "false"
			if tt.inputs["binary"] == "" {
				tt.inputs["binary"] = exe
			}
			j := newJob(t, "shop", tt.inputs, clean...)
			if tt.broken {
				if err := os.WriteFile(filepath.Join(j.workspace, "shop", "broken.go"), []byte("package tour\n\nvar _ = nope\n"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if code := j.run(t, a); code != 2 || j.outputs["run.findings"] != "" || j.outputs["run.sarif"] != "" {
				t.Errorf("exit code %d, outputs %q", code, j.outputs)
			}
			j.has(t, tt.log, true)
		})
	}
}

// TestActionQuotes: whatever is in an input, nothing of it is run, and no name of
// a file is taken for a pattern.
func TestActionQuotes(t *testing.T) {
	a := readAction(t)
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	mark := filepath.Join(t.TempDir(), "mark")
	evil := "$(touch " + mark + ") `touch " + mark + "` '; touch " + mark + " #\"; touch " + mark + " # *"
	for _, name := range []string{"packages", "args", "sarif", "category", "annotations", "binary", "working-directory"} {
		j := newJob(t, "it's $(here)", map[string]string{"binary": exe}, "doc.go", "prices.go")
		j.inputs[name] = evil
		if name == "working-directory" {
			j.inputs[name] = "it's $(here)"
		}
		j.run(t, a)
		if _, err := os.Stat(mark); err == nil {
			t.Fatalf("%s was run\n%s", name, j.log)
		}
	}
}
