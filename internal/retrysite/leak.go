package retrysite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
)

// A Leak is something that one attempt opens and that, on some way round, is
// still open at the next.
type Leak struct {
	// Range is the deferred call that closes it too late, else the call that opens it.
	Range
	What Opened
	// Opener is the call that opens it, as the source writes its callee: "c.http.Do".
	Opener string
	// Deferred says that it is closed when the function ends, and not before the next attempt.
	Deferred bool
	// Opens is the place of the opening call.
	Opens Range
}

// Opened is a kind of thing that has to be closed.
type Opened uint8

// The kinds.
const (
	Response   Opened = iota // the body of an HTTP response
	Cancel                   // the cancel function of a context
	Timer                    // a timer or ticker
	Rows                     // rows or a statement of a database
	Connection               // a network connection
)

// maxOpened bounds the calls of one loop that are looked at for leaks.
const maxOpened = 12

// leaksOf are what an attempt of the loop opens and what is still open at the next.
func (sc *scope) leaksOf(l *loop, att ssa.CallInstruction) []Leak {
	out := sc.leaks(l, false)
	for _, fn := range sc.operations(l, att) {
		out = append(out, sc.leaks(wholeOf(fn), true)...)
	}
	return out
}

// leaks are what one round of the loop opens and does not close before the
// next. An operation is a function that is called for each round: what it
// defers has run by then.
func (sc *scope) leaks(l *loop, operation bool) []Leak {
	var out []Leak
	n := 0
	for _, b := range l.fn.Blocks {
		if !l.blocks[b] {
			continue
		}
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || sc.body(c) == l.fn {
				continue
			}
			v, kind := sc.opened(c)
			if v == nil {
				continue
			}
			if n++; n > maxOpened {
				return out
			}
			if leak, ok := sc.leak(l, c, v, kind, operation); ok {
				out = append(out, leak)
			}
		}
	}
	return out
}

func (sc *scope) leak(l *loop, c *ssa.Call, v ssa.Value, kind Opened, operation bool) (Leak, bool) {
	h := sc.hold(v, kind)
	k := &carry{frees: func(in ssa.Instruction) bool { return h.freesIn(in, operation) }}
	var late *ssa.Defer
	if operation {
		k.again = failsOn
		if h.closedBefore(c) {
			return Leak{}, false
		}
	} else {
		late = h.deferred(l)
	}
	if kind == Timer && late == nil {
		return Leak{}, false // nobody knows of it any more, and it is collected
	}
	if !sc.staysOpen(l, c, k, kind) || h.releasedNext(l) {
		return Leak{}, false
	}
	opens, name := sc.place(c)
	out := Leak{Range: opens, What: kind, Opener: name, Opens: opens}
	if late != nil {
		out.Deferred = true
		out.Range, _ = sc.place(late)
	}
	return out, true
}

// answers are the statuses that an attempt may come back with and still be
// attempted again.
var answers = append([]int{401, 403, 404, 409, 400, 200}, known.FailedStatuses...)

// staysOpen reports whether what c opened is there at the next attempt.
func (sc *scope) staysOpen(l *loop, c *ssa.Call, k *carry, kind Opened) bool {
	if kind != Response {
		return sc.reachesNext(l, c, outcome{kind: succeeded}, k)
	}
	for _, s := range answers {
		if sc.reachesNext(l, c, outcome{kind: answered, status: s}, k) {
			return true
		}
	}
	return false
}

// opened returns the result of c that has to be closed, nil if there is none.
func (sc *scope) opened(c *ssa.Call) (ssa.Value, Opened) {
	res := c.Call.Signature().Results()
	switch fullName(c) {
	case "context.WithTimeout", "context.WithDeadline", "context.WithCancel", "context.WithTimeoutCause", "context.WithDeadlineCause", "context.WithCancelCause":
		return extract(c, 1), Cancel
	case "time.NewTimer", "time.NewTicker":
		return c, Timer
	}
	if res.Len() < 2 || !isError(res.At(res.Len()-1).Type()) {
		return nil, 0
	}
	first := res.At(0).Type()
	switch {
	case isResponse(first) && res.Len() == 2 && sc.opensResponse(c):
		return extract(c, 0), Response
	case res.Len() == 2 && isRows(first):
		return extract(c, 0), Rows
	case res.Len() == 2 && opensConn(c) && isConn(first):
		return extract(c, 0), Connection
	}
	return nil, 0
}

// extract returns the i-th result of c, nil where the code drops it.
func extract(c *ssa.Call, i int) ssa.Value {
	for _, r := range *c.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == i {
			return e
		}
	}
	return nil
}

// opensResponse reports whether c sends a request and leaves the body of the
// answer to its caller.
func (sc *scope) opensResponse(c *ssa.Call) bool {
	if fn := sc.body(c); fn != nil {
		return len(sc.sendsIn(fn, &frame{fn: fn}, bodyDepth-1)) > 0 && !sc.closesOwn(fn, bodyDepth)
	}
	return isSend(c.Call.Signature()) || simpleMethod(c) != ""
}

// closesOwn reports whether fn, or a function that it has the response from,
// may close the response that it returns: on which ways is not told.
func (sc *scope) closesOwn(fn *ssa.Function, left int) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !givesResponse(c) {
				continue
			}
			if callee := sc.body(c); callee != nil && callee != fn && (left == 0 || sc.closesOwn(callee, left-1)) {
				return true
			}
			v := extract(c, 0)
			if v == nil || !isResponse(v.Type()) {
				return true
			}
			if sc.hold(v, Response).closedIn(fn) {
				return true
			}
		}
	}
	return false
}

// closedIn reports whether fn closes the thing, or hands it to somebody who
// may, in another way than by returning it.
func (h *holding) closedIn(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.Return); !ok && h.freesIn(in, true) {
				return true
			}
		}
	}
	return false
}

func isRows(t types.Type) bool {
	return isNamed(t, "database/sql", "Rows") || isNamed(t, "database/sql", "Stmt") || isNamed(t, "github.com/jackc/pgx/v5", "Rows") ||
		isNamed(t, "github.com/jackc/pgx/v4", "Rows") || isNamed(t, "github.com/jmoiron/sqlx", "Rows")
}

// opensConn reports whether a function makes a connection, by its name.
func opensConn(c *ssa.Call) bool {
	n := strings.ToLower(calleeName(c))
	return strings.HasPrefix(n, "dial") || n == "connect" || n == "newclient" || strings.HasPrefix(n, "open")
}

// isConn reports whether t is a connection that has to be closed.
func isConn(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	name := n.Obj().Name()
	if !strings.HasSuffix(name, "Conn") && name != "Connection" {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, nil, "Close")
	if types.IsInterface(n) {
		m, _, _ = types.LookupFieldOrMethod(n, true, nil, "Close")
	}
	_, ok = m.(*types.Func)
	return ok
}
