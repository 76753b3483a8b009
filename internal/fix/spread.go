package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// nosec goes behind a draw: gosec wants secrets from every random number.
const nosec = "//nolint:gosec // G404: jitter needs no secrets"

// spread writes a random part around the delay at f.At, which is evaluated
// once, or can be evaluated twice.
func (e *editor) spread(f Fix) bool {
	x := e.exprAt(f.At)
	if x == nil {
		return false
	}
	t, whole := e.typeName(x)
	r, ok := e.rand(x.Pos())
	if !whole || !ok {
		return false
	}
	f.Positive = f.Positive && e.local(x)
	guarded := f.Positive || e.bounds(x.Pos())
	if t == "" && (!r.v2 || !guarded || f.Do != Full && !e.simple(x)) {
		return false // the type has no name here
	}
	before, after := r.draw(t, f.Positive, guarded)
	switch {
	case f.Do == Full:
		e.around(x, before, after)
	case e.simple(x) && guarded:
		first, rest := "", before+e.text(x)+after
		if f.Do == Half {
			rest = "/2 + " + rest
			if b, ok := x.(*ast.BinaryExpr); ok && b.Op.Precedence() < token.QUO.Precedence() {
				first, rest = "(", ")"+rest
			}
		} else {
			rest = " + " + rest
		}
		e.around(x, first, rest)
	default:
		from := "0.5"
		if f.Do == OnTop {
			from = "1"
		}
		if !e.predeclared("float64", x.Pos()) {
			return false
		}
		e.around(x, t+"(float64(", ") * ("+from+" + "+r.name+".Float64()))")
	}
	return e.comment(x.Pos())
}

// draw returns what stands before and after d in a number drawn from [0, d), of
// the type t; guarded says that a draw from nothing, which panics, is out of the
// question: d is positive, or max can be called.
//
//	rand.N(d)                            // d > 0
//	rand.N(max(d, 1))                    // 0 where d is
//	time.Duration(rand.Int63n(int64(d))) // math/rand
//	time.Duration(rand.Float64() * float64(d))
func (r random) draw(t string, positive, guarded bool) (before, after string) {
	switch {
	case !guarded:
		return t + "(" + r.name + ".Float64() * float64(", "))"
	case r.v2:
		before, after = r.name+".N(", ")"
	default:
		before, after = t+"("+r.name+".Int63n(int64(", ")))"
	}
	if positive {
		return before, after
	}
	return before + "max(", ", 1)" + after
}

// bounds reports whether min and max can be called at pos.
func (e *editor) bounds(pos token.Pos) bool {
	return e.since("21") && e.predeclared("min", pos) && e.predeclared("max", pos)
}

// typeName returns the type of the delay x as the file writes it, "" if it cannot
// name it; not ok if it is none of the integer types, or if x has it from where it stands.
func (e *editor) typeName(x ast.Expr) (name string, ok bool) {
	tv := e.pass.TypesInfo.Types[x]
	if tv.Type == nil || tv.Value != nil && !e.typed(x) {
		return "", false
	}
	switch t := types.Unalias(tv.Type).(type) {
	case *types.Basic:
		if t.Info()&types.IsInteger != 0 && t.Info()&types.IsUntyped == 0 && e.predeclared(t.Name(), x.Pos()) {
			return t.Name(), true
		}
	case *types.Named:
		if obj := t.Obj(); obj.Name() == "Duration" && obj.Pkg() != nil && obj.Pkg().Path() == "time" {
			if name := e.imported("time", x.Pos()); name != "" {
				return name + ".Duration", true
			}
			return "", true
		}
	}
	return "", false
}

// typed reports whether something in the constant x has a type of its own.
//
//	// Have: time.Sleep(1e9)
func (e *editor) typed(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.Ident:
			if c, ok := e.pass.TypesInfo.Uses[n].(*types.Const); ok {
				b, basic := c.Type().(*types.Basic)
				found = found || !basic || b.Info()&types.IsUntyped == 0
			}
		}
		return !found
	})
	return found
}

// simple reports whether x can as well be written twice: a constant, a
// variable, or a field of one.
func (e *editor) simple(x ast.Expr) bool {
	if e.pass.TypesInfo.Types[x].Value != nil {
		return len(e.text(x)) < 40 && !strings.Contains(e.text(x), "\n")
	}
	switch x := x.(type) {
	case *ast.Ident:
		_, ok := e.pass.TypesInfo.Uses[x].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		if v, ok := e.pass.TypesInfo.Uses[x.Sel].(*types.Var); ok {
			if v.IsField() {
				return e.simple(x.X)
			}
			return true // a variable of a package
		}
	}
	return false
}

// comment writes nosec behind the line of pos; or above it, if there is another
// comment, or if the line is a statement that another fix may write around.
func (e *editor) comment(pos token.Pos) bool {
	s, sleeps := e.statement().(*ast.ExprStmt)
	line := e.tf.Line(pos)
	end := len(e.src)
	if line < e.tf.LineCount() {
		end = e.offset(e.tf.LineStart(line+1)) - 1
	}
	commented := false
	for _, g := range e.file.Comments {
		for _, c := range g.List {
			if e.tf.Line(c.Pos()) <= line && line <= e.tf.Line(c.End()) {
				commented = true
				if strings.Contains(c.Text, "nolint") || strings.HasPrefix(c.Text, "/*") {
					return true
				}
			}
		}
	}
	if !commented && !(sleeps && e.tf.Line(s.Pos()) == line && e.lineBegins(s.Pos())) {
		for _, t := range scan(string(e.src)) {
			if t.at < end && end < t.at+len(t.text) {
				return false // the line ends inside a string
			}
		}
		e.raw = append(e.raw, change{end, end, " " + nosec})
		return true
	}
	start := e.offset(e.tf.LineStart(line))
	for e.src[start] == '\t' || e.src[start] == ' ' {
		start++
	}
	e.raw = append(e.raw, change{start, start, nosec + "\n"})
	return true
}
