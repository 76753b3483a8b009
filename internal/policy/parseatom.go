package policy

// apply builds a binary operation.
func (p *parser) apply(t token, x *Expr, xcol int, y *Expr, ycol int) (*Expr, error) {
	b := p.b
	var err error
	if t.text == "&&" || t.text == "||" {
		if x, err = p.asCond(x, xcol); err != nil {
			return nil, err
		}
		if y, err = p.asCond(y, ycol); err != nil {
			return nil, err
		}
		if t.text == "&&" {
			return b.Choice(x, y, b.Bool(false)), nil
		}
		return b.Choice(x, b.Bool(true), y), nil
	}
	if x, err = p.asNumber(x, xcol); err != nil {
		return nil, err
	}
	if y, err = p.asNumber(y, ycol); err != nil {
		return nil, err
	}
	switch t.text {
	case "<":
		return b.Op(OpLt, Bool, x, y), nil
	case "<=":
		return b.Op(OpLe, Bool, x, y), nil
	case ">":
		return b.Op(OpLt, Bool, y, x), nil
	case ">=":
		return b.Op(OpLe, Bool, y, x), nil
	case "==":
		return b.Op(OpEq, Bool, x, y), nil
	case "!=":
		return b.Op(OpNot, Bool, b.Op(OpEq, Bool, x, y)), nil
	}
	for op, w := range binary {
		if w.text != t.text {
			continue
		}
		switch op {
		case OpAdd, OpSub, OpMul, OpQuo:
			return b.Op(op, Float64, x, y), nil
		}
		return p.float(b.Op(op, Int64, p.int(x), p.int(y))), nil
	}
	return nil, errAt(t.col, "unexpected %q", t.text)
}

func (p *parser) int(x *Expr) *Expr   { return p.b.Op(OpConv, Int64, x) }
func (p *parser) float(x *Expr) *Expr { return p.b.Op(OpConv, Float64, x) }

// atom reads a number, a name, a call, a table or parentheses.
func (p *parser) atom() (*Expr, error) {
	t := p.next()
	switch t.kind {
	case tokNumber:
		return p.b.number(Float64, 0, t.num, t.time), nil
	case tokName:
		if p.accept("(") {
			return p.call(t)
		}
		return p.named(t)
	case tokOp:
		switch t.text {
		case "(":
			e, err := p.expr(precCond)
			if err != nil {
				return nil, err
			}
			return e, p.expect(")")
		case "[":
			return p.table()
		case "?":
			return p.unknown()
		}
	}
	return nil, errAt(t.col, "a number or a name is wanted, not %s", t)
}

func (p *parser) table() (*Expr, error) {
	elems, err := p.list("]")
	if err != nil {
		return nil, err
	}
	if err := p.expect("["); err != nil {
		return nil, err
	}
	index, err := p.number()
	if err != nil {
		return nil, err
	}
	if len(elems) == 0 {
		return nil, errAt(p.peek().col, "the table is empty")
	}
	return p.b.Table(p.int(index), elems), p.expect("]")
}

// list reads numbers up to the closing bracket.
func (p *parser) list(closing string) ([]*Expr, error) {
	var out []*Expr
	if p.accept(closing) {
		return nil, nil
	}
	for {
		e, err := p.number()
		if err != nil {
			return nil, err
		}
		out = append(out, e)
		if p.accept(closing) {
			return out, nil
		}
		if err := p.expect(","); err != nil {
			return nil, err
		}
	}
}

// unknown reads ?name and ?name.role.
func (p *parser) unknown() (*Expr, error) {
	t := p.next()
	if t.kind != tokName {
		return nil, errAt(t.col, "a name is wanted after ?")
	}
	role := RoleDuration
	if p.accept(".") {
		w := p.next()
		r, ok := roleNames[w.text]
		if !ok {
			return nil, errAt(w.col, "%s is not a role: cap, factor, count, fraction or none", w)
		}
		role = r
	}
	return p.b.Unknown(t.text, Float64, role), nil
}

func (p *parser) named(t token) (*Expr, error) {
	if v, ok := p.states[t.text]; ok {
		return v, nil
	}
	switch t.text {
	case "n":
		return p.b.Attempt(Float64), nil
	case "prev":
		return p.b.Prev(Float64), nil
	case "ra":
		return p.b.Server(Float64), nil
	case "elapsed":
		return p.float(p.b.Elapsed()), nil
	case "unknown":
		return p.b.Opaque(Float64, "unknown"), nil
	case "true", "false":
		return p.b.Bool(t.text == "true"), nil
	}
	if d, ok := drawNames[drawBase(t.text)]; ok {
		return p.b.Draw(Float64, t.text, d.Dist, d.Client), nil
	}
	return nil, errAt(t.col, "unknown name %q: n, r, prev, ra and elapsed are known", t.text)
}

func (p *parser) call(t token) (*Expr, error) {
	if t.text == "if" {
		return p.ifCall()
	}
	args, err := p.list(")")
	if err != nil {
		return nil, err
	}
	base := drawBase(t.text)
	switch {
	case t.text == "min" || t.text == "max":
		if len(args) == 0 {
			return nil, errAt(t.col, "%s takes at least one number", t.text)
		}
		op := OpMin
		if t.text == "max" {
			op = OpMax
		}
		e := args[0]
		for _, a := range args[1:] {
			e = p.b.Op(op, Float64, e, a)
		}
		return e, nil
	case base == "rand" || base == "oncerand":
		if len(args) != 1 {
			return nil, errAt(t.col, "%s takes one number", t.text)
		}
		return p.float(p.b.DrawN(t.text, p.int(args[0]), base == "oncerand")), nil
	}
	want, ok := funcs[t.text]
	if !ok {
		return nil, errAt(t.col, "unknown function %q", t.text)
	}
	if want != len(args) {
		return nil, errAt(t.col, "%s takes %d, not %d", t.text, want, len(args))
	}
	return p.b.Func(t.text, args...), nil
}

func (p *parser) ifCall() (*Expr, error) {
	col := p.peek().col
	c, err := p.expr(precCond)
	if err == nil {
		c, err = p.asCond(c, col)
	}
	if err != nil {
		return nil, err
	}
	if err := p.expect(","); err != nil {
		return nil, err
	}
	xcol := p.peek().col
	x, err := p.expr(precCond)
	if err != nil {
		return nil, err
	}
	if err := p.expect(","); err != nil {
		return nil, err
	}
	y, err := p.expr(precCond)
	if err != nil {
		return nil, err
	}
	if x.Kind != y.Kind {
		return nil, errAt(xcol, "one side of if is a number, the other a condition")
	}
	return p.b.Choice(c, x, y), p.expect(")")
}
