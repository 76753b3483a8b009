package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Sends is a request that a function sends and that is not to be sent twice:
// POST or PATCH, with no idempotency key or one made anew each time.
type Sends struct {
	Method string // "POST"
	Path   string // of the URL, where it is a constant
	Key    Key    // KeyNone or KeyEach
}

// String returns "sends POST /orders".
func (s *Sends) String() string {
	text := strings.TrimSpace("sends " + s.Method + " " + s.Path)
	if s.Key == KeyEach {
		text += " with a new key"
	}
	return text
}

// findSends adds the functions that may send a request which is not to be sent
// twice. They are looked for in the modules that are worked on, and not in
// their dependencies: what these send is their own concern, and there is much of it.
func (x *helperFinder) findSends() {
	if m := x.pass.Module; m != nil && m.Version != "" || !imports(x.pass.Pkg, "net/http") {
		return
	}
	posting := map[string]bool{} // the names of functions that may
	var decls []*ast.FuncDecl
	for _, f := range x.pass.Files {
		if strings.HasSuffix(x.pass.Fset.Position(f.Package).Filename, "_test.go") {
			continue
		}
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && fd.Type.Results != nil {
				decls = append(decls, fd)
			}
		}
	}
	for range bodyDepth {
		for _, d := range decls {
			if !posting[d.Name.Name] && mayPost(d, posting) {
				posting[d.Name.Name] = true
			}
		}
	}
	for _, d := range decls {
		if !d.Name.IsExported() || !posting[d.Name.Name] || d.Type.TypeParams != nil {
			continue
		}
		if !slices.Contains(x.helpers, d) {
			x.add(d)
		}
		if slices.Contains(x.helpers, d) {
			x.sends = append(x.sends, d)
		}
	}
}

// mayPost reports whether d names POST or PATCH, or calls one of the functions
// of those names.
func mayPost(d *ast.FuncDecl, posting map[string]bool) bool {
	found := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			found = found || n.Kind == token.STRING && (n.Value == `"POST"` || n.Value == `"PATCH"`)
		case *ast.SelectorExpr:
			switch n.Sel.Name {
			case "MethodPost", "MethodPatch", "Post", "PostForm":
				found = true
			}
		case *ast.CallExpr:
			found = found || posting[calledName(n)]
		}
		return !found
	})
	return found
}

// sendOf is what another package has told of the request that its function op
// sends, nil: nothing.
//
//	// Have: backoff.Retry(client.Flush, b)
func (t *told) sendOf(op *types.Func) *HTTP {
	h := t.of(op)
	if h == nil || h.Sends == nil {
		return nil
	}
	return &HTTP{Method: NonIdempotent, MethodName: h.Sends.Method, Path: h.Sends.Path, Key: h.Sends.Key, After: AfterMaybe}
}

// sendsOf returns the request that fn sends and of which it returns the
// failure, nil if there is none that is known.
func (s *scanner) sendsOf(fn *ssa.Function) *Sends {
	if !returnsError(fn.Signature) || boolResults(fn.Signature) {
		return nil
	}
	c, h := s.sc.sent(fn, "error", true)
	if c == nil || h.Method != NonIdempotent || h.Key != KeyNone && h.Key != KeyEach {
		return nil
	}
	return &Sends{Method: h.MethodName, Path: h.Path, Key: h.Key}
}
