package checks

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// docBlocks returns a function that takes the part out of docs/integrations.md that
// is marked with a name. TestIntegrations in cmd/retrylint reads who calls it.
func docBlocks(t *testing.T) func(name string) string {
	return func(name string) string { return docBlock(t, name) }
}

func docBlock(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "docs", "integrations.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), "\n<!-- "+name+" -->\n```")
	_, rest, _ = strings.Cut(rest, "\n")
	text, _, closed := strings.Cut(rest, "\n```\n")
	if !ok || !closed {
		t.Fatalf("docs/integrations.md has no block %s", name)
	}
	return text + "\n"
}

// TestWorkflows runs the action with the inputs that the workflows give it.
func TestWorkflows(t *testing.T) {
	a := readAction(t)
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	block := docBlocks(t)
	for name, want := range map[string]struct {
		text          string
		code, uploads int
	}{
		"retrylint":     {block(".github/workflows/retrylint.yml"), 1, 0},
		"code-scanning": {block(".github/workflows/code-scanning.yml"), 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var workflow struct {
				Jobs map[string]struct{ Steps []step }
			}
			if err := yaml.Unmarshal([]byte(want.text), &workflow); err != nil {
				t.Fatal(err)
			}
			runs := 0
			for _, job := range workflow.Jobs {
				for _, s := range job.Steps {
					if !strings.HasPrefix(s.Uses, "retrylint/retrylint@") {
						continue
					}
					runs++
					s.With["binary"] = exe
					j := newJob(t, ".", s.With, "doc.go", "stock.go", "prices.go")
					if code := j.run(t, a); code != want.code || len(j.uploads) != want.uploads || j.outputs["run.findings"] != "1" {
						t.Errorf("exit code %d, %d uploads, outputs %q\n%s", code, len(j.uploads), j.outputs, j.log)
					}
				}
			}
			if runs != 1 {
				t.Errorf("the action is used %d times", runs)
			}
		})
	}
}

// shell runs a block in the directory, with the program and what else is in bin on
// PATH, and returns what it prints.
func shell(t *testing.T, dir, bin, block string) string {
	t.Helper()
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-euc", block)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+filepath.Dir(exe)+":"+os.Getenv("PATH"), "GOWORK=off", "PWD="+dir)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, errs.String())
	}
	return string(out)
}

// TestShellBlocks runs the command lines that the page shows.
func TestShellBlocks(t *testing.T) {
	j := newJob(t, ".", map[string]string{}, "doc.go", "stock.go", "prices.go")
	dir, bin := j.workspace, t.TempDir()
	block := docBlocks(t)

	shell(t, dir, bin, block("retrylint -format=sarif"))
	data, err := os.ReadFile(filepath.Join(dir, "retrylint.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(schema(t, schemas["sarif"]), data); err != nil {
		t.Error(err)
	}

	if _, err := exec.LookPath("jq"); err != nil {
		t.Log("there is no jq")
	} else if have := shell(t, dir, bin, block("retrylint -format=json")); !strings.HasPrefix(have, "stock.go:") || !strings.HasSuffix(have, " nojitter in (*Client).Stock\n") {
		t.Errorf("jq prints %q", have)
	}

	// reviewdog itself cannot be built here: its place takes one that keeps what it reads.
	kept := filepath.Join(bin, "rdjson")
	if err := os.WriteFile(filepath.Join(bin, "reviewdog"), []byte("#!/bin/sh\nexec cat >'"+kept+"'\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	shell(t, dir, bin, block("reviewdog"))
	if data, err = os.ReadFile(kept); err != nil {
		t.Fatal(err)
	}
	if err := validate(schema(t, schemas["rdjson"]), data); err != nil {
		t.Error(err)
	}
	var doc struct {
		Diagnostics []struct {
			Location    struct{ Path string }
			Suggestions []struct{ Text string }
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil || len(doc.Diagnostics) != 1 || doc.Diagnostics[0].Location.Path != "stock.go" || len(doc.Diagnostics[0].Suggestions) != 1 {
		t.Errorf("%v: %s", err, data)
	}
}

// TestInputTable holds that the page lists the inputs of the action, with their
// defaults.
func TestInputTable(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "docs", "integrations.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range readAction(t).Inputs {
		row := "| `" + name + "` | "
		if in.Default != "" {
			row += "`" + in.Default + "` "
		}
		if !strings.Contains(string(data), "\n"+row+"| ") {
			t.Errorf("docs/integrations.md has no row %q", row)
		}
	}
}
