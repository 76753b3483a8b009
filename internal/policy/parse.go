package policy

import (
	"strconv"
	"strings"
)

// A parser reads the text form. All numbers are computed in float64.
type parser struct {
	b      *Builder
	toks   []token
	at     int
	depth  int
	states map[string]*Expr // named behind "where"

}

// Parse reads a policy in the text form (see the package comment). The error
// is one line and names the column.
func Parse(s string) (*Policy, error) {
	toks, err := lex(s)
	if err != nil {
		return nil, err
	}
	p := &parser{b: NewBuilder(), toks: toks, states: map[string]*Expr{}}
	p.declare()
	delay, err := p.number()
	if err != nil {
		return nil, err
	}
	if p.isName("where") {
		if err := p.where(); err != nil {
			return nil, err
		}
	}
	pol := New(p.b, delay, nil, nil)
	if err := p.limits(pol); err != nil {
		return nil, err
	}
	return pol, nil
}

// declare finds the names that "where" will bind, since they are used before.
func (p *parser) declare() {
	in := false
	for i, t := range p.toks {
		if t.kind == tokName && t.text == "where" {
			in = true
			continue
		}
		if !in || t.kind != tokName || i+1 >= len(p.toks) || p.toks[i+1].text != "=" {
			continue
		}
		if b := p.toks[i-1]; b.text == "where" || b.text == "," {
			p.states[t.text] = p.b.State(t.text, Float64)
		}
	}
}

func (p *parser) where() error {
	p.at++
	for {
		t := p.next()
		v, ok := p.states[t.text]
		if t.kind != tokName || !ok {
			return errAt(t.col, "a name and = is wanted after where, such as s = 1s -> 2*s")
		}
		if _, twice := p.b.Bound(v); twice {
			return errAt(t.col, "%s is given twice", t.text)
		}
		if err := p.expect("="); err != nil {
			return err
		}
		init, err := p.number()
		if err != nil {
			return err
		}
		if mentionsState(init) {
			return errAt(t.col, "the first value of %s depends on a state", t.text)
		}
		if err := p.expect("->"); err != nil {
			return err
		}
		next, err := p.number()
		if err != nil {
			return err
		}
		p.b.Bind(v, init, next)
		if !p.accept(",") {
			return nil
		}
	}
}

func mentionsState(e *Expr) bool {
	if e.Op == OpState {
		return true
	}
	for _, a := range e.Args {
		if mentionsState(a) {
			return true
		}
	}
	return false
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) next() token {
	t := p.toks[p.at]
	if t.kind != tokEnd {
		p.at++
	}
	return t
}

func (p *parser) isName(s string) bool { t := p.peek(); return t.kind == tokName && t.text == s }

func (p *parser) accept(op string) bool {
	if t := p.peek(); t.kind == tokOp && t.text == op {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(op string) error {
	if !p.accept(op) {
		t := p.peek()
		return errAt(t.col, "%s is wanted, not %s", op, t)
	}
	return nil
}

func (t token) String() string {
	if t.kind == tokEnd {
		return "the end"
	}
	return strconv.Quote(t.text)
}

// number reads an expression that is a number.
func (p *parser) number() (*Expr, error) {
	col := p.peek().col
	e, err := p.expr(precCond)
	if err != nil {
		return nil, err
	}
	return p.asNumber(e, col)
}

func (p *parser) asNumber(e *Expr, col int) (*Expr, error) {
	if e.Kind == Bool {
		return nil, errAt(col, "a number is wanted, not a condition")
	}
	return e, nil
}

// asCond turns ?x, which is read as a number, into a coin.
func (p *parser) asCond(e *Expr, col int) (*Expr, error) {
	if e.Kind == Bool {
		return e, nil
	}
	if e.Op == OpUnknown && e.Role == RoleDuration {
		return p.b.Coin(e.Name), nil
	}
	return nil, errAt(col, "a condition is wanted, not a number")
}

var binaryPrec = map[string]int{
	"||": precOr, "&&": precAnd,
	"==": precCompare, "!=": precCompare, "<": precCompare, "<=": precCompare, ">": precCompare, ">=": precCompare,
	"+": precAdd, "-": precAdd, "|": precAdd, "^": precAdd,
	"*": precMul, "/": precMul, "%": precMul, "<<": precMul, ">>": precMul, "&": precMul, "&^": precMul,
}

const maxDepth = 100

// expr reads operators that bind at least as tight as prec.
func (p *parser) expr(prec int) (*Expr, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errAt(p.peek().col, "nested deeper than %d", maxDepth)
	}
	defer func() { p.depth-- }()
	col := p.peek().col
	x, err := p.unary()
	if err != nil {
		return nil, err
	}
	for {
		t := p.peek()
		if t.kind != tokOp {
			return x, nil
		}
		if t.text == "?" && prec == precCond {
			if x, err = p.conditional(x, col); err != nil {
				return nil, err
			}
			continue
		}
		have, ok := binaryPrec[t.text]
		if !ok || have < prec {
			return x, nil
		}
		p.at++
		ycol := p.peek().col
		y, err := p.expr(have + 1)
		if err != nil {
			return nil, err
		}
		if x, err = p.apply(t, x, col, y, ycol); err != nil {
			return nil, err
		}
	}
}

// conditional reads the rest of c ? a : b.
func (p *parser) conditional(c *Expr, col int) (*Expr, error) {
	p.at++
	c, err := p.asCond(c, col)
	if err != nil {
		return nil, err
	}
	a, err := p.number()
	if err != nil {
		return nil, err
	}
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	b, err := p.number()
	if err != nil {
		return nil, err
	}
	return p.b.Choice(c, a, b), nil
}

func (p *parser) unary() (*Expr, error) {
	col := p.peek().col
	switch {
	case p.accept("-"):
		x, err := p.expr(precUnary)
		if err == nil {
			x, err = p.asNumber(x, col)
		}
		if err != nil {
			return nil, err
		}
		return p.b.Op(OpNeg, Float64, x), nil
	case p.accept("!"):
		x, err := p.expr(precUnary)
		if err == nil {
			x, err = p.asCond(x, col)
		}
		if err != nil {
			return nil, err
		}
		return p.b.Op(OpNot, Bool, x), nil
	}
	return p.atom()
}

// drawBase splits r2 into r and 2.
func drawBase(name string) string { return strings.TrimRight(name, "0123456789") }
