package retrysite

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// httpOf says what is known of the HTTP request that the operation of b sends,
// where the library tries again after every error.
//
//	// Have: retry.Do(func() error { resp, err := http.Post(url, typ, body); if err != nil { return err }; … })
func (l *libraryReader) httpOf(b *built) *HTTP {
	if b.lib.Check == "" || b.open || b.params["predicate"] {
		return nil
	}
	lit, ok := l.resolve(b.op).(*ast.FuncLit)
	if !ok || l.stops(lit) {
		return nil
	}
	fn := l.opFunc(lit)
	if fn == nil || len(fn.Blocks) == 0 {
		return nil
	}
	round := &loop{fn: fn, header: fn.Blocks[0], blocks: map[*ssa.BasicBlock]bool{}}
	for _, bl := range fn.Blocks {
		round.blocks[bl] = true
	}
	sc := l.s.sc
	for _, bl := range fn.Blocks {
		for _, in := range bl.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !returnsFailure(c) {
				continue
			}
			sends := sc.sends(c, &frame{fn: fn}, bodyDepth)
			if len(sends) == 0 {
				continue
			}
			m := &methods{sc: sc, l: round}
			for _, s := range sends {
				m.send(s)
			}
			h := &HTTP{Method: m.method(), Path: m.path, Key: sc.keyOf(round, m), After: AfterMaybe}
			if h.Method != NonIdempotent {
				continue
			}
			h.MethodName = m.shown(h.Method)
			return h
		}
	}
	return nil
}

// stops reports whether the operation tells the library to stop after some error.
func (l *libraryReader) stops(lit *ast.FuncLit) bool {
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && (id.Name == "Unrecoverable" || id.Name == "Permanent" || id.Name == "PermanentError") {
			found = true
		}
		return !found
	})
	return found
}

// returnsFailure reports whether the function that makes the call returns an
// error where the call's own is not nil.
func returnsFailure(c *ssa.Call) bool {
	if c.Referrers() == nil {
		return false
	}
	for _, u := range append(*c.Referrers(), ssa.Instruction(c)) {
		v, ok := u.(ssa.Value)
		if !ok || !isError(v.Type()) || v.Referrers() == nil {
			continue
		}
		for _, w := range *v.Referrers() {
			switch w := w.(type) {
			case *ssa.Return:
				return true
			case *ssa.BinOp:
				if w.Op == token.NEQ && givesUp(w) {
					return true
				}
			}
		}
	}
	return false
}

// givesUp reports whether the function returns an error at once where the
// comparison err != nil holds.
func givesUp(cond *ssa.BinOp) bool {
	for _, u := range *cond.Referrers() {
		br, ok := u.(*ssa.If)
		if !ok {
			continue
		}
		then := br.Block().Succs[0]
		ret, ok := then.Instrs[len(then.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		last := ret.Results[len(ret.Results)-1]
		if k, constant := last.(*ssa.Const); !constant || !k.IsNil() {
			return true
		}
	}
	return false
}
