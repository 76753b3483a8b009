package rule

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// files knows the files of a package: which of them are looked at, and what
// their ignore directives say. A file is read when it is first asked about.
type files struct {
	pass *analysis.Pass
	fset *token.FileSet
	all  []*ast.File
	info map[*ast.File]*fileInfo
}

type fileInfo struct {
	skip    bool
	ignored map[int][]string // line of a directive to the rules it names
}

func newFiles(pass *analysis.Pass) *files {
	return &files{pass: pass, fset: pass.Fset, all: pass.Files, info: map[*ast.File]*fileInfo{}}
}

// of returns the file of the package in which pos lies.
func (fs *files) of(pos token.Pos) (*ast.File, bool) {
	if !pos.IsValid() {
		return nil, false
	}
	for _, f := range fs.all {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f, true
		}
	}
	return nil, false
}

func (fs *files) read(f *ast.File) *fileInfo {
	if in, ok := fs.info[f]; ok {
		return in
	}
	in := &fileInfo{skip: fs.skipped(f), ignored: map[int][]string{}}
	fs.info[f] = in
	if in.skip {
		return in
	}
	for d := range directives(f) {
		line := fs.line(d.pos)
		in.ignored[line] = append(in.ignored[line], d.rules...)
	}
	return in
}

func (fs *files) skipped(f *ast.File) bool { return Skipped(fs.fset, f) }

// Skipped reports whether nothing is said about the file f: it is a test or
// generated, and the settings do not ask for such files.
func Skipped(fset *token.FileSet, f *ast.File) bool {
	name := fset.File(f.FileStart).Name()
	return !IncludeTests && strings.HasSuffix(name, "_test.go") || !IncludeGenerated && ast.IsGenerated(f)
}

// line is the line of pos in the file as it was parsed, whatever //line comments say.
func (fs *files) line(pos token.Pos) int { return fs.fset.PositionFor(pos, false).Line }

// reported reports whether the rule of that name may say something at pos: the
// file is looked at, and neither the line nor the one above it says otherwise.
func (fs *files) reported(pos token.Pos, rule string) bool {
	f, ok := fs.of(pos)
	if !ok {
		return false
	}
	in := fs.read(f)
	if in.skip {
		return false
	}
	line := fs.line(pos)
	for _, l := range [2]int{line, line - 1} {
		for _, name := range in.ignored[l] {
			if name == rule {
				return false
			}
		}
	}
	return true
}

// clip returns r as it is reported: inside its file, and no longer than the
// line on which it begins.
func (fs *files) clip(r retrysite.Range) (pos, end token.Pos) {
	tf := fs.fset.File(r.Start)
	if tf == nil || r.Finish <= r.Start {
		return r.Start, token.NoPos
	}
	end = min(r.Finish, token.Pos(tf.Base()+tf.Size()))
	if line := tf.Line(r.Start); line < tf.LineCount() {
		end = min(end, tf.LineStart(line+1)-1)
	}
	return r.Start, end
}
