package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An outcome is what is assumed of one attempt; the walk then finds out where
// the code goes.
type outcome struct {
	kind   outcomeKind
	status int         // of answered, bearing and coded
	name   *ssa.Global // of called
	flip   bool        // bool results: true is the failure, `again, err := f()`
	// foreign says that the error is none of the types of the package: what it
	// is asked for there, by which its callers say that they give up, it is not.
	foreign bool
	mark    string // the full name of a function that marks an error to be attempted again; "": none
}

type outcomeKind uint8

const (
	succeeded outcomeKind = iota
	failed                // with some error that has nothing to do with the context
	broken                // with an error of the network
	timedOut              // with a timeout of the network
	canceled              // the context was canceled, and the error says so
	expired               // the context's deadline has passed, and the error says so
	answered              // an HTTP response with that status, no error
	nameless              // with an error that is none of those that have a name: the server is not available
	bearing               // with an error that carries that HTTP status
	coded                 // with an error that carries that gRPC code
	called                // with the error of that name
)

// over reports whether the context has ended.
func (o outcome) over() bool { return o.kind == canceled || o.kind == expired }

// result is what an attempt with that outcome returns in a place of type t.
func (o outcome) result(t types.Type) abs {
	fails := o.kind != succeeded && o.kind != answered
	switch {
	case isError(t):
		if fails {
			return abs{kind: aFailure}
		}
		return abs{kind: aNil}
	case isResponse(t):
		if fails {
			return abs{kind: aNil}
		}
		return abs{kind: aAnswer}
	case isBool(t):
		return truth((o.kind == succeeded) != o.flip)
	case streams(t):
		return abs{kind: aStream}
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Map, *types.Signature:
		if fails {
			return abs{kind: aNil}
		}
		return abs{kind: aSet}
	}
	return abs{}
}

// abs is what is known of a value on one path.
type abs struct {
	kind absKind
	n    int64
}

type absKind uint8

const (
	aFree    absKind = iota // nothing, and it has nothing to do with the failure
	aOpaque                 // depends on the failure or the context in a way not seen
	aNil                    //
	aSet                    // not nil
	aFailure                // the error of the attempt, or one that wraps it
	aAnswer                 // the response of the attempt
	aNum                    // the integer n
	aNot                    // an integer other than n
	aBool                   // n is 0 or 1
	aDone                   // the Done channel of a context
	aCode                   // the gRPC code of the failure
	aMarked                 // the failure, marked to be attempted again
	aStream                 // the channel from which the answers of the attempt are received
	aMessage                // an answer received from it
)

func truth(b bool) abs {
	if b {
		return abs{kind: aBool, n: 1}
	}
	return abs{kind: aBool}
}

// tells reports whether the value carries something of the failure.
func (a abs) tells() bool {
	return a.kind == aOpaque || a.kind == aFailure || a.kind == aCode || a.kind == aMarked
}

// join is what is known of a value that is a on one path and b on another.
func join(a, b abs) abs {
	if a == b {
		return a
	}
	if a.tells() || b.tells() {
		return abs{kind: aOpaque}
	}
	return abs{}
}

// A key names a value or a cell: the i-th result of v, or a field of what v points to.
type key struct {
	v ssa.Value
	i int
}

const (
	self  = -1      // the value itself
	cell  = -2      // what the pointer points to
	field = 1 << 10 // plus the index of a field
)

// An env is what is known on one path. Its signature tells equal ones apart
// from others cheaply.
type env struct {
	m   map[key]abs
	sig uint64
}

func newEnv() *env { return &env{m: map[key]abs{}} }

func (e *env) clone() *env {
	n := &env{m: make(map[key]abs, len(e.m)), sig: e.sig}
	for k, v := range e.m {
		n.m[k] = v
	}
	return n
}

func mix(id uint64, i int, a abs) uint64 {
	h := id*0x9e3779b97f4a7c15 ^ uint64(i+7)*0xbf58476d1ce4e5b9 ^ uint64(a.kind)*0x94d049bb133111eb ^ uint64(a.n)*0xd6e8feb86659fd93
	h ^= h >> 29
	return h * 0xff51afd7ed558ccd
}

// set notes that k is a; ids number the values of one walk.
func (e *env) set(ids *numbering, k key, a abs) {
	old, ok := e.m[k]
	if ok && old == a || !ok && a.kind == aFree {
		return
	}
	id := ids.of(k.v)
	if ok {
		e.sig ^= mix(id, k.i, old)
	}
	if a.kind == aFree {
		delete(e.m, k) // as if it had never been met: paths that know the same are one
		return
	}
	e.m[k] = a
	e.sig ^= mix(id, k.i, a)
}

// numbering gives values small numbers in the order in which they are met.
type numbering struct{ m map[ssa.Value]uint64 }

func (n *numbering) of(v ssa.Value) uint64 {
	id, ok := n.m[v]
	if !ok {
		id = uint64(len(n.m) + 1)
		n.m[v] = id
	}
	return id
}

// cellKey names what the address points to.
func cellKey(addr ssa.Value) key {
	switch a := strip(addr).(type) {
	case *ssa.FieldAddr:
		if base, ok := a.X.(*ssa.FieldAddr); ok {
			k := cellKey(base)
			return key{k.v, k.i*field + a.Field}
		}
		if u, ok := a.X.(*ssa.UnOp); ok {
			// Have: s.err, where s is captured: every use loads s anew.
			k := cellKey(u.X)
			return key{k.v, k.i*field + 2*field + a.Field}
		}
		return key{a.X, field + a.Field}
	default:
		return key{a, cell}
	}
}

// statusResult is the place in which fn returns the status of an answer, -1 if
// it returns none: return resp.StatusCode, resp.Header, nil.
func statusResult(fn *ssa.Function) int {
	for _, b := range fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		for i := range r.Results {
			u, ok := resultAt(r, i).(*ssa.UnOp)
			if !ok {
				continue
			}
			if f, ok := u.X.(*ssa.FieldAddr); ok && isResponse(f.X.Type()) && fieldName(f) == "StatusCode" {
				return i
			}
		}
	}
	return -1
}

// stores reports whether fn itself stores to the address.
func stores(fn *ssa.Function, addr ssa.Value) bool {
	refs := addr.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		if s, ok := r.(*ssa.Store); ok && s.Addr == addr {
			return true
		}
	}
	return false
}
