package report

import (
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// URL is where retrylint lives.
const URL = "https://github.com/retrylint/retrylint"

// A Document is all that one run found, to be written in one of the [Formats].
type Document struct {
	Version  string    // of retrylint: "v1.2.0", "devel 0123456789ab"
	Rules    []Rule    // those that ran, by name
	Sites    int       // how many retry sites were read
	Findings []Finding // as Sort leaves them; the files by absolute names
	Failures []Failure // packages that could not be checked

	// Files are named as seen from Dir, the working directory, in text, JSON and
	// rdjson; from Root, that of the repository, in SARIF; and from Workspace, that of
	// a job, in annotations.
	Dir, Root, Workspace string
	// Color says that text is for a terminal that shows colours.
	Color bool
}

// A Rule is what a document says of a rule.
type Rule struct {
	Name    string // "nojitter"
	Title   string // a line without a full stop, in lower case: "report delays that ..."
	Text    string // what it finds, in plain sentences
	Help    string // that, why it matters and when the rule is silent
	Page    string // all of it, as Markdown
	URL     string // of the page
	Opinion bool   // off by default
}

// rule returns the rule of that name, and its number among those of d; -1 for
// one that d does not have.
func (d *Document) rule(name string) (Rule, int) {
	i := slices.IndexFunc(d.Rules, func(r Rule) bool { return r.Name == name })
	if i < 0 {
		return Rule{Name: name}, -1
	}
	return d.Rules[i], i
}

// Sentence returns the title as a sentence.
func (r Rule) Sentence() string { return sentence(r.Title) }

// sentence returns s with a capital and a full stop, if it has none.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + fullStop(s[1:])
}

// fullStop returns s ending in a full stop.
func fullStop(s string) string {
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

var writers = []struct {
	name  string
	write func(*Document, io.Writer) error
}{
	{"text", (*Document).writeText},
	{"json", (*Document).writeJSON},
	{"sarif", (*Document).writeSARIF},
	{"github", (*Document).writeGitHub},
	{"rdjson", (*Document).writeRDJSON},
}

// Formats returns the names of the formats, text first.
func Formats() []string {
	var out []string
	for _, w := range writers {
		out = append(out, w.name)
	}
	return out
}

// Write writes the document in the format of that name, which has to be one of
// [Formats]. Columns other than those of bytes are computed from the files, which are
// read here; where one cannot be read, the columns are left out. The error is the
// writer's.
func (d *Document) Write(w io.Writer, format string) error {
	for _, f := range writers {
		if f.name == format {
			return f.write(d, w)
		}
	}
	panic("report: no format " + format)
}

// seenFrom returns the file as seen from dir, with slashes, and whether it lies
// in dir or below.
func seenFrom(dir, file string) (string, bool) {
	if dir == "" || !filepath.IsAbs(file) {
		return filepath.ToSlash(file), filepath.IsLocal(file)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		return filepath.ToSlash(file), false
	}
	return filepath.ToSlash(rel), filepath.IsLocal(rel)
}

// encode writes v as indented JSON.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
