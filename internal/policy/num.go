package policy

import (
	"math"
	"math/bits"
)

// bitsOf returns the width of an integer kind.
func bitsOf(k Kind) uint {
	switch k {
	case Int8, Uint8:
		return 8
	case Int16, Uint16:
		return 16
	case Int32, Uint32:
		return 32
	}
	return 64
}

func signed(k Kind) bool { return k >= Int8 && k <= Int64 }

// rangeOf returns the smallest and largest value of an integer kind.
func rangeOf(k Kind) (lo, hi int64) {
	w := bitsOf(k)
	if signed(k) {
		return math.MinInt64 >> (64 - w), math.MaxInt64 >> (64 - w)
	}
	if w == 64 {
		return 0, -1
	}
	return 0, 1<<w - 1
}

// fit reduces v to kind k as Go does.
func fit(k Kind, v int64) int64 {
	s := 64 - bitsOf(k)
	if signed(k) {
		return v << s >> s
	}
	return int64(uint64(v) << s >> s)
}

// less orders the values of an integer kind.
func less(k Kind, a, b int64) bool {
	if k == Uint64 {
		return uint64(a) < uint64(b)
	}
	return a < b
}

// The marks of an integer result.
const (
	wraps  uint8 = 1 << iota // left its kind
	panics                   // negative shift, division by zero, draw from nothing
	opaque                   // depends on a thing not seen into
	endRun                   // a table is left: the run ends
	empty                    // a draw from nothing, which panics
)

// intOp computes a op b in kind k exactly as Go does. marks says what happened
// on the way. op is one of the arithmetic, bit and shift operations.
func intOp(op Op, k Kind, a, b int64) (v int64, marks uint8) {
	switch op {
	case OpAdd:
		v = a + b
		if k == Uint64 {
			_, c := bits.Add64(uint64(a), uint64(b), 0)
			return v, uint8(c)
		}
		if (v < a) != (b < 0) {
			marks = wraps
		}
	case OpSub:
		v = a - b
		if k == Uint64 {
			_, c := bits.Sub64(uint64(a), uint64(b), 0)
			return v, uint8(c)
		}
		if (v > a) != (b < 0) {
			marks = wraps
		}
	case OpMul:
		v, marks = mulOp(k, a, b)
	case OpQuo, OpRem:
		return quoOp(op, k, a, b)
	case OpAnd:
		v = a & b
	case OpOr:
		v = a | b
	case OpXor:
		v = a ^ b
	case OpAndNot:
		v = a &^ b
	case OpShl, OpShr:
		return shiftOp(op, k, a, b)
	}
	w := fit(k, v)
	if w != v {
		marks |= wraps
	}
	return w, marks
}

func mulOp(k Kind, a, b int64) (int64, uint8) {
	if k == Uint64 {
		h, l := bits.Mul64(uint64(a), uint64(b))
		if h != 0 {
			return int64(l), wraps
		}
		return int64(l), 0
	}
	v := a * b
	if a != 0 && (v/a != b || a == -1 && b == math.MinInt64) {
		return v, wraps
	}
	return v, 0
}

func quoOp(op Op, k Kind, a, b int64) (int64, uint8) {
	if b == 0 {
		return 0, panics
	}
	if k == Uint64 {
		if op == OpQuo {
			return int64(uint64(a) / uint64(b)), 0
		}
		return int64(uint64(a) % uint64(b)), 0
	}
	if op == OpRem {
		if b == -1 {
			return 0, 0
		}
		return a % b, 0
	}
	if b == -1 {
		return intOp(OpSub, k, 0, a)
	}
	return a / b, 0
}

// countOf returns a shift count as a signed number: an unsigned one that came
// from below zero shifts everything out. Have: 1 << uint(i-1) with i = 0.
func countOf(k Kind, c int64) int64 {
	if k == Uint64 && c < 0 {
		return math.MaxInt64
	}
	return c
}

// shiftOp shifts by a signed count, see countOf.
func shiftOp(op Op, k Kind, a, b int64) (int64, uint8) {
	if b < 0 {
		return 0, panics
	}
	if op == OpShr {
		if k == Uint64 {
			return int64(uint64(a) >> uint64(b)), 0
		}
		return a >> uint64(b), 0
	}
	v := fit(k, a<<uint64(b))
	back := v >> uint64(b)
	if k == Uint64 {
		back = int64(uint64(v) >> uint64(b))
	}
	if back != a {
		return v, wraps
	}
	return v, 0
}

// floatToInt converts as Go does on amd64, where a number out of range becomes
// the smallest int64.
func floatToInt(k Kind, f float64) (int64, uint8) {
	f = math.Trunc(f)
	if k == Uint64 {
		if f >= 0 && f < 1<<64 {
			return int64(uint64(f)), 0
		}
		return math.MinInt64, wraps
	}
	if !(f >= math.MinInt64 && f < math.MaxInt64) {
		return fit(k, math.MinInt64), wraps
	}
	v := int64(f)
	if w := fit(k, v); w != v {
		return w, wraps
	}
	return v, 0
}

func intToFloat(k Kind, v int64) float64 {
	if k == Uint64 {
		return float64(uint64(v))
	}
	return float64(v)
}

// round32 rounds to the float kind k.
func round32(k Kind, f float64) float64 {
	if k == Float32 {
		return float64(float32(f))
	}
	return f
}

func floatOp(op Op, k Kind, a, b float64) float64 {
	switch op {
	case OpAdd:
		a += b
	case OpSub:
		a -= b
	case OpMul:
		a *= b
	case OpQuo:
		a /= b
	case OpMin:
		a = min(a, b)
	case OpMax:
		a = max(a, b)
	case OpRem:
		a = math.Mod(a, b)
	}
	return round32(k, a)
}

// funcs are the functions of package math that an OpFunc may name, with the
// number of their arguments.
var funcs = map[string]int{
	"pow": 2, "exp": 1, "exp2": 1, "log": 1, "log2": 1, "floor": 1,
	"ceil": 1, "round": 1, "trunc": 1, "abs": 1, "sqrt": 1,
}

func funcOp(name string, a, b float64) float64 {
	switch name {
	case "pow":
		return pow(a, b)
	case "exp":
		return math.Exp(a)
	case "exp2":
		return math.Exp2(a)
	case "log":
		return math.Log(a)
	case "log2":
		return math.Log2(a)
	case "floor":
		return math.Floor(a)
	case "ceil":
		return math.Ceil(a)
	case "round":
		return math.Round(a)
	case "trunc":
		return math.Trunc(a)
	case "abs":
		return math.Abs(a)
	case "sqrt":
		return math.Sqrt(a)
	}
	return math.NaN()
}

// pow is math.Pow, at once for the powers of two that delays are made of.
func pow(a, b float64) float64 {
	if a == 2 && b > -1000 && b < 1000 {
		if k := int(b); float64(k) == b {
			return math.Float64frombits(uint64(1023+k) << 52)
		}
	}
	return math.Pow(a, b)
}
