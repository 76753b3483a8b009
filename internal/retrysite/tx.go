package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// txOf returns the statement that the loop attempts again on a transaction made
// outside it, in the loop itself or in what it is known to attempt.
func (sc *scope) txOf(l *loop, a *attempt) Statement {
	if savepoints(l.fn) {
		return Statement{}
	}
	if s := sc.statementIn(l, a); s.IsValid() {
		return s
	}
	for _, op := range sc.operations(l, a.call) {
		if s := sc.txIn(op, a.call); s.IsValid() {
			return s
		}
	}
	return Statement{}
}

// statementIn returns the statement that the attempt is, or whose result it reads.
//
//	// Have: err = tx.QueryRow(q).Scan(&n)
func (sc *scope) statementIn(l *loop, a *attempt) Statement {
	calls := []ssa.CallInstruction{a.call}
	for _, v := range callArgs(a.call) {
		if c, ok := strip(v).(*ssa.Call); ok && l.contains(c) {
			calls = append(calls, c)
		}
	}
	for _, c := range calls {
		if tx := transaction(c); tx != nil && l.outside(tx, map[ssa.Value]bool{}) {
			at, name := sc.place(a.call)
			if c != a.call {
				_, name = sc.place(c)
			}
			return Statement{at, name}
		}
	}
	return Statement{}
}

// txIn returns the first statement of an operation on a transaction that it
// does not make itself; call is the attempt that runs it, nil if it is not seen.
//
//	// Have: retry(func() error { _, err := tx.Exec(q); return err })
func (sc *scope) txIn(op *ssa.Function, call ssa.CallInstruction) Statement {
	if !returnsError(op.Signature) || savepoints(op) || op.Parent() != nil && savepoints(op.Parent()) {
		return Statement{}
	}
	for _, b := range op.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			tx := transaction(c)
			if tx == nil || !sc.comesFromOutside(tx, op, call) {
				continue
			}
			at, name := sc.place(c)
			return Statement{at, name}
		}
	}
	return Statement{}
}

// comesFromOutside reports whether the operation gets its transaction from
// where it is made, or from the loop that got it from outside.
func (sc *scope) comesFromOutside(tx ssa.Value, op *ssa.Function, call ssa.CallInstruction) bool {
	switch v := sc.givenAs(tx).(type) {
	case *ssa.Parameter:
		if v.Parent() != op {
			return true // of the function around the closure
		}
		l := loopAround(call)
		arg := ssa.Value(nil)
		if call != nil && sameFunc(sc.body(call), op) {
			arg = argOf(call, v)
		}
		return arg != nil && l != nil && l.outside(arg, map[ssa.Value]bool{})
	case *ssa.Extract:
		return v.Parent() != op
	case *ssa.Call:
		return v.Parent() != op
	}
	return false
}

// loopAround is the innermost loop around an instruction, nil if there is none.
func loopAround(in ssa.Instruction) *loop {
	if in == nil || in.Parent() == nil {
		return nil
	}
	var best *loop
	for _, h := range in.Parent().Blocks {
		for _, p := range h.Preds {
			if !h.Dominates(p) || !h.Dominates(in.Block()) || !reaches(in.Block(), p) {
				continue
			}
			if best == nil || best.header.Dominates(h) {
				best = &loop{fn: in.Parent(), header: h, blocks: naturalLoop(h, p)}
			}
		}
	}
	return best
}

// naturalLoop are the blocks from which the back edge from p to h is reached.
func naturalLoop(h, p *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	in := map[*ssa.BasicBlock]bool{h: true}
	todo := []*ssa.BasicBlock{p}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !in[b] {
			in[b] = true
			todo = append(todo, b.Preds...)
		}
	}
	return in
}

// outside reports whether v is made before the loop, and stays what it is.
func (l *loop) outside(v ssa.Value, seen map[ssa.Value]bool) bool {
	v = strip(v)
	if seen[v] {
		return true
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.FreeVar:
		return x.Referrers() != nil && !stores(l.fn, x)
	case *ssa.Alloc:
		// Have: var tx Tx, which each attempt may set
		for _, r := range *x.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr != ssa.Value(x) || l.contains(r) {
					return false
				}
			case *ssa.MakeClosure:
				return false
			}
		}
		return !l.contains(x)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return false
		}
		switch x.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			return l.outside(x.X, seen)
		}
		return false
	case *ssa.Phi:
		if l.contains(x) {
			return false
		}
		return true
	case ssa.Instruction:
		return !l.contains(x)
	}
	return false
}

// transaction returns the transaction on which c runs a statement, nil if it
// runs none.
func transaction(c ssa.CallInstruction) ssa.Value {
	args := callArgs(c)
	if len(args) == 0 || !known.Statements[calleeName(c)] {
		return nil
	}
	n, ok := types.Unalias(deref(args[0].Type())).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !known.Transactions[n.Obj().Pkg().Path()][n.Obj().Name()] {
		return nil
	}
	return args[0]
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// savepoints reports whether a function sets or goes back to a savepoint: then
// what failed is undone before the next attempt.
func savepoints(fn *ssa.Function) bool {
	found := false
	eachInstr(fn, func(in ssa.Instruction) {
		if c, ok := in.(ssa.CallInstruction); ok && nameHas(calleeName(c), "savepoint", "rollbackto") {
			found = true
		}
		var buf [8]*ssa.Value
		for _, op := range in.Operands(buf[:0]) {
			if k, ok := (*op).(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
				found = found || strings.Contains(strings.ToLower(constant.StringVal(k.Value)), "savepoint")
			}
		}
	})
	return found
}
