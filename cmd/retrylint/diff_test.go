package main

import (
	"strings"
	"testing"

	"github.com/retrylint/retrylint/internal/report"
)

func TestDiff(t *testing.T) {
	const src = "a\nb\nwait(d)\nc\nlast"
	at := func(s string) int { return strings.Index(src, s) }
	for _, tt := range []struct {
		name  string
		edits []report.Edit
		want  string // "" where they do not fit
	}{
		{"within a line", []report.Edit{{Start: at("d)"), End: at(")"), New: "2*d"}}, "-wait(d)\n+wait(2*d)"},
		{"two in a line", []report.Edit{{Start: at("wait"), End: at("("), New: "sleep"}, {Start: at("d)"), End: at("d)") + 1, New: "x"}}, "-wait(d)\n+sleep(x)"},
		{"a line before", []report.Edit{{Start: at("b"), End: at("b"), New: "new\n"}}, "+new\n b"},
		{"two places", []report.Edit{{Start: 0, End: 1, New: "A"}, {Start: at("last"), End: len(src), New: "LAST"}}, "-a\n+A\n-last\n+LAST"},
		{"lines gone", []report.Edit{{Start: at("b"), End: at("wait"), New: ""}}, "-b\n wait(d)"},
		{"outside", []report.Edit{{Start: 3, End: 100}}, ""},
		{"overlapping", []report.Edit{{Start: 2, End: 6}, {Start: 4, End: 5}}, ""},
	} {
		lines, ok := diffEdits(src, tt.edits)
		var out []string
		for _, l := range lines {
			out = append(out, string(l.kind)+l.text)
		}
		if have := strings.Join(out, "\n"); ok != (tt.want != "") || ok && have != tt.want {
			t.Errorf("%s: have %t\n%s\nwant\n%s", tt.name, ok, have, tt.want)
		}
	}
}
