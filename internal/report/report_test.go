package report

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestParsePlace(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Place
	}{
		{"a.go:3:7", Place{"a.go", 3, 7}},
		{"/x/a.go:12", Place{"/x/a.go", 12, 0}},
		{"a.go", Place{"a.go", 0, 0}},
		{`C:\x\a.go:3:7`, Place{`C:\x\a.go`, 3, 7}},
		{"odd:1.go:3:7", Place{"odd:1.go", 3, 7}},
		{"-", Place{"-", 0, 0}},
		{"", Place{}},
	} {
		have := ParsePlace(tt.in)
		if have != tt.want {
			t.Errorf("ParsePlace(%q) = %+v, want %+v", tt.in, have, tt.want)
		}
		if have.String() != tt.in {
			t.Errorf("%q prints as %q", tt.in, have)
		}
	}
}

func finding(place, rule, message string) Finding {
	return Finding{Place: ParsePlace(place), Rule: rule, Message: message}
}

func TestSort(t *testing.T) {
	in := []Finding{
		finding("b.go:1:1", "x", "m"),
		finding("a.go:10:1", "x", "m"),
		finding("a.go:9:5", "x", "m"),
		finding("a.go:9:5", "w", "m"),
		finding("a.go:9:2", "x", "m"),
		finding("a.go:9:5", "x", "m"), // from the test variant
		finding("a.go:9:5", "x", "other"),
	}
	want := []Finding{
		finding("a.go:9:2", "x", "m"),
		finding("a.go:9:5", "w", "m"),
		finding("a.go:9:5", "x", "m"),
		finding("a.go:9:5", "x", "other"),
		finding("a.go:10:1", "x", "m"),
		finding("b.go:1:1", "x", "m"),
	}
	before := append([]Finding(nil), in...)
	if have := Sort(in); !reflect.DeepEqual(have, want) {
		t.Errorf("have %v\nwant %v", have, want)
	}
	if !reflect.DeepEqual(in, before) {
		t.Error("Sort changed its argument")
	}
}

func TestWriteText(t *testing.T) {
	root := t.TempDir()
	at := func(s string) string { return filepath.Join(root, "m", s) }
	f := finding(at("a.go:3:1"), "x", "said (x)")
	f.Related = []Note{{Place: ParsePlace(at("b/b.go:4:2")), Message: "and here"}}
	var b strings.Builder
	d := &Document{Findings: []Finding{f, finding("rel.go:1:1", "x", "m")}, Dir: filepath.Join(root, "m")}
	if err := d.Write(&b, "text"); err != nil {
		t.Fatal(err)
	}
	want := "a.go:3:1: said (x)\n\t" + filepath.FromSlash("b/b.go:4:2") + ": and here\nrel.go:1:1: m\n"
	if b.String() != want {
		t.Errorf("have:\n%swant:\n%s", b.String(), want)
	}
}

func TestRelative(t *testing.T) {
	for _, tt := range []struct{ dir, path, want string }{
		{"/work/m", "/work/m/a.go", "a.go"},
		{"/work/m/sub", "/work/m/a.go", "../a.go"},
		{"/a/very/deep/place", "/x.go", "/x.go"}, // the way round is longer
		{"/work/m", "a.go", "a.go"},
		{"", "/work/m/a.go", "/work/m/a.go"},
	} {
		have := Relative(filepath.FromSlash(tt.dir), filepath.FromSlash(tt.path))
		if have != filepath.FromSlash(tt.want) {
			t.Errorf("Relative(%q, %q) = %q, want %q", tt.dir, tt.path, have, tt.want)
		}
	}
}

func TestReadVet(t *testing.T) {
	const out = `# example.com/m/b
{
	"example.com/m/b": {
		"x": [{"posn": "b.go:2:1", "end": "b.go:2:3", "message": "m (x)",
			"related": [{"posn": "c.go:1:1", "message": "here"}]}]
	}
}
{}
{"example.com/m/a": {"y": {"error": "out of luck"}, "x": [{"posn": "a.go:1:1", "message": "m (x)"}]}}{
	"example.com/m/c": {}
}
{ this is no object
`
	b := finding("b.go:2:1", "x", "m (x)")
	b.End = Place{"b.go", 2, 3}
	b.Related = []Note{{Place: Place{"c.go", 1, 1}, Message: "here"}}
	want := &Vet{
		Packages: 3,
		Findings: []Finding{finding("a.go:1:1", "x", "m (x)"), b},
		Failures: []Failure{{"example.com/m/a", "y: out of luck"}},
		Other:    []string{"# example.com/m/b", "{ this is no object"},
	}
	if have := ReadVet([]byte(out)); !reflect.DeepEqual(have, want) {
		t.Errorf("have %+v\nwant %+v", have, want)
	}
}

func TestReadErrors(t *testing.T) {
	const out = `no Go files in /tmp/m/empty
# example.com/m/broken
# [example.com/m/broken]
vet: broken/a.go:2:23: undefined: nope
broken/a.go:3:23: undefined: other
# example.com/m/p [example.com/m/p.test]
panic: boom

goroutine 1 [running]:
`
	want := []Failure{
		{"", "no Go files in /tmp/m/empty"},
		{"example.com/m/broken", "broken/a.go:2:23: undefined: nope\nbroken/a.go:3:23: undefined: other"},
		{"example.com/m/p", "panic: boom\n\ngoroutine 1 [running]:"},
	}
	if have := ReadErrors(out); !reflect.DeepEqual(have, want) {
		t.Errorf("have %q\nwant %q", have, want)
	}
	if have := ReadErrors(""); have != nil {
		t.Errorf("have %q of nothing", have)
	}
}

// FuzzReadVet holds that no output is lost in silence and none makes it panic.
func FuzzReadVet(f *testing.F) {
	f.Add([]byte(`{"p": {"x": [{"posn": "a.go:1:1", "message": "m"}]}}`))
	f.Add([]byte("{\n}\n{}junk\n"))
	f.Add([]byte("{\"p\":null}"))
	f.Fuzz(func(t *testing.T, out []byte) {
		v := ReadVet(out)
		for _, s := range v.Other {
			if strings.TrimRight(s, " \t\r") == "" {
				t.Errorf("kept an empty line of %q", out)
			}
		}
		if len(strings.TrimSpace(string(out))) > 0 && out[0] != '{' && len(v.Other) == 0 && out[0] > ' ' {
			t.Errorf("lost the first line of %q", out)
		}
	})
}
