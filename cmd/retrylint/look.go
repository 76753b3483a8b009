package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"

	"github.com/retrylint/retrylint/internal/report"
)

// look adds to findings what go vet does not say of them: the function around
// each. It takes fixes away that do not fit the file as it stands on the disk.
func look(fs []report.Finding) {
	files := map[string]*goFile{}
	file := func(name string) *goFile {
		if files[name] == nil {
			files[name] = readGo(name)
		}
		return files[name]
	}
	for i := range fs {
		f := &fs[i]
		f.Func = file(f.File).around(f.File, f.Line)
		fixes := f.Fixes
		f.Fixes = nil
		for _, fix := range fixes {
			fits := true
			for _, e := range fix.Edits {
				fits = fits && !file(e.File).moved
			}
			if fits {
				f.Fixes = append(f.Fixes, fix)
			}
		}
	}
}

// A goFile is the outline of a file.
type goFile struct {
	fset *token.FileSet
	ast  *ast.File
	// moved says that what was compiled may be another file, in which this one is
	// found by line comments: offsets of edits are those of the other.
	moved bool
}

// readGo reads a file; one that cannot be read is empty.
func readGo(name string) *goFile {
	g := &goFile{fset: token.NewFileSet()}
	src, err := os.ReadFile(name)
	if err != nil {
		g.moved = true
		return g
	}
	g.ast, err = parser.ParseFile(g.fset, name, src, parser.SkipObjectResolution)
	g.moved = err != nil || bytes.Contains(src, []byte("//line ")) || bytes.Contains(src, []byte("/*line "))
	if g.ast != nil {
		for _, spec := range g.ast.Imports {
			g.moved = g.moved || spec.Path.Value == `"C"` // cgo compiles a file of its own
		}
	}
	return g
}

// around returns the name of the function in which the line lies, or of the
// variable; "" if there is none.
func (g *goFile) around(file string, line int) string {
	if g.ast == nil {
		return ""
	}
	for _, d := range g.ast.Decls {
		from, to := g.fset.Position(d.Pos()), g.fset.Position(d.End())
		if from.Filename != file || line < from.Line || line > to.Line {
			continue
		}
		switch d := d.(type) {
		case *ast.FuncDecl:
			return funcName(d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && line <= g.fset.Position(v.End()).Line {
					return v.Names[0].Name
				}
			}
		}
	}
	return ""
}

// funcName is the name of a function as Go prints it: "do", "Client.do",
// "(*Client).do".
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	recv, pointer := d.Recv.List[0].Type, false
	for {
		switch t := recv.(type) {
		case *ast.StarExpr:
			recv, pointer = t.X, true
		case *ast.ParenExpr:
			recv = t.X
		case *ast.IndexExpr: // Have: func (c *Client[T]) do()
			recv = t.X
		case *ast.IndexListExpr:
			recv = t.X
		case *ast.Ident:
			if pointer {
				return "(*" + t.Name + ")." + d.Name.Name
			}
			return t.Name + "." + d.Name.Name
		default: // of a file that does not compile
			return d.Name.Name
		}
	}
}
