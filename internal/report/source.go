package report

import (
	"os"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// sources are the files that places point into, each read once.
type sources map[string]*source

// A source is a file in lines.
type source struct {
	text  string
	start []int // the offset at which each line begins
}

// of returns the file, or nil if it cannot be read.
func (s sources) of(file string) *source {
	if src, ok := s[file]; ok {
		return src
	}
	s[file] = nil
	if data, err := os.ReadFile(file); err == nil {
		s[file] = newSource(string(data))
	}
	return s[file]
}

func newSource(text string) *source {
	src := &source{text: text, start: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			src.start = append(src.start, i+1)
		}
	}
	return src
}

// line returns the line of that number, from 1, without its end; "" for one that
// the file does not have.
func (s *source) line(n int) string {
	if s == nil || n < 1 || n > len(s.start) {
		return ""
	}
	end := len(s.text)
	if n < len(s.start) {
		end = s.start[n] - 1
	}
	return strings.TrimSuffix(s.text[s.start[n-1]:end], "\r")
}

// place returns the place of the byte at the offset in the file of that name.
func (s *source) place(file string, offset int) (Place, bool) {
	if s == nil || offset < 0 || offset > len(s.text) {
		return Place{}, false
	}
	n := sort.SearchInts(s.start, offset+1) // the first line that begins behind it
	return Place{File: file, Line: n, Col: offset - s.start[n-1] + 1}, true
}

// utf16Column returns the column, from 1, in UTF-16 code units of the byte at the
// column col of a line, as go/token counts, from 1. A column in the middle of a
// character is that of the character; one behind the line is its end.
//
// Have: 日本 := "😀"; time.Sleep(d)
func utf16Column(line string, col int) int {
	out := 1
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		if i+size >= col {
			break
		}
		i += size
		out += utf16.RuneLen(r) // 1 also for what is no UTF-8
	}
	return out
}

// utf16 returns the place with its column in UTF-16 code units. The column is 0
// where it is not known, or the file cannot be read.
func (s sources) utf16(p Place) Place {
	src := s.of(p.File)
	if src == nil || p.Col == 0 || p.Line > len(src.start) {
		p.Col = 0
		return p
	}
	p.Col = utf16Column(src.line(p.Line), p.Col)
	return p
}

// span returns where an edit begins and ends; false where its file has no such
// place.
func (s sources) span(e Edit) (from, to Place, ok bool) {
	src := s.of(e.File)
	from, ok1 := src.place(e.File, e.Start)
	to, ok2 := src.place(e.File, e.End)
	return from, to, ok1 && ok2 && e.Start <= e.End
}

// fit reports whether every edit of the fix has its place.
func (s sources) fit(fix Fix) bool {
	for _, e := range fix.Edits {
		if _, _, ok := s.span(e); !ok {
			return false
		}
	}
	return len(fix.Edits) > 0
}
