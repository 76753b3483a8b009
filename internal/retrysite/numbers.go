package retrysite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/reading"
)

// A Number is a number that the source writes, and that a policy was read from.
type Number struct {
	Range              // the constant expression
	Text     string    // as the source writes it: "30 * time.Second", "maxDelay"
	Value    float64   // in ns if Time
	Time     bool      // it is a time.Duration
	Declared token.Pos // where Text, a name of the package, gets its value
}

// Numbers returns the numbers of the source that the policies of the site were
// read from, in the order of the source: those of the package whose place can
// be told. A count that goes up by one from none is no number.
func (s *Site) Numbers() []Number {
	if s.numbers == nil {
		return nil
	}
	return s.numbers()
}

func (s *scanner) numbersOf(site *Site) []Number {
	var out []Number
	add := func(e ast.Expr) {
		if n, ok := s.numberAt(e); ok && !slices.ContainsFunc(out, func(m Number) bool { return m.Range == n.Range }) {
			out = append(out, n)
		}
	}
	for _, w := range site.Waits {
		for _, p := range w.Policies {
			for _, m := range s.met[p] {
				x, _ := constant.Float64Val(constant.ToFloat(m.Const.Value))
				if isNumber(m.Const.Type()) && p.Holds(x) {
					add(s.written(m))
				}
			}
		}
	}
	if site.Kind == Library || site.Kind == Call {
		// Have: retry.Do(op, retry.Attempts(8), retry.Delay(time.Second))
		for _, e := range s.constants(s.nodeAt(site.Header)) {
			add(e)
		}
	}
	byPlace := inOrder(s.pass.Files)
	slices.SortStableFunc(out, func(a, b Number) int {
		switch {
		case byPlace(a.Start, b.Start):
			return -1
		case byPlace(b.Start, a.Start):
			return 1
		}
		return 0
	})
	return out
}

// numberAt returns the number that the constant expression e is.
func (s *scanner) numberAt(e ast.Expr) (Number, bool) {
	if e == nil {
		return Number{}, false
	}
	tv := s.pass.TypesInfo.Types[e]
	x, _ := constant.Float64Val(constant.ToFloat(tv.Value))
	n := Number{Range: Range{e.Pos(), e.End()}, Text: types.ExprString(e), Value: x, Time: isDuration(tv.Type) && math.Abs(x) >= 1000} // less is a count of times: delay*2
	if constant.ToInt(tv.Value).Kind() == constant.Int && !n.Time && x >= -1 && x <= 1 {
		return n, false
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if c, ok := s.pass.TypesInfo.Uses[id].(*types.Const); ok && c.Pkg() == s.pass.Pkg {
			n.Declared = c.Pos()
		}
	}
	return n, true
}

// written returns the expression that the source writes for a number that was
// met, nil if it cannot be told.
func (s *scanner) written(m reading.Met) ast.Expr {
	in, phi := userOf(m)
	if in == nil {
		return nil
	}
	same := func(es []ast.Expr) (out []ast.Expr) {
		for _, e := range es {
			v := s.pass.TypesInfo.Types[e].Value
			if constant.Compare(constant.ToFloat(v), token.EQL, constant.ToFloat(m.Const.Value)) {
				out = append(out, e)
			}
		}
		return out
	}
	path := s.around(in.Pos())
	if syn := m.Use.Parent().Syntax(); path == nil && syn != nil {
		path = []ast.Node{syn} // Have: for n := range 5, whose comparison has no place
	}
	if phi != nil {
		// Have: delay := time.Second; for { delay *= 2 }
		if es := same(s.assigned(path, phi.Comment)); len(es) > 0 {
			return es[0]
		}
	}
	for _, n := range path {
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.File, *ast.FuncDecl, *ast.FuncLit:
			continue
		case *ast.ForStmt, *ast.RangeStmt, *ast.IfStmt, *ast.SwitchStmt, *ast.SelectStmt:
			continue
		default:
			if es := same(s.constants(n)); len(es) > 0 {
				return es[0]
			}
		}
	}
	// Have: base := time.Second; ...; time.Sleep(base + rand.N(base)): one such number in the function
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if es := same(s.constants(n)); len(es) == 1 {
				return es[0]
			}
		}
	}
	return nil
}

// userOf returns the instruction that uses the number m, and itself once more
// if it is the value of a variable at a join, which stands behind the block.
func userOf(m reading.Met) (ssa.Instruction, *ssa.Phi) {
	uses := func(in ssa.Instruction) bool {
		var buf [8]*ssa.Value
		return slices.ContainsFunc(in.Operands(buf[:0]), func(v *ssa.Value) bool { return *v == ssa.Value(m.Const) })
	}
	for _, succ := range m.Use.Succs {
		for _, in := range succ.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			if i := slices.Index(succ.Preds, m.Use); i >= 0 && phi.Edges[i] == ssa.Value(m.Const) {
				return phi, phi
			}
		}
	}
	for _, in := range m.Use.Instrs {
		if uses(in) {
			return in, nil
		}
	}
	return nil, nil
}

// around returns the nodes around pos, the innermost first; nil if it lies in
// no file of the package.
func (s *scanner) around(pos token.Pos) []ast.Node {
	for _, f := range s.pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos)
			return path
		}
	}
	return nil
}

// nodeAt returns the innermost node around r.
func (s *scanner) nodeAt(r Range) ast.Node {
	for _, n := range s.around(r.Start) {
		if n.Pos() <= r.Start && n.End() >= r.Finish {
			return n
		}
	}
	return nil
}

// constants returns the numbers that are written in n, functions in it left
// out: the largest expressions that are constants, in order.
func (s *scanner) constants(n ast.Node) []ast.Expr {
	var out []ast.Expr
	if n == nil {
		return nil
	}
	ast.Inspect(n, func(in ast.Node) bool {
		if _, ok := in.(*ast.FuncLit); ok && in != n {
			return false
		}
		e, ok := in.(ast.Expr)
		if !ok {
			return true
		}
		tv, ok := s.pass.TypesInfo.Types[e]
		if !ok || tv.Value == nil {
			return true
		}
		if isNumber(tv.Type) {
			out = append(out, e)
		}
		return false
	})
	return out
}

// assigned returns the numbers that the variable of that name is given in the
// function around.
func (s *scanner) assigned(path []ast.Node, name string) []ast.Expr {
	var out []ast.Expr
	i := slices.IndexFunc(path, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return true
		}
		return false
	})
	if i < 0 {
		return nil
	}
	take := func(lhs, rhs ast.Expr) {
		if id, ok := lhs.(*ast.Ident); ok && id.Name == name {
			out = append(out, s.constants(rhs)...)
		}
	}
	ast.Inspect(path[i], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					take(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i := range n.Names {
				if len(n.Names) == len(n.Values) {
					take(n.Names[i], n.Values[i])
				}
			}
		}
		return true
	})
	return out
}
