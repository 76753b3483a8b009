package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// helperName matches the names of functions that others may call for a delay,
// or to wait.
var helperName = regexp.MustCompile(`(?i)(back_?off|delay|retry|wait|sleep|interval|pause|jitter|duration|expon)`)

// maxWanted bounds the functions that one helper may need.
const maxWanted = 30

// A helperFinder finds the functions of a package that others may call for a
// delay, or to wait, by its syntax alone.
type helperFinder struct {
	pass       *analysis.Pass
	told       *told
	decls      map[*types.Func]*ast.FuncDecl // the functions of the package; built when asked for
	waiting    map[string]bool               // the names of functions that wait
	helpers    []*ast.FuncDecl               // in the order of the source
	runs       []*ast.FuncDecl               // those of them that may attempt what they are given
	builders   []*ast.FuncDecl               // those of them that may return the policy of a library
	predicates []*ast.FuncDecl               // those of them that may say whether a failure is attempted again
	sends      []*ast.FuncDecl               // those of them that may send what is not to be sent twice
	wanted     map[*ast.FuncDecl]bool        // the helpers and what they call in the package
}

func newHelperFinder(pass *analysis.Pass) *helperFinder {
	return &helperFinder{pass: pass, told: &told{pass}, waiting: map[string]bool{}, wanted: map[*ast.FuncDecl]bool{}}
}

// find sets helpers and wanted.
func (x *helperFinder) find() {
	var named []*ast.FuncDecl
	for _, f := range x.pass.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && fd.Type.TypeParams == nil && helperName.MatchString(fd.Name.Name) {
				named = append(named, fd)
			}
		}
	}
	// A helper may wait through another one, and that through a third.
	for range 3 {
		for _, d := range named {
			if !x.waiting[d.Name.Name] && x.waits(d) {
				x.waiting[d.Name.Name] = true
			}
		}
	}
	for _, d := range named {
		if d.Name.IsExported() && (x.waiting[d.Name.Name] || givesNumber(d)) {
			x.add(d)
		}
	}
}

// waits reports whether d may wait, by the names of what it calls.
func (x *helperFinder) waits(d *ast.FuncDecl) bool {
	found := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			found = waitsByName(call) || x.waiting[calledName(call)] || x.told.waits(call)
		}
		return !found
	})
	return found
}

// calledName is the bare name of what call calls, "" for an expression.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// givesNumber reports whether d returns a duration or, alone, a number.
func givesNumber(d *ast.FuncDecl) bool {
	if d.Type.Results == nil {
		return false
	}
	for _, r := range d.Type.Results.List {
		switch t := r.Type.(type) {
		case *ast.SelectorExpr:
			if t.Sel.Name == "Duration" {
				return true
			}
		case *ast.Ident:
			switch t.Name {
			case "int", "int64", "int32", "uint", "uint64", "uint32", "float64", "float32":
				if d.Type.Results.NumFields() == 1 && d.Type.Params.NumFields() > 0 {
					return true
				}
			}
		}
	}
	return false
}

// add makes d a helper, unless it needs more of the package than is worth it.
func (x *helperFinder) add(d *ast.FuncDecl) {
	all := []*ast.FuncDecl{d}
	for i := 0; i < len(all); i++ {
		ast.Inspect(all[i].Body, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || len(all) > maxWanted {
				return true
			}
			if fn, ok := x.pass.TypesInfo.Uses[id].(*types.Func); ok && fn.Pkg() == x.pass.Pkg {
				if e := x.decl(fn.Origin()); e != nil && !slices.Contains(all, e) {
					all = append(all, e)
				}
			}
			return true
		})
		if len(all) > maxWanted {
			return
		}
	}
	x.helpers = append(x.helpers, d)
	for _, e := range all {
		x.wanted[e] = true
	}
}

// decl returns the declaration of fn, nil if it has no body here.
func (x *helperFinder) decl(fn *types.Func) *ast.FuncDecl {
	if x.decls == nil {
		x.decls = map[*types.Func]*ast.FuncDecl{}
		for _, f := range x.pass.Files {
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
					if obj, ok := x.pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
						x.decls[obj] = fd
					}
				}
			}
		}
	}
	return x.decls[fn]
}

// buildOnly builds the SSA of the package with the bodies of the wanted
// functions alone, and without the initial values of its variables.
func buildOnly(pass *analysis.Pass, wanted map[*ast.FuncDecl]bool) (*ssa.Package, []*ssa.Function) {
	prog := ssa.NewProgram(pass.Fset, ssa.GlobalDebug|ssa.InstantiateGenerics|ssa.BareInits)
	info := *pass.TypesInfo
	info.InitOrder = nil
	var files []*ast.File
	used := map[*ast.Ident]types.Object{}
	for _, f := range pass.Files {
		g := &ast.File{Package: f.Package, Name: f.Name, FileStart: f.FileStart, FileEnd: f.FileEnd, GoVersion: f.GoVersion}
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			switch {
			case ok && wanted[fd]:
				ast.Inspect(fd, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && info.Uses[id] != nil {
						used[id] = info.Uses[id]
					}
					return true
				})
			case ok && (fd.Name.Name == "init" || fd.Name.Name == "_"):
				continue
			case ok:
				bare := *fd
				bare.Body = nil
				d = &bare
			}
			if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.IMPORT {
				continue
			}
			g.Decls = append(g.Decls, d)
		}
		files = append(files, g)
	}
	createUsed(prog, pass.Pkg, used)
	pkg := prog.CreatePackage(pass.Pkg, files, &info, false)
	pkg.Build()
	return pkg, functions(pkg, files, &info)
}
