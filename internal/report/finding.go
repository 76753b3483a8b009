package report

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Place is a position in a source file. Line and Col count from 1; Col counts
// bytes. Line is 0 where only the file is known.
type Place struct {
	File string
	Line int
	Col  int
}

// ParsePlace reads a place as go/token prints it: "file:line:col", "file:line"
// or "file". The file name may hold colons.
func ParsePlace(s string) Place {
	file, last, ok := cutNumber(s)
	if !ok {
		return Place{File: s}
	}
	if f, line, ok := cutNumber(file); ok {
		return Place{File: f, Line: line, Col: last}
	}
	return Place{File: file, Line: last}
}

func cutNumber(s string) (before string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil || n <= 0 {
		return s, 0, false
	}
	return s[:i], n, true
}

// String prints the place as go/token does.
func (p Place) String() string {
	s := p.File
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			s += ":" + strconv.Itoa(p.Col)
		}
	}
	return s
}

func comparePlace(a, b Place) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Col, b.Col),
	)
}

// A Note is a second place that a finding points to, and what is there.
type Note struct {
	Place
	End     Place // behind the last byte; zero where it is not known
	Message string
}

// A Finding is one report of one rule.
type Finding struct {
	Place
	End     Place  // behind the last byte; zero where it is not known
	Func    string // the function around it, "(*Client).do"; "" if not known
	Rule    string // the analyzer's name: "nojitter"
	Message string // one line, ending in " (rule)"
	Related []Note
	Fixes   []Fix
}

// Said returns the message without the name of the rule at its end, for where
// the name is said in another way.
func (f Finding) Said() string { return strings.TrimSuffix(f.Message, " ("+f.Rule+")") }

// A Fix is a change of the source that repairs what was found.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit puts New in the place of the bytes from Start to End of the file.
type Edit struct {
	File  string `json:"filename"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// inOrder returns the edits in the order of the file.
func inOrder(edits []Edit) []Edit {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return edits
}

// Sort orders findings by file, line, column, rule and message, and drops
// repeats: the go command reads a file twice where it belongs to a package and
// to a variant of it.
func Sort(fs []Finding) []Finding {
	fs = slices.Clone(fs)
	slices.SortFunc(fs, func(a, b Finding) int {
		return cmp.Or(
			comparePlace(a.Place, b.Place),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.CompactFunc(fs, func(a, b Finding) bool {
		return a.Place == b.Place && a.Rule == b.Rule && a.Message == b.Message
	})
}

// Relative returns path as seen from dir where that is shorter than path
// itself, which is how the go command prints file names.
func Relative(dir, path string) string {
	if dir == "" || !filepath.IsAbs(path) {
		return path
	}
	if rel, err := filepath.Rel(dir, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}
