package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// marked is a block of docs/integrations.md with the name before it.
var marked = regexp.MustCompile("(?m)^<!-- ([^\n]+) -->\n```(\\w+)\n((?s:.*?))^```$")

// TestIntegrations holds that every block of docs/integrations.md has a name,
// and is run, or read, by a test: a script in .ci takes it with `block NAME` or
// `recipe CODE NAME`, or a test in Go with block("NAME"). What the blocks do is
// the business of those.
func TestIntegrations(t *testing.T) {
	page := readPage(t, "docs", "integrations.md")
	var takers strings.Builder
	for _, pattern := range []string{".ci/[a-z]*", ".ci/*/*_test.go", "*/*_test.go", "*/*/*_test.go"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files: %v", pattern, err)
		}
		for _, name := range files {
			if info, err := os.Stat(name); err != nil || info.IsDir() {
				continue
			}
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			takers.Write(data)
		}
	}
	blocks := marked.FindAllStringSubmatch(page, -1)
	if fences := strings.Count(page, "\n```\n"); len(blocks) != fences || fences < 10 {
		t.Errorf("%d blocks have a name, of %d", len(blocks), fences)
	}
	seen := map[string]bool{}
	for _, m := range blocks {
		name, language, text := m[1], m[2], m[3]
		if seen[name] {
			t.Errorf("two blocks are named %s", name)
		}
		seen[name] = true
		if language == "json" && !json.Valid([]byte(text)) {
			t.Errorf("%s is no JSON", name)
		}
		taken := regexp.MustCompile(`\b(block|recipe \d)[ (]+["']?` + regexp.QuoteMeta(name) + `(["'\s|]|$)`)
		if !taken.MatchString(takers.String()) {
			t.Errorf("no test takes the block %s", name)
		}
	}
}

func readPage(t *testing.T, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{root}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
