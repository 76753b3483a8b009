package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// The packages that draw.
const (
	randV1 = "math/rand"
	randV2 = "math/rand/v2"
)

// A random is how a file names the package that draws.
type random struct {
	name string
	v2   bool
}

// rand returns how the file draws at pos, and has it import a package for that
// if it does not yet.
func (e *editor) rand(pos token.Pos) (random, bool) {
	for _, path := range []string{randV2, randV1} {
		if !e.imports(path) {
			continue
		}
		if path == randV1 && e.seeds() {
			return random{}, false
		}
		name := e.imported(path, pos)
		return random{name, path == randV2}, name != ""
	}
	path := randV2
	if !e.since("22") {
		path = randV1
		if e.seeds() {
			return random{}, false
		}
	}
	for _, name := range []string{"rand", "mathrand", "jitter"} {
		if e.free(name) {
			return random{name, path == randV2}, e.addImport(name, path)
		}
	}
	return random{}, false
}

// seeds reports whether the package seeds the global source: with what is not
// looked at here.
func (e *editor) seeds() bool {
	for _, obj := range e.pass.TypesInfo.Uses {
		if f, ok := obj.(*types.Func); ok && f.FullName() == "math/rand.Seed" {
			return true
		}
	}
	return false
}

// free reports whether nothing in the file, or at the top of the package, has
// that name: so it is the same at every place of the file.
func (e *editor) free(name string) bool {
	scope := e.pass.TypesInfo.Scopes[e.file]
	if scope == nil || scope.Lookup(name) != nil || e.pass.Pkg.Scope().Lookup(name) != nil {
		return false
	}
	for id := range e.pass.TypesInfo.Defs {
		if id.Name == name && e.file.FileStart <= id.Pos() && id.Pos() <= e.file.FileEnd {
			return false
		}
	}
	return true
}

// addImport adds the import of path under that name, in the place where gofmt
// would sort it.
func (e *editor) addImport(name, path string) bool {
	if e.added[path] {
		return true
	}
	e.added[path] = true
	spec := strconv.Quote(path)
	if name != path && name != "rand" {
		spec = name + " " + spec
	}
	var decls []*ast.GenDecl
	for _, d := range e.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			decls = append(decls, g)
		}
	}
	if len(decls) == 0 {
		e.insert(e.file.Name.End(), "\n\nimport "+spec)
		return true
	}
	for _, d := range decls {
		if d.Lparen.IsValid() && len(d.Specs) > 0 {
			return e.addToGroup(d, spec, path)
		}
	}
	if len(decls) == 1 && len(decls[0].Specs) == 1 && e.lineEnds(decls[0].End()) {
		d, old := decls[0], decls[0].Specs[0].(*ast.ImportSpec)
		switch was := importPath(old); {
		case !standard(was):
			e.around(old, "(\n"+spec+"\n\n", "\n)")
		case was > path:
			e.around(old, "(\n"+spec+"\n", "\n)")
		default:
			e.around(old, "(\n", "\n"+spec+"\n)")
		}
		return d.Doc == nil && old.Comment == nil
	}
	last := decls[len(decls)-1]
	if !e.lineEnds(last.End()) {
		return false
	}
	e.insert(last.End(), "\nimport "+spec)
	return true
}

// addToGroup adds spec to the imports of the standard library in d, or puts it
// before the others.
func (e *editor) addToGroup(d *ast.GenDecl, spec, path string) bool {
	var last *ast.ImportSpec
	for _, s := range d.Specs {
		s := s.(*ast.ImportSpec)
		if !standard(importPath(s)) || last != nil && e.tf.Line(s.Pos()) > e.tf.Line(last.End())+1 && s.Doc == nil {
			break
		}
		if importPath(s) > path {
			return e.before(s, spec+"\n")
		}
		last = s
	}
	if last == nil {
		return e.before(d.Specs[0].(*ast.ImportSpec), spec+"\n\n")
	}
	end := last.End()
	if last.Comment != nil {
		end = last.Comment.End()
	}
	if !e.lineEnds(end) {
		return false
	}
	e.insert(end, "\n"+spec)
	return true
}

// before writes text in front of the line, or lines, of s.
func (e *editor) before(s *ast.ImportSpec, text string) bool {
	pos := s.Pos()
	if s.Doc != nil {
		pos = s.Doc.Pos()
	}
	if !e.lineBegins(pos) {
		return false
	}
	e.insert(pos, text)
	return true
}

// lineBegins reports whether nothing stands before pos on its line.
func (e *editor) lineBegins(pos token.Pos) bool {
	return strings.TrimSpace(string(e.src[e.offset(e.tf.LineStart(e.tf.Line(pos))):e.offset(pos)])) == ""
}

// lineEnds reports whether nothing follows pos on its line.
func (e *editor) lineEnds(pos token.Pos) bool {
	rest, _, _ := strings.Cut(string(e.src[e.offset(pos):]), "\n")
	return strings.TrimSpace(rest) == ""
}

func importPath(s *ast.ImportSpec) string {
	p, _ := strconv.Unquote(s.Path.Value)
	return p
}

// standard reports whether path is one of the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
