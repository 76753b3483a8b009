package main

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/report"
)

// A diffLine is a line of a diff: kind is '+', '-' or ' '.
type diffLine struct {
	kind byte
	text string
}

// diff returns what a fix changes, hunk by hunk, in lines; nil if the files are
// not what they were.
func diff(f report.Fix) []diffLine {
	byFile := map[string][]report.Edit{}
	var files []string
	for _, e := range f.Edits {
		if byFile[e.File] == nil {
			files = append(files, e.File)
		}
		byFile[e.File] = append(byFile[e.File], e)
	}
	var out []diffLine
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil
		}
		edits := byFile[file]
		slices.SortFunc(edits, func(a, b report.Edit) int { return cmp.Compare(a.Start, b.Start) })
		lines, ok := diffEdits(string(src), edits)
		if !ok {
			return nil
		}
		out = append(out, lines...)
	}
	return out
}

// diffEdits is diff for one file and its edits in order.
func diffEdits(src string, edits []report.Edit) ([]diffLine, bool) {
	var out []diffLine
	for i := 0; i < len(edits); {
		if edits[i].Start < 0 || edits[i].End < edits[i].Start || edits[i].End > len(src) {
			return nil, false
		}
		from := strings.LastIndexByte(src[:edits[i].Start], '\n') + 1
		to := lineEnd(src, edits[i].End)
		var changed strings.Builder
		at := from
		for ; i < len(edits) && edits[i].Start <= to; i++ { // edits of the same lines make one hunk
			e := edits[i]
			if e.Start < at || e.End < e.Start || e.End > len(src) {
				return nil, false
			}
			changed.WriteString(src[at:e.Start] + e.New)
			at = e.End
			to = max(to, lineEnd(src, e.End))
		}
		changed.WriteString(src[at:to])
		out = append(out, hunk(src[from:to], changed.String())...)
	}
	return out, true
}

// lineEnd returns the end of the line that holds the offset, without its newline.
func lineEnd(src string, at int) int {
	if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(src)
}

// hunk says how lines become others; equal lines at both ends stay.
func hunk(before, after string) []diffLine {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []diffLine
	add := func(kind byte, lines []string) {
		for _, s := range lines {
			out = append(out, diffLine{kind, s})
		}
	}
	add(' ', a[:head])
	add('-', a[head:len(a)-tail])
	add('+', b[head:len(b)-tail])
	add(' ', a[len(a)-tail:])
	return out
}
