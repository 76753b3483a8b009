package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// A library reader finds the policies that the package builds with libraries
// that are known. Places and shapes come from the syntax, numbers that are no
// constants from SSA.
type libraryReader struct {
	s    *scanner
	info *types.Info
	ix   *libIndex

	built map[ast.Expr]*built
	busy  map[ast.Expr]bool
	decls map[*types.Func]*ast.FuncDecl // of declOf
	order []ast.Expr                    // the nodes that build or run, in the order of the source
	inner map[ast.Expr]bool             // nodes that are part of another's policy
	runs  map[ast.Expr][]trial          // by the node that builds the policy they run under
}

// A built policy is what one expression makes.
type built struct {
	lib  *known.Library
	way  *known.Way
	node ast.Expr
	env  map[string]setting
	// The text of the policy; limit is "" where none is seen.
	delay, limit string
	where        []string

	subs   []ast.Expr // the nodes of the policies inside it
	op     ast.Expr   // the operation, nil if there is none
	open   bool       // options that cannot be seen
	blind  bool       // a policy that it is given cannot be seen
	ctx    bool       // the library is told of a context
	far    bool       // it, or a policy in it, is built in another package, which is told of its faults
	params map[string]bool
	given  map[string][]ast.Expr // the values that the code gives a knob; nil: one that is not seen
}

// A setting is the value of a knob.
type setting struct {
	text      string
	zero, neg bool
}

// A trial is an operation that is attempted under a policy.
type trial struct {
	call *ast.CallExpr
	op   ast.Expr
	arg  ast.Expr // the policy as it is given
}

// librarySites adds the sites of libraries that are known.
func (s *scanner) librarySites() {
	if !usesLibrary(s.pass.Pkg) {
		return
	}
	n := len(s.sites)
	defer func() {
		if e := recover(); e != nil {
			s.sites = s.sites[:n]
			OnPanic(nil, e)
		}
	}()
	l := s.library()
	for _, f := range s.pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				l.visit(e)
			}
			if e, ok := n.(*ast.CallExpr); ok && !l.tested(e) {
				l.sendSite(e)
			}
			return true
		})
	}
	for _, e := range l.order {
		l.addSite(l.built[e])
	}
}

// library returns the reader of what the package builds with libraries.
func (s *scanner) library() *libraryReader {
	if s.libraries == nil {
		s.libraries = &libraryReader{
			s: s, info: s.pass.TypesInfo, ix: indexLibraries(s.pass),
			built: map[ast.Expr]*built{}, busy: map[ast.Expr]bool{}, inner: map[ast.Expr]bool{}, runs: map[ast.Expr][]trial{},
		}
	}
	return s.libraries
}

// usesLibrary reports whether a package imports a library that is known, or is one.
func usesLibrary(pkg *types.Package) bool {
	if isLibrary(pkg.Path()) {
		return true
	}
	for _, p := range pkg.Imports() {
		if isLibrary(p.Path()) {
			return true
		}
		// Have: package retry; type Backoff = wait.Backoff
		for _, q := range p.Imports() {
			if strings.HasSuffix(q.Path(), "/wait") {
				return true
			}
		}
	}
	return false
}

func isLibrary(path string) bool {
	return known.Libraries(path) != nil || strings.HasSuffix(path, "/wait")
}

// hasLibraryCandidate reports whether the package builds or runs something
// that the tables know.
func hasLibraryCandidate(pass *analysis.Pass, in *inspector.Inspector) bool {
	if !usesLibrary(pass.Pkg) {
		return false
	}
	l := &libraryReader{s: &scanner{pass: pass}, info: pass.TypesInfo}
	for c := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
		var obj types.Object
		name := ""
		switch n := c.Node().(type) {
		case *ast.CallExpr:
			if fn := l.callee(n); fn != nil {
				obj, name = fn, fn.Name()
			}
		case *ast.CompositeLit:
			if n, ok := types.Unalias(pass.TypesInfo.TypeOf(n)).(*types.Named); ok {
				obj, name = n.Obj(), n.Obj().Name()+"{}"
			}
		}
		if obj == nil || obj.Pkg() == nil || !isLibrary(obj.Pkg().Path()) {
			continue
		}
		lib, way := l.wayOf(obj, name)
		if way != nil {
			return true
		}
		if lib != nil && slices.ContainsFunc(lib.Sends, func(s known.Send) bool { return s.Name == name }) {
			return true
		}
	}
	return false
}

// tested reports whether e stands in a test.
func (l *libraryReader) tested(e ast.Expr) bool {
	return strings.HasSuffix(l.s.pass.Fset.Position(e.Pos()).Filename, "_test.go")
}

// visit notes what e builds.
func (l *libraryReader) visit(e ast.Expr) {
	switch e.(type) {
	case *ast.CallExpr, *ast.CompositeLit:
	default:
		return
	}
	b := l.build(e)
	if b == nil {
		return
	}
	if b.far && b.op == nil {
		return
	}
	l.order = append(l.order, e)
	for _, sub := range b.subs {
		if b.way.Delay != "" {
			l.inner[sub] = true
		}
	}
	call, ok := e.(*ast.CallExpr)
	if b.op == nil || !ok {
		return
	}
	if b.way.Delay != "" {
		l.runs[e] = append(l.runs[e], trial{call, b.op, nil})
	}
	for i, sub := range b.subs {
		for l.built[sub] != nil && len(l.built[sub].subs) > 0 && l.built[sub].way.Delay == "" {
			sub = l.built[sub].subs[0]
		}
		var arg ast.Expr
		if i < len(call.Args) {
			arg = policyArg(b.way, call)
		}
		l.runs[sub] = append(l.runs[sub], trial{call, b.op, arg})
	}
}

// policyArg returns the argument of call that is the policy of a run.
func policyArg(w *known.Way, call *ast.CallExpr) ast.Expr {
	for i, a := range argNames(w.Args) {
		if strings.HasPrefix(a, "*") && i < len(call.Args) {
			return call.Args[i]
		}
	}
	return nil
}

// libraryOf returns what is known of the library that obj belongs to, at the
// version that the package is built with.
func (l *libraryReader) libraryOf(obj types.Object) *known.Library {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	libs := known.Libraries(obj.Pkg().Path())
	if libs == nil {
		return copied(obj)
	}
	v := versionAt(l.s.pass.Fset.Position(obj.Pos()).Filename)
	var found *known.Library
	for _, lib := range libs {
		switch {
		case v == "":
			if lib.Until == "" {
				found = lib // the newest
			}
		case (lib.From == "" || !older(v, lib.From)) && (lib.Until == "" || older(v, lib.Until)):
			found = lib
		}
	}
	return found
}

// copied returns the library of which the type obj is a copy.
//
//	// Have: package wait // a copy of k8s.io/apimachinery/pkg/util/wait
func copied(obj types.Object) *known.Library {
	path := obj.Pkg().Path()
	if !strings.HasSuffix(path, "/wait") {
		return nil
	}
	for _, lib := range known.Libraries("k8s.io/apimachinery/pkg/util/wait") {
		t, ok := obj.Pkg().Scope().Lookup("Backoff").(*types.TypeName)
		if !ok {
			continue
		}
		st, ok := t.Type().Underlying().(*types.Struct)
		if !ok || st.NumFields() != len(lib.Shape) {
			continue
		}
		same := true
		for i, name := range lib.Shape {
			same = same && st.Field(i).Name() == name
		}
		if same {
			return lib
		}
	}
	return nil
}

var versionInPath = regexp.MustCompile(`@(v[0-9]+\.[0-9]+\.[0-9]+[^/\\]*)`)

// versionAt returns the module version that a file of the module cache belongs
// to, "" where its name does not say.
func versionAt(file string) string {
	if m := versionInPath.FindStringSubmatch(file); m != nil {
		return m[1]
	}
	return ""
}

// older reports whether version v comes before w; what follows the numbers is
// not looked at.
func older(v, w string) bool {
	a, b := numbers(v), numbers(w)
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

func numbers(v string) [3]int {
	var out [3]int
	v, _, _ = strings.Cut(strings.TrimPrefix(v, "v"), "-")
	v, _, _ = strings.Cut(v, "+")
	for i, part := range strings.SplitN(v, ".", 3) {
		out[i], _ = strconv.Atoi(part)
	}
	return out
}

// funcAt returns the function of the package that pos lies in, the innermost.
func (l *libraryReader) funcAt(pos token.Pos) *ssa.Function {
	var best *ssa.Function
	for _, fn := range l.s.sc.funcs {
		if n := fn.Syntax(); n != nil && n.Pos() <= pos && pos < n.End() {
			if best == nil || best.Syntax().Pos() <= n.Pos() {
				best = fn
			}
		}
	}
	if best == nil {
		best = l.s.sc.pkg.Func("init")
	}
	return best
}
