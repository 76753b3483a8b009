package policy

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// The binding powers of the text form, those of Go.
const (
	precCond = iota // c ? a : b
	precOr
	precAnd
	precCompare
	precAdd
	precMul
	precUnary
	precAtom
)

// A printer writes one policy. The text is a view: conversions are dropped,
// and states that count or multiply are written as functions of n.
type printer struct {
	p      *Policy
	draws  map[string]string
	states map[*Expr]string
	taken  map[string]int
	names  map[string]string
	queue  []*Expr // states to be written behind "where"
	busy   map[*Expr]bool
	times  map[*Expr]bool
	depth  int
	grow   map[*Expr]bool
}

// String returns the delay in the text form that Parse reads, without limits.
func (p *Policy) String() string {
	pr := &printer{
		p: p, draws: map[string]string{}, states: map[*Expr]string{}, taken: map[string]int{},
		names: map[string]string{}, busy: map[*Expr]bool{}, times: map[*Expr]bool{},
	}
	s := pr.expr(p.Delay, precCond, true, false)
	var where []string
	for i := 0; i < len(pr.queue); i++ {
		v := pr.queue[i]
		st, _ := pr.state(v)
		t := pr.isTime(v)
		where = append(where, pr.states[v]+" = "+pr.expr(st.Init, precCond, t, false)+" -> "+pr.expr(st.Next, precCond, t, false))
	}
	if len(where) > 0 {
		s += " where " + strings.Join(where, ", ")
	}
	return s
}

// Text returns String with the limits beside it: attempts=8 elapsed=5m
// budget=10% breaker=3/30s prev=1s.
func (p *Policy) Text() string {
	s := p.String()
	n := p.Attempts
	if m, known := p.MaxAttempts(); known && m > 0 {
		n = m
	}
	if n > 0 {
		s += fmt.Sprintf(" attempts=%d", n)
	}
	if p.Elapsed > 0 {
		s += " elapsed=" + formatTime(float64(p.Elapsed))
	}
	if p.Budget > 0 {
		s += " budget=" + strconv.FormatFloat(math.Round(p.Budget*1e8)/1e6, 'f', -1, 64) + "%"
	}
	if p.Breaker.Failures > 0 {
		s += fmt.Sprintf(" breaker=%d/%s", p.Breaker.Failures, formatTime(float64(p.Breaker.Open)))
	}
	if f := p.firstPrev(); f > 0 && p.reaches(func(e *Expr) bool { return e.Op == OpPrev }) {
		s += " prev=" + formatTime(f)
	}
	return s
}

// Describe returns the numbers of the policy in words, such as
// "1s x2 up to 60s, half-width 0, 8 attempts". What is unknown is left out.
func (p *Policy) Describe() string {
	var parts []string
	g, f := p.Growth()
	first, up := p.ends()
	if up != "" {
		up = " up to " + up
	}
	switch g {
	case Constant:
		parts = append(parts, first+" constant")
	case Linear:
		parts = append(parts, first+" linear"+up)
	case Polynomial:
		parts = append(parts, first+" polynomial"+up)
	case Exponential:
		parts = append(parts, first+" x"+strconv.FormatFloat(f, 'g', 3, 64)+up)
	case FromServer:
		parts = append(parts, "the server's value")
	}
	if w, ok := p.HalfWidth(); ok {
		width := strconv.FormatFloat(math.Round(w*100)/100, 'f', -1, 64)
		if w > 0 && w < 0.01 {
			width = strconv.FormatFloat(w, 'g', 2, 64) // not 0
		}
		parts = append(parts, "half-width "+width)
	}
	if n, ok := p.MaxAttempts(); ok && n == 1 {
		parts = append(parts, "1 attempt")
	} else if ok && n > 1 {
		parts = append(parts, fmt.Sprintf("%d attempts", n))
	}
	if p.Elapsed > 0 {
		parts = append(parts, "for "+formatTime(float64(p.Elapsed)))
	}
	return strings.Join(parts, ", ")
}

// ends returns the first delay and the cap ("" if there is none) as words. Of
// the two ends and the middle of what a draw makes of them it takes those with
// the fewest digits: they are the numbers of the code.
//
//	// Have: d + rand.N(d/10), d from 500ms to 30s: not "525ms x2 up to 31.5s"
func (p *Policy) ends() (first, up string) {
	write := func(ns float64) string { return formatTime(shortTime(ns)) }
	first = write(float64(p.First()))
	limit, capped := p.Cap()
	if capped {
		up = write(float64(limit))
	}
	bs := p.Bounds(describeAttempts)
	if len(bs) == 0 || !p.Draws() {
		return first, up
	}
	head, last := bs[0], bs[len(bs)-1]
	if mid := (last.LoF + last.HiF) / 2; capped && math.Abs(mid-float64(limit)) > 1e-3*mid {
		return first, up // the attempts end before the cap
	}
	for _, e := range [2][2]float64{{head.LoF, last.LoF}, {head.HiF, last.HiF}} {
		f, u := write(e[0]), ""
		if capped {
			u = write(e[1])
		}
		if 4*head.LoF >= head.HiF && digits(f)+digits(u) < digits(first)+digits(up) {
			first, up = f, u
		}
	}
	return first, up
}

// digits counts the significant digits of a duration as written.
func digits(s string) int {
	d := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
	return len(strings.Trim(d, "0"))
}

// describeAttempts is how far ends looks for the cap.
const describeAttempts = 64

// Time writes d as messages do: "60s", "1m30s", rounded to three digits or so.
func Time(d time.Duration) string { return formatTime(shortTime(float64(d))) }

// shortTime rounds ns to three digits or so, for words.
func shortTime(ns float64) float64 {
	for _, unit := range [...]float64{1e6, 1e3} {
		if ns >= 100*unit {
			return math.Round(ns/unit) * unit
		}
	}
	return math.Round(ns)
}

// formatFloat writes a number as Parse reads it back, exactly.
func formatFloat(f float64) string {
	if a := math.Abs(f); a == 0 || a >= 1e-5 && a < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// formatTime writes nanoseconds as a duration.
func formatTime(ns float64) string {
	if ns != math.Trunc(ns) || math.Abs(ns) >= 1<<62 {
		return formatFloat(ns) + "ns"
	}
	d := time.Duration(ns)
	if d == time.Minute {
		return "60s"
	}
	s := strings.Replace(d.String(), "µ", "u", 1)
	if strings.HasSuffix(s, "m0s") {
		s = s[:len(s)-2]
	}
	if strings.HasSuffix(s, "h0m") {
		s = s[:len(s)-2]
	}
	return s
}

func (pr *printer) constant(e *Expr, prec int, isTime bool) string {
	if e.Kind == Bool {
		return strconv.FormatBool(e.Int != 0)
	}
	f := constFloat(e)
	s := formatFloat(f)
	switch {
	case math.IsInf(f, 0) || f != f:
		return "unknown"
	case e.Time || isTime:
		s = formatTime(f)
	case e.Kind.IsInt() && e.Kind != Uint64:
		s = strconv.FormatInt(e.Int, 10)
	}
	if f < 0 && prec > precUnary {
		s = "(" + s + ")"
	}
	return s
}

// name returns an identifier for a name of any shape, the same each time.
func (pr *printer) name(kind, name string) string {
	if s, ok := pr.names[kind+name]; ok {
		return s
	}
	var b strings.Builder
	for _, c := range []byte(name) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= '0' && c <= '9' && b.Len() > 0 {
			b.WriteByte(c)
		} else if c == '.' && b.Len() > 0 {
			b.WriteByte('_')
		}
	}
	s := b.String()
	if s == "" {
		s = "x"
	}
	s = pr.fresh(s)
	pr.names[kind+name] = s
	return s
}

// fresh returns base, base2, base3 and so on.
func (pr *printer) fresh(base string) string {
	for {
		pr.taken[base]++
		s := base
		if n := pr.taken[base]; n > 1 {
			s = base + strconv.Itoa(n)
		}
		if s == base || pr.taken[s] == 0 {
			pr.taken[s]++
			if s == base {
				pr.taken[s]--
			}
			return s
		}
	}
}

// draw returns the name of a draw: r, r2 and so on, or the number that tells
// rand from rand2.
func (pr *printer) draw(e *Expr, base string) string {
	key := base + ":" + e.Name
	s, ok := pr.draws[key]
	if !ok {
		s = pr.fresh(base)
		pr.draws[key] = s
	}
	return s
}

// state returns the values of a state variable.
func (pr *printer) state(v *Expr) (State, bool) {
	for _, s := range pr.p.States {
		if s.Var == v {
			return s, true
		}
	}
	return State{}, false
}

// grows returns what may differ from attempt to attempt.
func (pr *printer) grows() map[*Expr]bool {
	if pr.grow == nil {
		pr.grow = pr.p.growing()
	}
	return pr.grow
}

// unit reports whether e is the nanoseconds of a millisecond, a second, a
// minute or an hour: what is divided by it becomes a count.
func unit(e *Expr) bool {
	return isNum(e, 1e6) || isNum(e, 1e9) || isNum(e, 60e9) || isNum(e, 3600e9)
}

// isTime reports whether e is a number of nanoseconds.
func (pr *printer) isTime(e *Expr) bool {
	if t, ok := pr.times[e]; ok {
		return t
	}
	pr.times[e] = false
	t := e.Time
	switch e.Op {
	case OpState:
		if s, ok := pr.state(e); ok {
			t = pr.isTime(s.Init) || unconv(s.Next).Op != OpMul && pr.isTime(s.Next)
		}
	case OpAdd, OpSub, OpMin, OpMax, OpMul:
		for _, a := range e.Args {
			t = pr.isTime(a) || t
		}
	case OpChoice, OpTable:
		for _, a := range e.Args[1:] {
			t = pr.isTime(a) || t
		}
	case OpQuo:
		t = pr.isTime(e.Args[0]) && !pr.isTime(e.Args[1]) && !unit(e.Args[1])
	case OpRem, OpShl, OpShr, OpConv, OpNeg, OpDrawN:
		t = pr.isTime(e.Args[0])
	case OpFunc:
		switch e.Name {
		case "abs", "floor", "ceil", "round", "trunc", "sqrt":
			t = pr.isTime(e.Args[0])
		}
	}
	pr.times[e] = t
	return t
}
