package policy

// stateExpr writes a state as a function of n where it is one, else by a name
// that is explained behind "where".
func (pr *printer) stateExpr(v *Expr, prec int, isTime, tight bool) string {
	s, ok := pr.state(v)
	if !ok {
		return "unknown"
	}
	if text, p, ok := pr.closed(s, isTime, tight && prec <= precMul); ok {
		return paren(text, p, prec)
	}
	name, ok := pr.states[v]
	if !ok {
		name = pr.fresh("s")
		pr.states[v] = name
		pr.queue = append(pr.queue, v)
	}
	return name
}

// closed writes a state that multiplies, or adds, with or without a cap.
func (pr *printer) closed(s State, isTime, tight bool) (text string, prec int, ok bool) {
	if pr.busy[s.Var] || mentions(s.Init, s.Var) {
		return "", 0, false
	}
	next := unconvInt(s.Next)
	var limit *Expr
	if next.Op == OpMin {
		for i, a := range next.Args {
			if pr.still(a) && below(s.Init, a) {
				limit, next = a, unconvInt(next.Args[1-i])
				break
			}
		}
	}
	t := isTime || pr.isTime(s.Var)
	if f, ok := pr.factor(next, s.Var); ok {
		if limit != nil && !atLeastOne(f) {
			return "", 0, false
		}
		base := pr.expr(s.Init, precMul, false, tight && limit == nil)
		pow := "pow(" + f.text + ", n-1)"
		text, prec = base+spaced("*", tight && limit == nil)+pow, precMul
		if isNum(s.Init, 1) && !s.Init.Time {
			text, prec = pow, precAtom
		}
	} else if step, ok := pr.increment(next, s.Var); ok {
		if isNum(s.Init, 0) {
			text, prec = pr.expr(step, precMul, false, tight)+spaced("*", tight && limit == nil)+"(n-1)", precMul
			if isNum(step, 1) && !step.Time {
				text, prec = "n-1", precAdd
			}
		} else if sameNumber(step, s.Init) {
			text, prec = pr.expr(s.Init, precMul, false, tight && limit == nil)+spaced("*", tight && limit == nil)+"n", precMul
		} else {
			rise := pr.expr(step, precMul, false, true) + "*(n-1)"
			if isNum(step, 1) && !step.Time {
				rise = "(n-1)"
			}
			text, prec = pr.expr(s.Init, precAdd, t, true)+" + "+rise, precAdd
		}
	} else {
		return "", 0, false
	}
	if limit != nil {
		return "min(" + pr.expr(limit, precCond, t, false) + ", " + text + ")", precAtom, true
	}
	return text, prec, true
}

// unconvInt drops conversions that only matter where a number wraps.
func unconvInt(e *Expr) *Expr {
	for e.Op == OpConv {
		e = e.Args[0]
	}
	return e
}

func mentions(e, v *Expr) bool {
	if e == v {
		return true
	}
	for _, k := range kids(e) {
		if mentions(k, v) {
			return true
		}
	}
	return false
}

// still reports whether e is the same on every attempt, whatever is drawn.
func (pr *printer) still(e *Expr) bool { return fixed(e, pr.grows()) }

// below reports whether a first value lies below a cap as far as is seen.
func below(init, limit *Expr) bool {
	if init.Op == OpConst && limit.Op == OpConst {
		return constFloat(init) <= constFloat(limit)
	}
	return init.Op != OpState
}

// A multiple is the factor of a state.
type multiple struct {
	text  string
	value float64 // 0: not a constant
	least bool    // not known, but a growth factor
}

func atLeastOne(m multiple) bool { return m.value >= 1 || m.least }

// factor returns f where next is v*f.
func (pr *printer) factor(next, v *Expr) (multiple, bool) {
	is := func(e *Expr) bool { return unconvInt(e) == v }
	switch next.Op {
	case OpAdd:
		if is(next.Args[0]) && is(next.Args[1]) {
			return multiple{text: "2", value: 2}, true
		}
	case OpShl:
		if k := next.Args[1]; is(next.Args[0]) && k.Op == OpConst && k.Int >= 0 && k.Int < 32 {
			f := float64(int64(1) << k.Int)
			return multiple{text: formatFloat(f), value: f}, true
		}
	case OpMul:
		for i, a := range next.Args {
			if is(a) && pr.still(next.Args[1-i]) {
				f := unconvInt(next.Args[1-i])
				m := multiple{text: pr.expr(f, precCond, false, false), least: f.Op == OpUnknown && f.Role == RoleFactor}
				if f.Op == OpConst {
					m.value = constFloat(f)
				}
				return m, true
			}
		}
	}
	return multiple{}, false
}

// increment returns the step where next is v+step.
func (pr *printer) increment(next, v *Expr) (*Expr, bool) {
	if next.Op != OpAdd {
		return nil, false
	}
	for i, a := range next.Args {
		if s := next.Args[1-i]; unconvInt(a) == v && pr.still(s) {
			return s, true
		}
	}
	return nil, false
}
