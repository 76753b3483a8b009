package retrysite

import (
	"go/ast"
	"go/types"
	"path"
	"slices"

	"github.com/retrylint/retrylint/internal/known"
)

// Builds is the policy of a library that a function returns.
type Builds struct {
	Library string // the import path
	Way     string // by which it is built
	// Delay, Where and Limit are the text of the policy.
	Delay string
	Where []string
	Limit string
	Ctx   bool // the library is told of a context
}

// String returns "builds backoff.NewExponentialBackOff".
func (b *Builds) String() string {
	text := "builds " + path.Base(b.Library) + "." + b.Way
	if b.Ctx {
		text += " under a context"
	}
	return text
}

// findBuilders adds the functions that return a policy of a library.
func (x *helperFinder) findBuilders() {
	if !usesLibrary(x.pass.Pkg) || isLibrary(x.pass.Pkg.Path()) {
		return
	}
	for _, f := range x.pass.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil || !fd.Name.IsExported() || fd.Type.TypeParams != nil || !x.givesPolicy(fd) {
				continue
			}
			if !slices.Contains(x.helpers, fd) {
				x.add(fd)
			}
			if slices.Contains(x.helpers, fd) {
				x.builders = append(x.builders, fd)
			}
		}
	}
}

// givesPolicy reports whether the one result of d is of a library's type.
func (x *helperFinder) givesPolicy(d *ast.FuncDecl) bool {
	if d.Type.Results == nil || d.Type.Results.NumFields() != 1 {
		return false
	}
	t := x.pass.TypesInfo.TypeOf(d.Type.Results.List[0].Type)
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && known.Libraries(n.Obj().Pkg().Path()) != nil
}

// buildsOf returns the policy that the function d returns, nil if there is more
// than one, or that is not seen.
func (s *scanner) buildsOf(d *ast.FuncDecl) *Builds {
	b := s.library().returned(d)
	if b == nil || b.open || b.far || b.delay == "" || b.op != nil || b.params["predicate"] {
		return nil
	}
	return &Builds{Library: b.lib.Path, Way: b.way.Name, Delay: b.delay, Where: b.where, Limit: b.limit, Ctx: b.ctx}
}

// returned builds the one policy that the function d returns, nil if there is
// none or more.
func (l *libraryReader) returned(d *ast.FuncDecl) *built {
	var returns []*ast.ReturnStmt
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			returns = append(returns, r)
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	if len(returns) != 1 || len(returns[0].Results) != 1 {
		return nil
	}
	if node := l.resolve(returns[0].Results[0]); node != nil {
		return l.build(node)
	}
	return nil
}

// elsewhere builds what fn, another function of the package or one of which
// another package has told, returns where e calls it. Its faults are reported
// where it is written.
//
//	// Have: backoff.Retry(op, retryutil.NewBackOff())
func (l *libraryReader) elsewhere(e *ast.CallExpr, fn *types.Func) *built {
	if fn.Pkg() == l.s.pass.Pkg {
		d := l.declOf(fn)
		if d == nil {
			return nil
		}
		b := l.returned(d)
		if b == nil || b.op != nil {
			return nil
		}
		c := *b
		c.node, c.far = e, true
		return &c
	}
	h := l.s.told.of(fn)
	if h == nil || h.Builds == nil {
		return nil
	}
	for _, lib := range known.Libraries(h.Builds.Library) {
		for i := range lib.Ways {
			if lib.Until == "" && lib.Ways[i].Name == h.Builds.Way {
				b := l.start(lib, &lib.Ways[i], e, false)
				b.delay, b.where, b.limit, b.ctx, b.far = h.Builds.Delay, h.Builds.Where, h.Builds.Limit, h.Builds.Ctx, true
				return b
			}
		}
	}
	return nil
}

// declOf returns the declaration of a function of the package whose result is
// of a library's type, nil if it has no body.
func (l *libraryReader) declOf(fn *types.Func) *ast.FuncDecl {
	if l.decls == nil {
		x := &helperFinder{pass: l.s.pass}
		l.decls = map[*types.Func]*ast.FuncDecl{}
		for _, f := range l.s.pass.Files {
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && x.givesPolicy(fd) {
					if obj, ok := l.info.Defs[fd.Name].(*types.Func); ok {
						l.decls[obj] = fd
					}
				}
			}
		}
	}
	return l.decls[fn.Origin()]
}
