package fix

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// An editor collects what is to be changed in one file, around one place.
type editor struct {
	pass *analysis.Pass
	file *ast.File
	tf   *token.File
	src  []byte
	path []ast.Node // the nodes around the place, the innermost first
	raw  []change
	// added are the packages that are imported by now.
	added map[string]bool
	// early says that what is written between two tokens comes before what
	// another fix writes there.
	early bool
}

// A change puts text in the place of a piece of the source, by offsets.
type change struct {
	from, to int
	text     string
}

// newEditor returns the editor of the file that at lies in, nil if its source
// is not what was parsed, or is not Go alone.
func newEditor(pass *analysis.Pass, at retrysite.Range) *editor {
	e := &editor{pass: pass, added: map[string]bool{}}
	for _, f := range pass.Files {
		if f.FileStart <= at.Start && at.Finish <= f.FileEnd {
			e.file = f
		}
	}
	if e.file == nil || pass.TypesInfo == nil || pass.Pkg == nil {
		return nil
	}
	read := pass.ReadFile
	if read == nil { // Bazel's nogo; what is no more what was parsed has another size
		read = os.ReadFile
	}
	for _, spec := range e.file.Imports {
		if spec.Path.Value == `"C"` {
			return nil
		}
	}
	e.tf = pass.Fset.File(e.file.FileStart)
	src, err := read(e.tf.Name())
	if err != nil || len(src) != e.tf.Size() || strings.Contains(string(src), "\r") {
		return nil
	}
	e.src = src
	e.path, _ = astutil.PathEnclosingInterval(e.file, at.Start, at.Finish)
	return e
}

// move has the editor work around another place of its file.
func (e *editor) move(at retrysite.Range) bool {
	if !at.IsValid() || at.Start < e.file.FileStart || e.file.FileEnd < at.Finish {
		return false
	}
	e.path, _ = astutil.PathEnclosingInterval(e.file, at.Start, at.Finish)
	return true
}

// exprAt returns the expression with exactly that range.
func (e *editor) exprAt(at retrysite.Range) ast.Expr {
	for _, n := range e.path {
		if n.Pos() == at.Start && n.End() == at.Finish {
			if x, ok := n.(ast.Expr); ok {
				return x
			}
		}
	}
	return nil
}

func (e *editor) offset(p token.Pos) int { return e.tf.Offset(p) }

// text returns the source of n.
func (e *editor) text(n ast.Node) string { return string(e.src[e.offset(n.Pos()):e.offset(n.End())]) }

// replace puts text in the place of the source from from to to.
func (e *editor) replace(from, to token.Pos, text string) {
	e.raw = append(e.raw, change{e.offset(from), e.offset(to), text})
}

func (e *editor) insert(at token.Pos, text string) { e.replace(at, at, text) }

// around writes before and after x.
func (e *editor) around(x ast.Node, before, after string) {
	if before != "" {
		e.insert(x.Pos(), before)
	}
	e.insert(x.End(), after)
}

// edited returns the source with the changes made, and the pieces of the source
// that are left in it.
func (e *editor) edited() (string, []piece) {
	slices.SortStableFunc(e.raw, func(a, b change) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	var kept []piece
	at := 0
	for _, c := range e.raw {
		if c.from < at {
			return "", nil
		}
		kept = append(kept, piece{at, b.Len(), c.from - at})
		b.Write(e.src[at:c.from])
		b.WriteString(c.text)
		at = c.to
	}
	kept = append(kept, piece{at, b.Len(), len(e.src) - at})
	b.Write(e.src[at:])
	return b.String(), kept
}

// A piece is a part of the source that is kept.
type piece struct{ old, new, size int }

// since reports whether the file is built as Go 1.minor or later. A driver that
// does not say builds it as the newest.
func (e *editor) since(minor string) bool {
	v := e.pass.TypesInfo.FileVersions[e.file]
	if v == "" {
		v = e.pass.Pkg.GoVersion()
	}
	return v == "" || version.Compare(v, "go1."+minor) >= 0
}

// lookup returns what name means at pos.
func (e *editor) lookup(name string, pos token.Pos) types.Object {
	scope := e.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, pos)
	return obj
}

// predeclared reports whether name has the meaning at pos that the language gives it.
func (e *editor) predeclared(name string, pos token.Pos) bool {
	return e.lookup(name, pos) == types.Universe.Lookup(name)
}

// imported returns the name by which the file can name the package of that
// path at pos, "" if there is none.
func (e *editor) imported(path string, pos token.Pos) string {
	for _, spec := range e.file.Imports {
		name := e.pass.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Imported().Path() != path || name.Name() == "." || name.Name() == "_" {
			continue
		}
		if e.lookup(name.Name(), pos) == name {
			return name.Name()
		}
	}
	return ""
}

// imports reports whether the file imports the package of that path.
func (e *editor) imports(path string) bool {
	return slices.ContainsFunc(e.file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"`+path+`"` })
}
