package retrysite

import (
	"go/types"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// Parsed is a place where the text of a Retry-After header becomes a number.
type Parsed struct {
	Range        // the call that parses it
	By    string // what is called: "strconv.Atoi"
	// Dates says that the other form of the header, a date, is looked for too, or
	// that this cannot be told.
	Dates bool
}

// numberParsers are the functions that make a number of a text.
var numberParsers = map[string]bool{
	"strconv.Atoi": true, "strconv.ParseInt": true, "strconv.ParseUint": true, "strconv.ParseFloat": true,
	"time.ParseDuration": true, // Have: time.ParseDuration(h + "s")
}

// parsed returns the places of the package that make a number of a Retry-After
// header, in the order of the source.
func (s *scanner) parsed() []*Parsed {
	var out []*Parsed
	for _, fn := range s.sc.funcs {
		s.guarded(fn, func(fn *ssa.Function) {
			for _, c := range ownCalls(fn) {
				if !numberParsers[fullName(c)] || !s.pkg.FromRetryAfter(c, c.Common().Args[0]) {
					continue
				}
				p := &Parsed{By: fullName(c), Dates: s.readsDate(fn) || passesOn(c.Common().Args[0])}
				p.Range, _ = s.sc.place(c)
				out = append(out, p)
			}
		})
	}
	byPlace := inOrder(s.pass.Files)
	sort.SliceStable(out, func(i, j int) bool { return byPlace(out[i].Start, out[j].Start) })
	return out
}

// ownCalls are the calls of fn, those of functions written inside it left out.
func ownCalls(fn *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// dateDepth is how many calls away from the parsing of the number that of the
// date is looked for, up to the callers and down from them.
const dateDepth = 2

// readsDate reports whether fn, its callers, or what they call make a time of a text.
//
//	// Have: d, err := seconds(h); if err != nil { d, err = untilDate(h) }
func (s *scanner) readsDate(fn *ssa.Function) bool {
	seen := map[*ssa.Function]int{}
	var down func(fn *ssa.Function, left int) bool
	down = func(fn *ssa.Function, left int) bool {
		if fn == nil || seen[fn] > left {
			return false
		}
		seen[fn] = left + 1
		found := false
		eachInstr(fn, func(in ssa.Instruction) {
			if c, ok := in.(ssa.CallInstruction); ok && !found {
				found = givesDate(c) || left > 0 && down(s.sc.body(c), left-1)
			}
		})
		return found
	}
	var up func(fn *ssa.Function, left int) bool
	up = func(fn *ssa.Function, left int) bool {
		if down(fn, dateDepth) {
			return true
		}
		if fn.Parent() != nil && up(fn.Parent(), left) {
			return true
		}
		for _, c := range s.sc.callers[funcKey(fn)] {
			if left > 0 && up(c.Parent(), left-1) {
				return true
			}
		}
		return false
	}
	return up(fn, dateDepth)
}

// givesDate reports whether the call makes a time of a text: time.Parse,
// http.ParseTime, or one like them.
func givesDate(c ssa.CallInstruction) bool {
	sig := c.Common().Signature()
	text := false
	for p := range sig.Params().Variables() {
		b, ok := p.Type().Underlying().(*types.Basic)
		text = text || ok && b.Info()&types.IsString != 0
	}
	for r := range sig.Results().Variables() {
		if text && isNamed(r.Type(), "time", "Time") {
			return true
		}
	}
	return false
}

// passesOn reports whether the text v is also given to a function of another
// package that may read it as a date.
func passesOn(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		c, ok := r.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if pkg := calleePkg(c); pkg != "" && !known.IsStd(pkg) && c.Parent().Pkg != nil && pkg != c.Parent().Pkg.Pkg.Path() && !strings.Contains(pkg, "log") {
			return true
		}
	}
	return false
}
