package retrysite

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// sendSite adds the call e if a client that retries by itself sends a request
// by it which is not to be sent twice.
//
//	// Have: c := retryablehttp.NewClient(); resp, err := c.Post(url, typ, body)
func (l *libraryReader) sendSite(e *ast.CallExpr) {
	fn := l.callee(e)
	if fn == nil {
		return
	}
	lib := l.libraryOf(fn)
	if lib == nil || lib.Path == l.s.pass.Pkg.Path() {
		return
	}
	for _, s := range lib.Sends {
		if s.Name != fn.Name() {
			continue
		}
		if fn.Signature().Recv() != nil && !l.retries(lib, e) {
			return
		}
		if h := l.sentBy(e, s); h != nil {
			at := Range{e.Pos(), e.End()}
			site := &Site{Kind: Call, Header: at, Attempt: Attempt{Range: at, Remote: Certainly, HTTP: h}}
			if f := l.funcAt(e.Pos()); f != nil {
				site.Func = f.String()
			}
			site.Attempt.Name = calleeText(e)
			l.s.sites = append(l.s.sites, site)
		}
		return
	}
}

func calleeText(e *ast.CallExpr) string {
	if sel, ok := e.Fun.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return ""
}

// retries reports whether the client on which e is called is seen to be built
// in the package, and to try again whatever failed.
func (l *libraryReader) retries(lib *known.Library, e *ast.CallExpr) bool {
	b := l.clientOf(e)
	return b != nil && b.lib == lib && !b.open && !l.decided(b) && !l.once(b) && b.limit != ""
}

// clientOf returns the client at the root of the chain of calls e.
//
//	// Have: client.R().SetBody(o).Post(url)
func (l *libraryReader) clientOf(e *ast.CallExpr) *built {
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	for ok {
		if x := l.resolve(sel.X); x != nil {
			if b := l.build(x); b != nil {
				return b
			}
			if call, is := x.(*ast.CallExpr); is {
				sel, ok = ast.Unparen(call.Fun).(*ast.SelectorExpr)
				continue
			}
		}
		return nil
	}
	return nil
}

// sentBy says what is known of the request that the call e sends, nil if it may
// be sent twice, or that is not known.
func (l *libraryReader) sentBy(e *ast.CallExpr, s known.Send) *HTTP {
	fn := l.funcAt(e.Pos())
	call := l.callAt(fn, e)
	if call == nil {
		return nil
	}
	// The attempts are inside the client: what the function sets, it sets once.
	round := &loop{fn: fn, header: fn.Blocks[0], blocks: map[*ssa.BasicBlock]bool{}}
	m := &methods{sc: l.s.sc, l: round}
	m.visit(&frame{fn: fn})
	if s.Method != "" {
		m.names = append(m.names, s.Method)
		for _, a := range callArgs(call) {
			if isString(a) {
				m.url(a)
				break
			}
		}
	} else {
		for _, a := range callArgs(call)[1:] {
			m.request(a, &frame{fn: fn}, map[ssa.Value]bool{})
		}
	}
	h := &HTTP{Method: m.method(), Path: m.path, Key: l.s.sc.keyOf(round, m), After: AfterMaybe}
	if h.Method != NonIdempotent || s.Headers && h.Key == KeyNone && !l.plainHeaders(e) {
		return nil
	}
	h.MethodName = m.shown(h.Method)
	return h
}

// plainHeaders reports whether no headers are given to the request in the
// chain e by a table that is not seen.
//
//	// Have: client.R().SetHeaders(h).Post(url)
func (l *libraryReader) plainHeaders(e *ast.CallExpr) bool {
	plain := true
	ast.Inspect(e.Fun, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && strings.HasPrefix(sel.Sel.Name, "SetHeader") && sel.Sel.Name != "SetHeader" {
			plain = false
		}
		return plain
	})
	return plain
}

// callAt returns the instruction of the call e in fn.
func (l *libraryReader) callAt(fn *ssa.Function, e *ast.CallExpr) *ssa.Call {
	if fn == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c.Pos() == e.Lparen {
				return c
			}
		}
	}
	return nil
}
