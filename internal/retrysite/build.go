package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// buildSSA builds the SSA of the package, with the bodies of its own functions
// alone. Generic functions are built as they are written and as they are used.
func buildSSA(pass *analysis.Pass) (*ssa.Package, []*ssa.Function) {
	prog := ssa.NewProgram(pass.Fset, ssa.GlobalDebug|ssa.InstantiateGenerics|ssa.BareInits)
	createUsed(prog, pass.Pkg, pass.TypesInfo.Uses)
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()
	return pkg, functions(pkg, pass.Files, pass.TypesInfo)
}

// createUsed creates the packages whose functions or variables the package own
// names, with those alone: the API of a large dependency costs more to create
// than the package itself. Methods are created where they are called.
func createUsed(prog *ssa.Program, own *types.Package, uses map[*ast.Ident]types.Object) {
	used := map[*types.Package]map[types.Object]bool{}
	for _, obj := range uses {
		if !outside(obj, own) {
			continue
		}
		objs := used[obj.Pkg()]
		if objs == nil {
			objs = map[types.Object]bool{}
			used[obj.Pkg()] = objs
		}
		objs[obj] = true
	}
	for pkg, objs := range used {
		// CreatePackage makes a member of each object that a declaration names.
		spec := &ast.ValueSpec{}
		info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
		for obj := range objs {
			id := ast.NewIdent(obj.Name())
			info.Defs[id] = obj
			spec.Names = append(spec.Names, id)
		}
		// The token says that there is no syntax to go with the objects.
		decl := &ast.GenDecl{Tok: token.CONST, Specs: []ast.Spec{spec}}
		prog.CreatePackage(pkg, []*ast.File{{Name: ast.NewIdent(pkg.Name()), Decls: []ast.Decl{decl}}}, info, false)
	}
}

// outside reports whether obj is a function or a variable at the top of
// another package.
func outside(obj types.Object, own *types.Package) bool {
	switch obj := obj.(type) {
	case *types.Func:
		if obj.Signature().Recv() != nil {
			return false
		}
	case *types.Var:
		if obj.IsField() {
			return false
		}
	default:
		return false
	}
	p := obj.Pkg()
	return p != nil && p != own && obj.Parent() == p.Scope()
}

// functions returns the functions of pkg with a body, those written inside
// others and the instances of generics included, in the order of the source.
func functions(pkg *ssa.Package, files []*ast.File, info *types.Info) []*ssa.Function {
	var fns []*ssa.Function
	seen := map[*ssa.Function]bool{}
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil || seen[fn] || fn.Blocks == nil {
			return
		}
		seen[fn] = true
		fns = append(fns, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := info.Defs[fd.Name].(*types.Func); ok {
					add(pkg.Prog.FuncValue(obj))
				}
			}
		}
	}
	// Function literals of package variables live in init.
	add(pkg.Func("init"))
	byPlace := inOrder(files)
	sort.SliceStable(fns, func(i, j int) bool { return byPlace(fns[i].Pos(), fns[j].Pos()) })
	return fns
}

// inOrder returns the order of the source: that of the files as they are
// given, whatever order a driver parsed them in, and of the places in each.
func inOrder(files []*ast.File) func(a, b token.Pos) bool {
	file := func(p token.Pos) int {
		return slices.IndexFunc(files, func(f *ast.File) bool { return f.FileStart <= p && p <= f.FileEnd })
	}
	return func(a, b token.Pos) bool {
		if i, j := file(a), file(b); i != j {
			return i < j
		}
		return a < b
	}
}
