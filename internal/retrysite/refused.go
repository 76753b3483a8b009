package retrysite

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
	"github.com/retrylint/retrylint/internal/reading"
)

// Refused says what a site does with answers that refuse its requests for a
// time: 429 and 503, which carry a Retry-After.
type Refused struct {
	// Status is the one that is tested for, by its number, and after which the
	// attempt is made again; 0: there is none, or it cannot be told.
	Status int
	// Unread says that the package never reads what the server says of when to come
	// back, and gives the answer to nobody who may.
	Unread bool
}

// refusedOf says what the loop does with answers that refuse a.
func (s *scanner) refusedOf(l *loop, a *attempt) Refused {
	t := &statusTests{sc: s.sc, seen: map[*ssa.Function]bool{}}
	for _, b := range l.fn.Blocks {
		if l.blocks[b] {
			t.block(b, statusDepth)
		}
	}
	for _, status := range known.Refused {
		c, ok := t.found[status]
		if !ok || !s.goesRound(l, a, status, c) {
			continue
		}
		return Refused{Status: status, Unread: !s.sc.readsServer() && !t.passed}
	}
	return Refused{}
}

// goesRound reports whether the attempt is made again after an answer with that
// status, which the comparison c of the loop, nil if it is in a callee, asks for.
func (s *scanner) goesRound(l *loop, a *attempt, status int, c *ssa.BinOp) bool {
	if s.sc.givesStatus(a.call) {
		return s.sc.follow(l, a.call, outcome{kind: answered, status: status, flip: a.flip}).round
	}
	// Have: e, ok := err.(*googleapi.Error); if e.Code != 429 { return err }
	if c == nil || !a.path.failed.round {
		return false
	}
	if !l.blocks[c.Block()] {
		return false
	}
	f, ok := last(c.Block()).(*ssa.If)
	if !ok || f.Cond != ssa.Value(c) {
		return false
	}
	to := c.Block().Succs[0]
	if c.Op == token.NEQ {
		to = c.Block().Succs[1]
	}
	return l.comesBack(to)
}

// comesBack reports whether control can go from b to the next time round.
func (l *loop) comesBack(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var from func(b *ssa.BasicBlock) bool
	from = func(b *ssa.BasicBlock) bool {
		if b == l.header {
			return true
		}
		if seen[b] || !l.blocks[b] {
			return false
		}
		seen[b] = true
		for _, s := range b.Succs {
			if from(s) {
				return true
			}
		}
		return false
	}
	return from(b)
}

// statusDepth is how many calls deep a test of a status is looked for.
const statusDepth = 2

// statusTests collects the statuses that are tested for.
type statusTests struct {
	sc     *scope
	seen   map[*ssa.Function]bool
	found  map[int]*ssa.BinOp // nil: by a list, or in a callee
	passed bool               // an answer is given to a function that is not seen into
}

func (t *statusTests) note(status int, c *ssa.BinOp) {
	if t.found == nil {
		t.found = map[int]*ssa.BinOp{}
	}
	if old, ok := t.found[status]; !ok || old == nil {
		t.found[status] = c
	}
}

func (t *statusTests) block(b *ssa.BasicBlock, left int) {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.BinOp:
			if n, ok := testedStatus(in); ok {
				if left < statusDepth {
					in = nil
				}
				t.note(n, in)
			}
		case *ssa.Call:
			t.call(in, left)
		}
	}
}

// testedStatus returns the number that the comparison asks a status for.
//
//	// Have: resp.StatusCode == 429
//	// Have: apiErr.Code != http.StatusTooManyRequests, of a type that has the headers too
func testedStatus(c *ssa.BinOp) (int, bool) {
	if c.Op != token.EQL && c.Op != token.NEQ {
		return 0, false
	}
	n, ok := smallInt(c.Y)
	return int(n), ok && (n == 429 || n == 503) && isStatus(c.X)
}

// isStatus reports whether v is the status of an answer whose headers are at hand.
func isStatus(v ssa.Value) bool {
	u, ok := strip(v).(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return false
	}
	f, ok := u.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	name := fieldName(f)
	return isResponse(f.X.Type()) && name == "StatusCode" || (name == "Code" || name == "StatusCode") && hasHeader(f.X.Type())
}

func (t *statusTests) call(c *ssa.Call, left int) {
	given := false
	for _, a := range callArgs(c) {
		given = given || isResponse(a.Type()) || isHeaders(a.Type()) || isStatus(a) || isError(a.Type())
	}
	if !given {
		return
	}
	for _, a := range callArgs(c) {
		for _, n := range t.sc.listed(a, 0) {
			if n == 429 || n == 503 {
				t.note(n, nil) // Have: slices.Contains(retryable, resp.StatusCode)
			}
		}
	}
	fn := t.sc.body(c)
	if fn == nil {
		t.passed = t.passed || mayReadAnswer(c)
		return
	}
	if left == 0 || t.seen[fn] {
		return
	}
	t.seen[fn] = true
	for _, b := range fn.Blocks {
		t.block(b, left-1)
	}
}

// mayReadAnswer reports whether a function that is not seen into is given an
// answer or its headers, and may find out from it when to come back.
func mayReadAnswer(c *ssa.Call) bool {
	if known.IsStd(calleePkg(c)) || c.Call.Signature().Results().Len() == 0 {
		return false
	}
	for _, a := range callArgs(c) {
		if isResponse(a.Type()) || isHeaders(a.Type()) {
			return true
		}
	}
	return false
}

// listed returns the numbers in the list v, as far as they are constants.
//
//	// Have: append([]int{429, 503}, more...)
func (sc *scope) listed(v ssa.Value, depth int) []int {
	if v == nil || depth > 6 {
		return nil
	}
	switch v := strip(v).(type) {
	case *ssa.Slice:
		return sc.listed(v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if ns := sc.listed(e, depth+1); len(ns) > 0 {
				return ns
			}
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			var ns []int
			for _, a := range v.Call.Args {
				ns = append(ns, sc.listed(a, depth+1)...)
			}
			return ns
		}
		if fn := sc.body(v); fn != nil {
			for _, b := range fn.Blocks {
				if r, ok := last(b).(*ssa.Return); ok && len(r.Results) == 1 {
					if ns := sc.listed(r.Results[0], depth+1); len(ns) > 0 {
						return ns
					}
				}
			}
		}
	case *ssa.Parameter:
		var ns []int
		for _, c := range sc.callers[funcKey(v.Parent())] {
			for i, p := range v.Parent().Params {
				if args := callArgs(c); p == v && i < len(args) {
					ns = append(ns, sc.listed(args[i], depth+1)...)
				}
			}
		}
		return ns
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			return sc.listed(sc.initial(g), depth+1)
		}
	case *ssa.Alloc:
		return stored(v)
	}
	return nil
}

// initial is the value with which a variable of the package begins, nil if it
// is not set where it is declared.
func (sc *scope) initial(g *ssa.Global) ssa.Value {
	fn := sc.pkg.Func("init")
	if fn == nil {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && st.Addr == g {
				return st.Val
			}
		}
	}
	return nil
}

// stored returns the constants stored to the elements of an array.
func stored(arr *ssa.Alloc) []int {
	var ns []int
	if arr.Referrers() == nil {
		return nil
	}
	for _, r := range *arr.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		for _, q := range *ia.Referrers() {
			if st, ok := q.(*ssa.Store); ok && st.Addr == ia {
				if n, ok := smallInt(st.Val); ok {
					ns = append(ns, int(n))
				}
			}
		}
	}
	return ns
}

var (
	// limitHeader matches the names of headers by which servers limit their clients.
	limitHeader = regexp.MustCompile(`(?i)^[a-z-]*(retry-after|rate-?limit-|throttl)[a-z-]*$`)
	// serverName matches functions that are named for one.
	serverName = regexp.MustCompile(`(?i)retry_?after`)
)

// readsServer reports whether the package names a header by which a server says
// when to come back, or calls a function named for one: memoised.
func (sc *scope) readsServer() bool {
	if sc.server == nil {
		read := false
		for _, fn := range sc.funcs {
			if read {
				break
			}
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					read = read || namesServer(in)
				}
			}
		}
		sc.server = &read
	}
	return *sc.server
}

func namesServer(in ssa.Instruction) bool {
	if f, ok := in.(*ssa.FieldAddr); ok && strings.EqualFold(fieldName(f), "RetryAfter") && hasHeader(f.X.Type()) {
		return true
	}
	c, isCall := in.(ssa.CallInstruction)
	if isCall && serverName.MatchString(calleeName(c)) {
		return true
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		k, ok := (*op).(*ssa.Const)
		if !ok || k.Value == nil || k.Value.Kind() != constant.String {
			continue
		}
		if limitHeader.MatchString(constant.StringVal(k.Value)) {
			return true
		}
	}
	return false
}

// isHeaders reports whether t is http.Header.
func isHeaders(t types.Type) bool { return isNamed(t, "net/http", "Header") }

// hasHeader reports whether t is, or points to, a struct that keeps the headers
// of an answer: a field of type http.Header.
func hasHeader(t types.Type) bool {
	st, ok := reading.Deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if isHeaders(f.Type()) {
			return true
		}
	}
	return false
}
