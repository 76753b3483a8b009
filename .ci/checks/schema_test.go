// Package checks holds tests that need libraries of their own: what retrylint
// writes against the schemas of the formats, and the GitHub Action against what
// GitHub does with it.
package checks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// root is the root of the project, seen from here.
var root = filepath.Join("..", "..")

// built is the program.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "retrylint-checks")
	if err != nil {
		return "", err
	}
	exe := filepath.Join(dir, "retrylint")
	out, err := exec.Command("go", "build", "-C", root, "-o", exe, "./cmd/retrylint").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return exe, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if exe, err := built(); err == nil {
		os.RemoveAll(filepath.Dir(exe))
	}
	os.Exit(code)
}

func schema(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	url := "file:///" + file
	if err := c.AddResource(url, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(url)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(s *jsonschema.Schema, document []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

var schemas = map[string]string{"sarif": "sarif-schema-2.1.0.json", "rdjson": "rdjson-schema.json"}

// TestSchemas holds what is written for the tour, and the documents that the
// tests of the writers compare with, against the schemas.
func TestSchemas(t *testing.T) {
	for format, file := range schemas {
		s := schema(t, file)
		golden, err := os.ReadFile(filepath.Join(root, "internal", "report", "testdata", "golden."+format))
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(s, golden); err != nil {
			t.Errorf("golden.%s: %v", format, err)
		}
		if err := validate(s, tour(t, format)); err != nil {
			t.Errorf("%s of the tour: %v", format, err)
		}
	}
}

// tour returns what is written for docs/tour.
func tour(t *testing.T, format string) []byte {
	t.Helper()
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-format="+format, "-enable=all", "./docs/tour/...")
	cmd.Dir = root
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%v, want exit code 1\n%s", err, errs.String())
	}
	return out
}

// TestSchemasRefuse: the schemas see what is wrong.
func TestSchemasRefuse(t *testing.T) {
	spoil := map[string]func(doc map[string]any){
		"sarif": func(doc map[string]any) {
			run := doc["runs"].([]any)[0].(map[string]any)
			run["results"].([]any)[0].(map[string]any)["level"] = "warn"
		},
		"rdjson": func(doc map[string]any) {
			doc["diagnostics"].([]any)[0].(map[string]any)["severity"] = 5
		},
	}
	for format, file := range schemas {
		golden, err := os.ReadFile(filepath.Join(root, "internal", "report", "testdata", "golden."+format))
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := json.Unmarshal(golden, &doc); err != nil {
			t.Fatal(err)
		}
		spoil[format](doc)
		spoiled, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		if validate(schema(t, file), spoiled) == nil {
			t.Errorf("%s: nothing is wrong with a document that is", format)
		}
	}
}
