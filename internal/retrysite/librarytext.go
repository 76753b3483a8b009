package retrysite

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

// finish writes the text of b from the tables and its knobs.
func (l *libraryReader) finish(b *built) {
	env := b.env
	if b.way.Part {
		// Only what it was given itself; the rest are knobs of the whole.
		env = map[string]setting{}
		for name, v := range b.env {
			if b.params[name] || name == "sum" {
				env[name] = v
			}
		}
	}
	tmpl := b.way.Delay
	if b.way.Sum {
		tmpl = "$sum"
	}
	b.delay = expand(tmpl, env, 0)
	if b.way.Where != "" {
		b.where = append(b.where, expand(b.way.Where, env, 0))
	}
	if b.way.Limit != "" {
		b.limit = expand(b.way.Limit, env, 0)
	}
}

// maxExpansion bounds how deep knobs refer to knobs.
const maxExpansion = 12

// expand replaces $Knob by its value, and {Knob;a;b} by a or, where the knob
// is zero, b. A flag that is not seen stays a choice. Knobs not in env stay.
func expand(tmpl string, env map[string]setting, depth int) string {
	if depth > maxExpansion {
		return "unknown"
	}
	var out strings.Builder
	for i := 0; i < len(tmpl); {
		switch tmpl[i] {
		case '{':
			end, parts := braces(tmpl, i)
			if end < 0 {
				return "unknown"
			}
			name, below := strings.CutSuffix(parts[0], "<")
			v, ok := env[name]
			switch {
			case !ok:
				out.WriteString("{" + parts[0] + ";" + expand(parts[1], env, depth+1) + ";" + expand(parts[2], env, depth+1) + "}")
			case below && v.neg || !below && !v.zero && !isFlag(v.text):
				out.WriteString("(" + expand(parts[1], env, depth+1) + ")")
			case below || v.zero:
				out.WriteString("(" + expand(parts[2], env, depth+1) + ")")
			default:
				out.WriteString("(" + v.text + " ? (" + expand(parts[1], env, depth+1) + ") : (" + expand(parts[2], env, depth+1) + "))")
			}
			i = end
		case '$':
			j := i + 1
			for j < len(tmpl) && (tmpl[j] == '_' || 'a' <= tmpl[j]|32 && tmpl[j]|32 <= 'z' || '0' <= tmpl[j] && tmpl[j] <= '9') {
				j++
			}
			if v, ok := env[tmpl[i+1:j]]; ok {
				out.WriteString("(" + expand(v.text, env, depth+1) + ")")
			} else {
				out.WriteString(tmpl[i:j])
			}
			i = j
		default:
			out.WriteByte(tmpl[i])
			i++
		}
	}
	return out.String()
}

// isFlag reports whether text is a condition that is not seen.
func isFlag(text string) bool { return strings.HasPrefix(text, "?flag_") }

// braces returns the position after the brace that closes the one at i, and
// the three parts between them.
func braces(s string, i int) (int, [3]string) {
	var parts [3]string
	depth, at, from := 0, 0, i+1
	for j := i; j < len(s); j++ {
		switch s[j] {
		case '{':
			depth++
		case ';':
			if depth == 1 && at < 2 {
				parts[at], at, from = s[from:j], at+1, j+1
			}
		case '}':
			if depth--; depth == 0 {
				parts[at] = s[from:j]
				return j + 1, parts
			}
		}
	}
	return -1, parts
}

// value reads e, the value of the knob k.
func (l *libraryReader) value(e ast.Expr, k known.Knob) setting {
	if tv, ok := l.info.Types[e]; ok && tv.Value != nil {
		return constantSetting(tv.Value, tv.Type, k)
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && id.Name == "nil" {
		return zeroOf(k)
	}
	if k.Role == "flag" {
		return setting{text: "?flag_" + k.Name}
	}
	fn := l.funcAt(e.Pos())
	if fn == nil {
		return unseen(k)
	}
	v, addr := fn.ValueForExpr(e)
	if v == nil || addr {
		return unseen(k)
	}
	var block *ssa.BasicBlock
	if in, ok := v.(ssa.Instruction); ok {
		block = in.Block()
	}
	r := reading.New(l.s.pkg, &reading.Cycle{Fn: fn})
	return exprSetting(r, r.Fold(r.Value(v, block))[0], k)
}

func constantSetting(v constant.Value, t types.Type, k known.Knob) setting {
	switch v.Kind() {
	case constant.Bool:
		return setting{text: strconv.FormatBool(constant.BoolVal(v)), zero: !constant.BoolVal(v)}
	case constant.Int, constant.Float:
		if constant.Sign(v) == 0 {
			return zeroOf(k)
		}
		s := setting{neg: constant.Sign(v) < 0}
		x, _ := constant.Float64Val(constant.ToFloat(v))
		s.text = strconv.FormatFloat(x, 'f', -1, 64)
		switch {
		case k.Role == "ms":
			s.text += "ms"
		case isDuration(t):
			s.text += "ns"
		}
		return s
	}
	return unseen(k)
}

// exprSetting is the setting of a number that SSA gives.
func exprSetting(r *reading.Reader, e *policy.Expr, k known.Knob) setting {
	for e.Op == policy.OpConv {
		e = e.Args[0]
	}
	switch e.Op {
	case policy.OpConst:
		x := float64(e.Int)
		if e.Kind.IsFloat() {
			x = e.Float
		}
		if x == 0 {
			return zeroOf(k)
		}
		text := strconv.FormatFloat(x, 'f', -1, 64)
		switch k.Role {
		case "", "cap":
			text += "ns"
		case "ms":
			text += "ms"
		}
		return setting{text: text, neg: x < 0}
	case policy.OpUnknown:
		named := k
		named.Name = word(e.Name)
		return unseen(named)
	case policy.OpServer:
		return setting{text: "ra"}
	}
	if !r.Complete(e) {
		return setting{text: "unknown"}
	}
	p := policy.New(r.B, e, nil, nil)
	text := p.Text()
	if text == "" || len(p.States) > 0 {
		return setting{text: "unknown"}
	}
	if k.Role == "ms" {
		text = "(" + text + ")*1ms"
	}
	return setting{text: text}
}

// word returns name as a name of the text form.
func word(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || 'a' <= r|32 && r|32 <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, name)
}

// policies returns the alternatives that a text says, nil if it says nothing.
func (b *built) policies() []*policy.Policy {
	if b.open || b.delay == "" {
		return nil
	}
	text := b.delay
	if len(b.where) > 0 {
		text += " where " + strings.Join(b.where, ", ")
	}
	p, err := policy.Parse(text)
	if err != nil {
		return nil
	}
	n, seen := count(b.limit)
	switch {
	case seen && n > 0:
		p.Attempts = n
	case !seen:
		more := policy.NewBuilder()
		p.Again = more.Op(policy.OpLt, policy.Bool, more.Attempt(policy.Float64), more.Unknown("limit", policy.Float64, policy.RoleCount))
	}
	return distinct(p.Alternatives())
}

// count returns the number of attempts that a text says; 0: no limit.
func count(text string) (n int, seen bool) {
	if text == "" {
		return 0, false
	}
	p, err := policy.Parse(text)
	if err != nil || p.Delay.Op != policy.OpConst {
		return 0, false
	}
	x := p.Delay.Float
	if p.Delay.Kind.IsInt() {
		x = float64(p.Delay.Int)
	}
	if x < 0 || x > 1e6 {
		return 0, true
	}
	return int(x), true
}

// repaired returns the library's words for a wider jitter, and the policy with it.
func (l *libraryReader) repaired(b *built) (string, *policy.Policy) {
	for _, r := range b.lib.Repairs {
		if r.Knob == "" {
			return r.Words, nil
		}
		c := *b
		c.env = map[string]setting{}
		for name, v := range b.env {
			c.env[name] = v
		}
		c.env[r.Knob] = setting{text: r.Value}
		c.where, c.limit = nil, b.limit
		l.finish(&c)
		if ps := c.policies(); len(ps) > 0 {
			return r.Words, ps[len(ps)-1]
		}
	}
	return "", nil
}
