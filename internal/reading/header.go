package reading

import (
	"go/constant"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// datedHeader matches the header whose value is a number of seconds or a date.
var datedHeader = regexp.MustCompile(`(?i)^retry-after$`)

// FromRetryAfter reports whether v, an argument of call, is the text of a
// Retry-After header.
func (p *Package) FromRetryAfter(call ssa.CallInstruction, v ssa.Value) bool {
	r := New(p, &Cycle{Fn: call.Parent()})
	s := &headerSearch{r: r, names: datedHeader}
	if s.from(r.root, v, 0) {
		return true
	}
	// Have: func parseRetryAfter(value string) (time.Duration, bool), for whoever has the header
	_, at := r.resolve(r.root, v, 0)
	param, ok := at.(*ssa.Parameter)
	return ok && parserName.MatchString(param.Parent().Name())
}

// parserName matches functions that are named for what they read.
var parserName = regexp.MustCompile(`(?i)retry_?after`)

// fromHeader reports whether the text v is the value of a header, or a field, by
// which a server says when to come back.
func (r *Reader) fromHeader(f *frame, v ssa.Value, depth int) bool {
	s := &headerSearch{r: r, names: serverHeader, fields: true}
	return s.from(f, v, depth)
}

// A headerSearch follows a text back to the header that it is the value of.
type headerSearch struct {
	r      *Reader
	names  *regexp.Regexp // of the headers
	fields bool           // a field named for it counts too
}

func (s *headerSearch) from(f *frame, v ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	f, v = s.r.resolve(f, v, 0)
	switch v := v.(type) {
	case *ssa.Call:
		c := v.Common()
		for _, a := range c.Args {
			if s.named(a) {
				return true
			}
		}
		if calleeName(c) == "(net/http.Header).Get" && s.only(f.fn) {
			return true
		}
		switch name := calleeName(c); {
		case strings.HasPrefix(name, "strings."), strings.HasPrefix(name, "fmt.S"):
			return len(c.Args) > 0 && s.from(f, c.Args[0], depth+1)
		}
		if fn, mc, made := s.r.callee(f, c); fn != nil {
			if g := s.r.enter(f, v, fn, mc, made); g != nil {
				return s.returned(g, depth)
			}
		}
	case *ssa.BinOp: // h + "s"
		return s.from(f, v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if e != v && s.from(f, e, depth+1) {
				return true
			}
		}
	case *ssa.Extract:
		return s.from(f, v.Tuple, depth+1)
	case *ssa.Lookup: // header["Retry-After"]
		return s.named(v.Index)
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.IndexAddr: // header["Retry-After"][0]
			return s.from(f, x.X, depth+1)
		case *ssa.FieldAddr:
			v := fieldOf(x)
			return s.fields && v != nil && serverWord.MatchString(v.Name())
		case *ssa.Alloc:
			for _, st := range s.r.pkg.allocs[x] {
				if s.from(f, st.Val, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// only reports whether all names of headers among the constants
// of fn are those of a server's wait.
//
//	// Have: for _, h := range []string{"Retry-After-Ms", "Retry-After"} { v := resp.Header.Get(h) }
func (s *headerSearch) only(fn *ssa.Function) bool {
	found := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			var buf [8]*ssa.Value
			for _, op := range in.Operands(buf[:0]) {
				c, ok := (*op).(*ssa.Const)
				if !ok || c.Value == nil || c.Value.Kind() != constant.String {
					continue
				}
				switch name := constant.StringVal(c.Value); {
				case s.names.MatchString(name):
					found = true
				case strings.Contains(name, "-"):
					return false
				}
			}
		}
	}
	return found
}

func (s *headerSearch) returned(g *frame, depth int) bool {
	for _, b := range g.fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
			if s.from(g, ret.Results[0], depth+1) {
				return true
			}
		}
	}
	return false
}

func (s *headerSearch) named(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.String && s.names.MatchString(constant.StringVal(c.Value))
}
