package policy

import "math"

// A val is an interval: ilo..ihi for integer kinds and conditions (0..1),
// flo..fhi for float kinds, and the marks of what happened on the way.
type val struct {
	ilo, ihi int64
	flo, fhi float64
	marks    uint8
}

func floats(lo, hi float64) val {
	v := val{flo: lo, fhi: hi}
	if lo != lo || hi != hi {
		v.flo, v.fhi, v.marks = math.Inf(-1), math.Inf(1), opaque
	}
	return v
}

func ints(lo, hi int64) val { return val{ilo: lo, ihi: hi} }

func truth(yes, no bool) val { // yes: it may hold; no: it may fail
	v := val{ilo: 1, ihi: 0}
	if no {
		v.ilo = 0
	}
	if yes {
		v.ihi = 1
	}
	return v
}

func wholeKind(k Kind, marks uint8) val {
	if k.IsFloat() {
		return val{flo: math.Inf(-1), fhi: math.Inf(1), marks: marks}
	}
	if k == Bool {
		return val{ilo: 0, ihi: 1, marks: marks}
	}
	lo, hi := rangeOf(k)
	return val{ilo: lo, ihi: hi, marks: marks}
}

func (v val) point(k Kind) bool {
	if k.IsFloat() {
		return v.flo == v.fhi
	}
	return v.ilo == v.ihi
}

func join(k Kind, a, b val) val {
	a.marks |= b.marks
	if k.IsFloat() {
		a.flo, a.fhi = min(a.flo, b.flo), max(a.fhi, b.fhi)
		return a
	}
	if less(k, b.ilo, a.ilo) {
		a.ilo = b.ilo
	}
	if less(k, a.ihi, b.ihi) {
		a.ihi = b.ihi
	}
	return a
}

// asFloats returns the ends of v as float64.
func (v val) asFloats(k Kind) (lo, hi float64) {
	if k.IsFloat() {
		return v.flo, v.fhi
	}
	return intToFloat(k, v.ilo), intToFloat(k, v.ihi)
}

// arith applies an arithmetic operation to intervals.
func arith(op Op, k Kind, a, b val) val {
	var v val
	switch {
	case k.IsFloat():
		v = floatArith(op, k, a, b)
	case op == OpMin || op == OpMax:
		v = intMinMax(op, k, a, b)
	default:
		v = intArith(op, k, a, b)
	}
	v.marks |= a.marks | b.marks
	return v
}

func floatArith(op Op, k Kind, a, b val) val {
	switch op {
	case OpAdd, OpMin, OpMax:
		return floats(floatOp(op, k, a.flo, b.flo), floatOp(op, k, a.fhi, b.fhi))
	case OpSub:
		return floats(floatOp(op, k, a.flo, b.fhi), floatOp(op, k, a.fhi, b.flo))
	case OpQuo:
		if b.flo <= 0 && b.fhi >= 0 && b.flo != b.fhi {
			return wholeKind(k, opaque)
		}
	case OpRem:
		if a.flo != a.fhi || b.flo != b.fhi {
			m := max(math.Abs(b.flo), math.Abs(b.fhi))
			if a.flo >= 0 {
				return floats(0, min(a.fhi, m))
			}
			return floats(-m, m)
		}
	}
	return corners(a, b, func(x, y float64) float64 { return floatOp(op, k, x, y) })
}

// corners returns the hull of f at the four ends: exact where f is monotone in
// each argument.
func corners(a, b val, f func(x, y float64) float64) val {
	p := f(a.flo, b.flo)
	if a.flo == a.fhi && b.flo == b.fhi {
		return floats(p, p)
	}
	q, r, s := f(a.flo, b.fhi), f(a.fhi, b.flo), f(a.fhi, b.fhi)
	return floats(min(p, q, r, s), max(p, q, r, s))
}

func intMinMax(op Op, k Kind, a, b val) val {
	pick := func(x, y int64) int64 {
		if less(k, x, y) == (op == OpMin) {
			return x
		}
		return y
	}
	return ints(pick(a.ilo, b.ilo), pick(a.ihi, b.ihi))
}

// intArith is exact for two points. An interval that leaves the kind becomes
// the whole kind.
func intArith(op Op, k Kind, a, b val) val {
	if a.ilo == a.ihi && b.ilo == b.ihi {
		v, m := intOp(op, k, a.ilo, b.ilo)
		return val{ilo: v, ihi: v, marks: m}
	}
	switch op {
	case OpAnd, OpOr, OpXor, OpAndNot:
		return bitInterval(op, k, a, b)
	case OpRem:
		return remInterval(k, a, b)
	case OpSub:
		b.ilo, b.ihi = b.ihi, b.ilo
		fallthrough
	case OpAdd:
		lo, m := intOp(op, k, a.ilo, b.ilo)
		hi, n := intOp(op, k, a.ihi, b.ihi)
		if m|n != 0 {
			return wholeKind(k, m|n)
		}
		return ints(lo, hi)
	case OpQuo:
		if !less(k, 0, b.ilo) && !less(k, b.ihi, 0) { // the divisor may be 0
			return wholeKind(k, panics)
		}
	case OpShl, OpShr:
		if b.ilo < 0 {
			return wholeKind(k, panics)
		}
	}
	v := val{}
	first := true
	for _, x := range [2]int64{a.ilo, a.ihi} {
		for _, y := range [2]int64{b.ilo, b.ihi} {
			w, m := intOp(op, k, x, y)
			if m != 0 {
				return wholeKind(k, m)
			}
			if first {
				v, first = ints(w, w), false
			} else {
				v = join(k, v, ints(w, w))
			}
		}
	}
	return v
}

func bitInterval(op Op, k Kind, a, b val) val {
	if a.ilo < 0 || b.ilo < 0 || a.ihi < a.ilo || b.ihi < b.ilo {
		return wholeKind(k, 0)
	}
	switch op {
	case OpAnd:
		return ints(0, min(a.ihi, b.ihi))
	case OpAndNot:
		return ints(0, a.ihi)
	}
	top := int64(1) // the next power of two bounds or and xor
	for top-1 < max(a.ihi, b.ihi) && top > 0 {
		top <<= 1
	}
	return ints(0, top-1)
}

func remInterval(k Kind, a, b val) val {
	if k == Uint64 || b.ilo <= 0 && b.ihi >= 0 {
		return wholeKind(k, panics)
	}
	m := max(b.ihi, -b.ilo) - 1
	switch {
	case a.ilo >= 0 && a.ihi < min(b.ilo, max(b.ilo, -b.ihi)):
		return ints(a.ilo, a.ihi)
	case a.ilo >= 0:
		return ints(0, min(a.ihi, m))
	case a.ihi <= 0:
		return ints(max(a.ilo, -m), 0)
	}
	return ints(max(a.ilo, -m), min(a.ihi, m))
}

// convert applies a conversion from kind ka to kind k.
func convert(k, ka Kind, a val) val {
	var v val
	switch {
	case k.IsFloat():
		lo, hi := a.asFloats(ka)
		v = val{flo: round32(k, lo), fhi: round32(k, hi)}
	case ka.IsFloat():
		lo, m := floatToInt(k, a.flo)
		hi, n := floatToInt(k, a.fhi)
		v = val{ilo: lo, ihi: hi, marks: m | n}
		if m|n != 0 && a.flo != a.fhi {
			v = wholeKind(k, m|n)
		}
	default:
		lo, hi := fit(k, a.ilo), fit(k, a.ihi)
		m := uint8(0)
		if lo != a.ilo || hi != a.ihi || k == Uint64 && a.ilo < 0 && signed(ka) || ka == Uint64 && signed(k) && a.ihi < 0 {
			m = wraps
		}
		v = val{ilo: lo, ihi: hi, marks: m}
		if m != 0 && a.ilo != a.ihi {
			v = wholeKind(k, m)
		}
	}
	v.marks |= a.marks
	return v
}

func compare(op Op, k Kind, a, b val) val {
	var v val
	if k.IsFloat() {
		switch op {
		case OpLt:
			v = truth(a.flo < b.fhi, a.fhi >= b.flo)
		case OpLe:
			v = truth(a.flo <= b.fhi, a.fhi > b.flo)
		default:
			v = truth(a.flo <= b.fhi && b.flo <= a.fhi, !(a.flo == a.fhi && b.flo == b.fhi && a.flo == b.flo))
		}
	} else {
		switch op {
		case OpLt:
			v = truth(less(k, a.ilo, b.ihi), !less(k, a.ihi, b.ilo))
		case OpLe:
			v = truth(!less(k, b.ihi, a.ilo), less(k, b.ilo, a.ihi))
		default:
			v = truth(!less(k, b.ihi, a.ilo) && !less(k, a.ihi, b.ilo), !(a.ilo == a.ihi && b.ilo == b.ihi && a.ilo == b.ilo))
		}
	}
	v.marks = a.marks | b.marks
	return v
}

// function applies a function of package math.
func function(name string, a, b val) val {
	var v val
	switch name {
	case "pow":
		if a.flo < 0 && (a.flo != a.fhi || b.flo != b.fhi) {
			v = wholeKind(Float64, opaque)
		} else {
			v = corners(a, b, func(x, y float64) float64 { return funcOp("pow", x, y) })
		}
	case "abs":
		lo, hi := math.Abs(a.flo), math.Abs(a.fhi)
		v = floats(min(lo, hi), max(lo, hi))
		if a.flo < 0 && a.fhi > 0 {
			v.flo = 0
		}
	default: // monotone
		v = floats(funcOp(name, a.flo, 0), funcOp(name, a.fhi, 0))
	}
	v.marks |= a.marks | b.marks
	return v
}
