package main

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/retrylint/retrylint/internal/report"
)

// toured are the rules that the tour shows: those met most often.
var toured = []string{"nojitter", "narrowjitter", "retryafter", "retrycanceled", "retrypost"}

// TestTour holds that the tour shows its rules, each finding with numbers, and
// nothing where the code is good.
func TestTour(t *testing.T) {
	out, code := realRun(t, "./docs/tour/...")
	if code != exitFindings {
		t.Errorf("exit code %d, want %d", code, exitFindings)
	}
	line := regexp.MustCompile(`(?m)^(\S+): .*\d.* \((\w+)\)$`)
	shown := map[string]int{}
	for _, m := range line.FindAllStringSubmatch(out, -1) {
		shown[m[2]]++
		if file := report.ParsePlace(m[1]).File; filepath.Base(file) == "prices.go" {
			t.Errorf("prices.go is good code, and it says: %s", m[0])
		}
	}
	for _, name := range toured {
		if shown[name] == 0 {
			t.Errorf("no finding of %s:\n%s", name, out)
		}
	}
}
