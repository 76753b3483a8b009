package policy

import (
	"fmt"
	"math"
	"strconv"
)

// A token is a word of the text form.
type token struct {
	kind tokenKind
	text string
	num  float64
	time bool // a number with a unit
	col  int  // 1-based
}

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokNumber
	tokName
	tokOp
)

// units are those of time.ParseDuration.
var units = map[string]float64{
	"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9,
}

// maxText is the longest text that is read.
const maxText = 8192

func errAt(col int, format string, args ...any) error {
	return fmt.Errorf("policy: column %d: %s", col, fmt.Sprintf(format, args...))
}

func lex(s string) ([]token, error) {
	if len(s) > maxText {
		return nil, errAt(maxText, "the text is longer than %d bytes", maxText)
	}
	var toks []token
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case isDigit(c) || c == '.' && i+1 < len(s) && isDigit(s[i+1]):
			t, n, err := lexNumber(s, i)
			if err != nil {
				return nil, err
			}
			toks = append(toks, t)
			i = n
		case isLetter(c):
			j := i
			for j < len(s) && (isLetter(s[j]) || isDigit(s[j])) {
				j++
			}
			toks = append(toks, token{kind: tokName, text: s[i:j], col: i + 1})
			i = j
		default:
			op := lexOp(s[i:])
			if op == "" {
				return nil, errAt(i+1, "unexpected %q", s[i:i+1])
			}
			toks = append(toks, token{kind: tokOp, text: op, col: i + 1})
			i += len(op)
		}
	}
	return append(toks, token{col: len(s) + 1}), nil
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

func lexOp(s string) string {
	for _, op := range [...]string{"->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "&^"} {
		if len(s) >= 2 && s[:2] == op {
			return op
		}
	}
	switch s[0] {
	case '+', '-', '*', '/', '%', '(', ')', '[', ']', ',', '<', '>', '!', '?', ':', '=', '&', '|', '^', '.':
		return s[:1]
	}
	return ""
}

// lexNumber reads 0.5, 1e-3, 60s and 1m30s.
func lexNumber(s string, i int) (token, int, error) {
	t := token{kind: tokNumber, col: i + 1}
	start := i
	for {
		j := i
		for j < len(s) && (isDigit(s[j]) || s[j] == '.') {
			j++
		}
		if k := j; k < len(s) && (s[k] == 'e' || s[k] == 'E') {
			k++
			if k < len(s) && (s[k] == '+' || s[k] == '-') {
				k++
			}
			if k < len(s) && isDigit(s[k]) {
				for k < len(s) && isDigit(s[k]) {
					k++
				}
				j = k
			}
		}
		f, err := strconv.ParseFloat(s[i:j], 64)
		if err != nil || math.IsInf(f, 0) {
			return t, 0, errAt(i+1, "%q is not a number", s[i:j])
		}
		u := j
		for u < len(s) && isLetter(s[u]) {
			u++
		}
		if u == j { // no unit
			if t.time {
				return t, 0, errAt(start+1, "a unit is missing in %q", s[start:j])
			}
			t.num = f
			t.text = s[start:j]
			return t, j, nil
		}
		scale, ok := units[s[j:u]]
		if !ok {
			return t, 0, errAt(j+1, "%q is not a unit of time", s[j:u])
		}
		t.num += scaleExact(f, scale)
		t.time = true
		if u == len(s) || !isDigit(s[u]) {
			t.text = s[start:u]
			return t, u, nil
		}
		i = u
	}
}

// scaleExact multiplies without the rounding of 0.1*1e9 where the product is a
// whole number.
func scaleExact(f, scale float64) float64 {
	if scale == 1 {
		return f
	}
	x := f * scale
	if r := math.Round(x); math.Abs(x-r) < 1e-9*math.Abs(x) && math.Abs(x-r) < 1e-3 && math.Abs(r) < 1<<53 {
		return r
	}
	return x
}
