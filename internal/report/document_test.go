package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the files that documents are compared with")

// wide is a file with characters of every width before the places.
const wide = "package a\n\nfunc f() {\n\t日本 := \"😀é\"; sleep(日本)\n\tif x := \"]\"; ok { sleep(x) }\n}\n"

// at returns the place of the n-th text in the file, and its end.
func at(t *testing.T, file, text string, n int) (from, to Place) {
	t.Helper()
	src := sources{}.of(file)
	if src == nil {
		t.Fatalf("no file %s", file)
	}
	i := -1
	for range n {
		next := strings.Index(src.text[i+1:], text)
		if next < 0 {
			t.Fatalf("no %q in %s", text, file)
		}
		i += 1 + next
	}
	from, _ = src.place(file, i)
	to, _ = src.place(file, i+len(text))
	return from, to
}

// sampleDocument is a document of all that there can be in one, about files that it
// writes to dir.
func sampleDocument(t *testing.T, dir string) *Document {
	t.Helper()
	sub := filepath.Join(dir, "an odd, name")
	if err := os.MkdirAll(sub, 0o777); err != nil {
		t.Fatal(err)
	}
	file, other := filepath.Join(sub, "a.go"), filepath.Join(dir, "b.go")
	for name, text := range map[string]string{file: wide, other: "package b\r\n\r\nvar d = 5\r\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	first := Finding{Rule: "nojitter", Func: "f", Message: "handlers[i](ctx) of T{}: 99% wait; see this (nojitter)"}
	first.Place, first.End = at(t, file, "sleep", 1)
	note := Note{Message: "the delay is computed here"}
	note.Place, note.End = at(t, other, "5", 1)
	first.Related = []Note{note}
	second := Finding{Rule: "silentretry", Func: "(*T).f", Message: "nothing tells of it (silentretry)"}
	second.Place, _ = at(t, file, "sleep", 2)
	start := strings.Index(wide, "日本)")
	first.Fixes = []Fix{
		{Message: "Draw at random", Edits: []Edit{
			{File: file, Start: len("package a\n"), End: len("package a\n"), New: "\nimport \"math/rand\"\n"},
			{File: file, Start: start, End: start + len("日本"), New: "rand(日本)"},
		}},
		{Message: "Of a file that has changed", Edits: []Edit{{File: file, Start: 5, End: 5000}}},
	}
	gone := Finding{Rule: "unheard", Message: "of a file that is gone (unheard)"}
	gone.Place = Place{filepath.Join(dir, "gone.go"), 7, 3}
	gone.End = Place{gone.File, 7, 9}
	return &Document{
		Version: "v1.2.3",
		Rules: []Rule{
			{Name: "nojitter", Title: "report delays", Text: "A delay.", Help: "A delay.\n\nThey meet.", Page: "# nojitter\n", URL: URL + "/nojitter.md"},
			{Name: "silentretry", Title: "report silence", Text: "Nothing tells.", Help: "Nothing tells.", Page: "# silentretry\n", URL: URL + "/silentretry.md", Opinion: true},
		},
		Sites:    4,
		Findings: Sort([]Finding{gone, second, first}),
		Failures: []Failure{{"example.com/broken", "broken/a.go:2:23: undefined: nope\nbroken/a.go:3:1: undefined: {other}"}, {"", "go: no module"}},
		Dir:      sub, Root: dir, Workspace: dir,
	}
}

// TestGoldens compares every format with a file; the directory is written as $DIR.
// The SARIF and rdjson ones are held against the schemas in .ci/checks.
func TestGoldens(t *testing.T) {
	dir := t.TempDir()
	d := sampleDocument(t, dir)
	formats := slices.Clone(Formats())
	for _, format := range append(formats, "color") {
		var b bytes.Buffer
		d.Color = format == "color"
		name := format
		if d.Color {
			name = "text"
		}
		if err := d.Write(&b, name); err != nil {
			t.Fatal(err)
		}
		have := strings.ReplaceAll(b.String(), filepath.ToSlash(dir), "$DIR")
		golden := filepath.Join("testdata", "golden."+format)
		if *update {
			if err := os.WriteFile(golden, []byte(have), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if have != string(want) {
			t.Errorf("%s differs (to rewrite it: go test ./internal/report -update); have\n%s", golden, have)
		}
	}
}

// TestEmpty: a document of nothing has lists, and no null.
func TestEmpty(t *testing.T) {
	for _, format := range []string{"json", "sarif", "rdjson"} {
		var b bytes.Buffer
		if err := (&Document{}).Write(&b, format); err != nil {
			t.Fatal(err)
		}
		if !json.Valid(b.Bytes()) || strings.Contains(b.String(), "null") {
			t.Errorf("%s: %s", format, b.String())
		}
	}
}

func TestUTF16Column(t *testing.T) {
	for _, tt := range []struct {
		before string // of the place
		want   int
	}{
		{"", 1},
		{"\t\t", 3},
		{"é := ", 6},
		{"日本 := ", 7},
		{"s(\"😀\", ", 9}, // two units
		{"\xff\xfe ", 4}, // no UTF-8: a unit for each byte
		{"\ufeff", 2},
	} {
		if have := utf16Column(tt.before+"x()", len(tt.before)+1); have != tt.want {
			t.Errorf("behind %q: column %d, want %d", tt.before, have, tt.want)
		}
	}
	if have := utf16Column("日x", 2); have != 1 {
		t.Errorf("in the midst of a character: column %d, want that of the character", have)
	}
	if have := utf16Column("日x", 99); have != 3 {
		t.Errorf("behind the line: column %d, want its end", have)
	}
}

func TestSourcePlace(t *testing.T) {
	src := newSource("ab\r\n\ncd")
	for offset, want := range map[int]Place{0: {"f", 1, 1}, 3: {"f", 1, 4}, 4: {"f", 2, 1}, 5: {"f", 3, 1}, 7: {"f", 3, 3}} {
		if have, ok := src.place("f", offset); !ok || have != want {
			t.Errorf("%d: %v, %t, want %v", offset, have, ok, want)
		}
	}
	if _, ok := src.place("f", 8); ok {
		t.Error("a place behind the file")
	}
	for n, want := range map[int]string{0: "", 1: "ab", 2: "", 3: "cd", 4: ""} {
		if have := src.line(n); have != want {
			t.Errorf("line %d is %q, want %q", n, have, want)
		}
	}
}

// findLines returns a document of one finding of the rule for each line of the text
// that holds "sleep", in the function that the line names behind "in".
func findLines(text string) (*Document, sources) {
	src := newSource(text)
	d := &Document{Root: "/r"}
	for n := range src.start {
		line := src.line(n + 1)
		if i := strings.Index(line, "sleep"); i >= 0 {
			_, fn, _ := strings.Cut(line, "in ")
			f := Finding{Place: Place{"/r/p/a.go", n + 1, i + 1}, Rule: "nojitter"}
			f.Func, _, _ = strings.Cut(fn, ";")
			d.Findings = append(d.Findings, f)
		}
	}
	return d, sources{"/r/p/a.go": src}
}

func TestFingerprints(t *testing.T) {
	base := fingerprints(findLines("sleep(d) // in f\nx\nsleep(d) // in f\nsleep(e) // in f\n"))
	if slices.Contains(base, "") || len(slices.Compact(slices.Sorted(slices.Values(base)))) != 3 {
		t.Fatalf("not distinct: %q", base)
	}
	if !strings.HasSuffix(base[0], ":1") || !strings.HasSuffix(base[1], ":2") {
		t.Errorf("equal lines are not numbered: %q", base)
	}
	for name, text := range map[string]string{
		"lines above":            "\n\nimport\nsleep(d) // in f\ny\nx\nsleep(d) // in f\nsleep(e) // in f\n",
		"indentation, alignment": "\tsleep(d)  // in f\n\t\tsleep(d) //   in f\nsleep(e)\t// in f",
	} {
		text = strings.ReplaceAll(text, "//   in f", "// in f")
		if have := fingerprints(findLines(text)); !slices.Equal(have, base) {
			t.Errorf("%s: %q, want %q", name, have, base)
		}
	}
	if have := fingerprints(findLines("sleep(d) // in f\nsleep(d) // in g\n")); have[0] == have[1] {
		t.Errorf("two functions have %q", have)
	}
	d, files := findLines("sleep(d) // in f\n")
	one := fingerprints(d, files)
	d.Findings[0].Rule = "nocap"
	if have := fingerprints(d, files); have[0] == one[0] {
		t.Error("two rules have one fingerprint")
	}
	d, files = findLines("sleep(d) // in f\n")
	d.Findings[0].File = "/r/q/b.go"
	files["/r/q/b.go"] = files["/r/p/a.go"]
	if have := fingerprints(d, files); have[0] == one[0] {
		t.Error("two packages have one fingerprint")
	}
	d.Findings[0].File, d.Root = "/elsewhere/r/p/b.go", "/elsewhere/r"
	files["/elsewhere/r/p/b.go"] = files["/r/p/a.go"]
	if have := fingerprints(d, files); have[0] != one[0] {
		t.Error("the fingerprint depends on where the repository lies, or on the file's name")
	}
}

func TestCommandEscapes(t *testing.T) {
	var b bytes.Buffer
	command(&b, "warning", []string{"file", "a,b:c%.go", "title", "x\ny"}, "1,2: 50%\r\nmore::")
	if want := "::warning file=a%2Cb%3Ac%25.go,title=x%0Ay::1,2: 50%25%0D%0Amore::\n"; b.String() != want {
		t.Errorf("have %q\nwant %q", b.String(), want)
	}
}

// TestGitHubLimit: what GitHub has no room for is written all the same, errors
// come first, and the last line counts.
func TestGitHubLimit(t *testing.T) {
	d := &Document{Rules: []Rule{{Name: "opinion", Opinion: true}, {Name: "x"}}, Dir: "/r", Workspace: "/r"}
	for i := range GitHubLimit + 2 {
		d.Findings = append(d.Findings, finding(fmt.Sprintf("/r/a.go:%d:1", i+1), "opinion", "m (opinion)"), finding(fmt.Sprintf("/r/a.go:%d:2", i+1), "x", "m (x)"))
	}
	d.Failures = []Failure{{"p", "b.go:1:2: bad"}}
	d.Findings = Sort(d.Findings)
	var b bytes.Buffer
	if err := d.Write(&b, "github"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	var kinds []string
	for _, l := range lines {
		kind, _, _ := strings.Cut(l, " ")
		kinds = append(kinds, kind)
	}
	want := slices.Concat([]string{"::error"}, slices.Repeat([]string{"::warning"}, GitHubLimit), slices.Repeat([]string{"::notice"}, GitHubLimit),
		slices.Repeat([]string{"also"}, 4), []string{"retrylint:"})
	if !slices.Equal(kinds, want) {
		t.Errorf("have %q", kinds)
	}
	if want := "::error file=b.go,line=1,title=retrylint::not checked: p: b.go:1:2: bad"; lines[0] != want {
		t.Errorf("have %q, want %q", lines[0], want)
	}
	if have, want := lines[len(lines)-1], "retrylint: 24 findings, 20 of them annotations: GitHub shows no more than 10 of a kind for a step, 1 failure"; have != want {
		t.Errorf("have %q, want %q", have, want)
	}
	if want := "also a.go:11:2: m (x)"; lines[21] != want {
		t.Errorf("have %q, want %q", lines[21], want)
	}
}

// TestArtifact: files outside the repository have a URI of their own.
func TestArtifact(t *testing.T) {
	s := &sarifWriter{d: &Document{Root: "/r"}}
	for file, want := range map[string]sarifPlace{
		"/r/a b/c#d.go": {URI: "a%20b/c%23d.go", Base: srcRoot},
		"/other/a.go":   {URI: "file:///other/a.go"},
		"rel/a.go":      {URI: "rel/a.go", Base: srcRoot},
	} {
		if have := s.artifact(filepath.FromSlash(file)); have != want {
			t.Errorf("%s: %+v, want %+v", file, have, want)
		}
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"T{N: 5}":         "T{{N: 5}}",
		"handlers[i](x)":  `handlers\[i\](x)`,
		"a[i] and (b)[1]": "a[i] and (b)[1]",
	} {
		if have := plain(in).Text; have != want {
			t.Errorf("%q: %q, want %q", in, have, want)
		}
	}
}

// TestSuggestion: a fix becomes one replacement, and none where it is of two files.
func TestSuggestion(t *testing.T) {
	files := sources{"a.go": newSource("one\ntwo\n"), "b.go": newSource("")}
	s, ok := suggestion(files, "a.go", Fix{Edits: []Edit{{File: "a.go", Start: 4, End: 7, New: "2"}, {File: "a.go", Start: 2, End: 2, New: "-"}}})
	want := rdSuggestion{rdRange{rdPosition{1, 3}, &rdPosition{2, 4}}, "-e\n2"}
	if !ok || s.Text != want.Text || s.Range.Start != want.Range.Start || *s.Range.End != *want.Range.End {
		t.Errorf("have %+v %+v, %t", s, s.Range.End, ok)
	}
	for name, fix := range map[string]Fix{
		"another file": {Edits: []Edit{{File: "a.go"}, {File: "b.go"}}},
		"overlapping":  {Edits: []Edit{{File: "a.go", Start: 0, End: 3}, {File: "a.go", Start: 2, End: 4}}},
		"behind it":    {Edits: []Edit{{File: "a.go", Start: 0, End: 30}}},
		"none":         {},
	} {
		if s, ok := suggestion(files, "a.go", fix); ok {
			t.Errorf("%s: %+v", name, s)
		}
	}
}
