package analyzers

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPrecedence runs the table of docs/precedence.md.
func TestPrecedence(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "precedence.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\w+) \\| ([\\w, ]+) \\|").FindAllStringSubmatch(string(page), -1)
	if len(rows) < 8 {
		t.Fatalf("%d rows, want those of the table", len(rows))
	}
	for _, row := range rows {
		s := waiting(t, row[1])
		if n := len(check(t, row[2], s)); n != 1 {
			t.Errorf("%s: %d findings of %s, want one", row[1], n, row[2])
		}
		for quiet := range strings.SplitSeq(row[3], ", ") {
			if n := len(check(t, quiet, s)); n != 0 {
				t.Errorf("%s: %d findings of %s beside %s, want none", row[1], n, quiet, row[2])
			}
		}
	}
}
