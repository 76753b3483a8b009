package report

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

// A Vet is what one run of `go vet -json` printed.
type Vet struct {
	Packages int // how many were checked
	Findings []Finding
	Failures []Failure // of the tool, per package; in the order of their packages
	Other    []string  // lines that are not JSON
}

// A Failure says why a package could not be checked.
type Failure struct {
	Package string // import path; empty where the go command named none
	Message string // may have several lines
}

// vetDiagnostic is the part of x/tools' JSON form that is used here.
type vetDiagnostic struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
	Related []struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	} `json:"related"`
	Fixes []Fix `json:"suggested_fixes"`
}

// ReadVet reads the output of `go vet -json`: a JSON object for each package,
// in any order, possibly between other lines. What cannot be read is kept as
// Other, never dropped. The findings are sorted.
func ReadVet(out []byte) *Vet {
	v := new(Vet)
	for len(out) > 0 {
		if out[0] == '{' {
			var tree map[string]map[string]json.RawMessage
			dec := json.NewDecoder(bytes.NewReader(out))
			if dec.Decode(&tree) == nil {
				v.add(tree)
				out = bytes.TrimLeft(out[dec.InputOffset():], " \t\r\n")
				continue
			}
		}
		line, rest, _ := bytes.Cut(out, []byte("\n"))
		if s := strings.TrimRight(string(line), " \t\r"); s != "" {
			v.Other = append(v.Other, s)
		}
		out = rest
	}
	v.Findings = Sort(v.Findings)
	slices.SortStableFunc(v.Failures, func(a, b Failure) int {
		return strings.Compare(a.Package+"\n"+a.Message, b.Package+"\n"+b.Message)
	})
	return v
}

// add takes one object: package ID to analyzer to diagnostics, or to an error.
func (v *Vet) add(tree map[string]map[string]json.RawMessage) {
	v.Packages += len(tree)
	for pkg, byRule := range tree {
		for rule, raw := range byRule {
			var ds []vetDiagnostic
			if json.Unmarshal(raw, &ds) == nil {
				for _, d := range ds {
					v.Findings = append(v.Findings, d.finding(rule))
				}
				continue
			}
			var failed struct {
				Err string `json:"error"`
			}
			if json.Unmarshal(raw, &failed) != nil || failed.Err == "" {
				failed.Err = string(raw)
			}
			v.Failures = append(v.Failures, Failure{Package: pkg, Message: rule + ": " + failed.Err})
		}
	}
}

func (d vetDiagnostic) finding(rule string) Finding {
	f := Finding{Place: ParsePlace(d.Posn), Rule: rule, Message: d.Message, Fixes: d.Fixes}
	f.End = endOf(f.Place, d.End)
	for _, r := range d.Related {
		n := Note{Place: ParsePlace(r.Posn), Message: r.Message}
		n.End = endOf(n.Place, r.End)
		f.Related = append(f.Related, n)
	}
	return f
}

// endOf reads the end of what begins at start; zero if it is not behind start in
// the same file.
func endOf(start Place, posn string) Place {
	end := ParsePlace(posn)
	if end.File != start.File || end.Col == 0 || comparePlace(end, start) <= 0 {
		return Place{}
	}
	return end
}

// ReadErrors reads what the go command writes to standard error: lines under
// the heading "# package", and lines of its own before the first heading.
//
// Have:
//
//	# example.com/m/broken
//	# [example.com/m/broken]
//	vet: broken/a.go:2:23: undefined: nope
//
// Have, with no heading:
//
//	no Go files in /tmp/m/empty
func ReadErrors(out string) []Failure {
	var fs []Failure
	pkg := ""
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, " \t\r\n")
		if head, ok := strings.CutPrefix(line, "# "); ok {
			pkg = strings.Trim(head, "[]")
			// A test variant is headed "p [p.test]".
			pkg, _, _ = strings.Cut(pkg, " ")
			continue
		}
		line = strings.TrimPrefix(line, "vet: ")
		if n := len(fs); n > 0 && fs[n-1].Package == pkg && pkg != "" {
			fs[n-1].Message += "\n" + line
		} else if line != "" {
			fs = append(fs, Failure{Package: pkg, Message: line})
		}
	}
	return fs
}

// String says which package could not be checked, and why.
func (f Failure) String() string {
	if f.Package == "" {
		return f.Message
	}
	return "not checked: " + f.Package + ": " + f.Message
}

// place returns the place that the message begins with, in full where it is seen
// from dir; a zero line if it begins with none.
func (f Failure) place(dir string) Place {
	first, _, _ := strings.Cut(f.Message, "\n")
	at, _, ok := strings.Cut(first, ": ")
	p := ParsePlace(at)
	if !ok || p.Line == 0 || filepath.Ext(p.File) != ".go" {
		return Place{}
	}
	if !filepath.IsAbs(p.File) {
		p.File = filepath.Join(dir, p.File)
	}
	return p
}
