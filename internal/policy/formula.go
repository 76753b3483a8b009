package policy

import (
	"fmt"
	"strconv"
	"strings"
)

// A Formula is an expression taken out of its builder: plain data, the same
// for the same expression, to be kept and read again. The last node is the
// whole; a node's operands stand before it. The zero value is none.
type Formula []Node

// A Node is one operation of a formula, with the fields of an [Expr].
type Node struct {
	Op     Op
	Kind   Kind
	Args   []int32 // indices of nodes
	Int    int64
	Float  float64
	Name   string
	Role   Role
	Dist   Dist
	Time   bool
	Client bool
	Loop   *LoopNode
}

// A LoopNode is an inner loop of a formula; its numbers are indices of nodes.
type LoopNode struct {
	Vars, Inits, Nexts []int32
	Again, Value       int32
}

// maxFormula bounds the nodes of a formula.
const maxFormula = 200

// Take returns e as a formula: draws, conditions not seen into and states are
// named anew by their order. It returns nil where e depends on a state that is
// not one of an inner loop in e, or is too large to keep.
func Take(e *Expr) Formula {
	t := taker{index: map[*Expr]int32{}, names: map[string]string{}, inner: map[*Expr]bool{}}
	if t.node(e); t.failed {
		return nil
	}
	return t.out
}

type taker struct {
	out    Formula
	index  map[*Expr]int32
	names  map[string]string
	inner  map[*Expr]bool // states of the inner loops met
	met    int            // nodes
	failed bool
}

func (t *taker) node(e *Expr) int32 {
	if i, ok := t.index[e]; ok {
		return i
	}
	if t.met++; t.met > maxFormula || e.Op == OpState && !t.inner[e] {
		t.failed = true
	}
	if t.failed {
		return 0
	}
	n := Node{
		Op: e.Op, Kind: e.Kind, Int: e.Int, Float: e.Float, Name: e.Name,
		Role: e.Role, Dist: e.Dist, Time: e.Time, Client: e.Client,
	}
	switch e.Op {
	case OpDraw, OpDrawN:
		n.Name = t.rename("r", e.Name)
	case OpCoin:
		if !IsParam(e.Name) {
			n.Name = t.rename("c", e.Name)
		}
	case OpState:
		n.Name = t.rename("s", e.Name)
	case OpOpaque:
		n.Name = "helper"
	}
	if e.Loop != nil {
		n.Loop = t.loop(e.Loop)
	}
	for _, a := range e.Args {
		n.Args = append(n.Args, t.node(a))
	}
	t.index[e] = int32(len(t.out))
	t.out = append(t.out, n)
	return t.index[e]
}

func (t *taker) loop(l *InnerLoop) *LoopNode {
	n := &LoopNode{}
	for _, s := range l.States {
		t.inner[s.Var] = true
	}
	for _, s := range l.States {
		n.Vars = append(n.Vars, t.node(s.Var))
		n.Inits = append(n.Inits, t.node(s.Init))
		n.Nexts = append(n.Nexts, t.node(s.Next))
	}
	n.Again, n.Value = t.node(l.Again), t.node(l.Value)
	return n
}

func (t *taker) rename(kind, name string) string {
	k := kind + " " + name
	if t.names[k] == "" {
		t.names[k] = fmt.Sprintf("%s%d", kind, len(t.names))
	}
	return t.names[k]
}

// Param is the name of the unknown that stands for the i'th parameter of the
// function whose formula it is, the receiver counted.
func Param(i int) string { return fmt.Sprintf("$%d", i) }

// ParamPart is the name of the unknown that stands for a part of the i'th
// parameter: a field called name, that is found on the path.
//
//	// Have: func Do(o Options, f func() error) error, which waits for o.Base
func ParamPart(i int, path, name string) string { return Param(i) + path + ":" + name }

// ParamOf takes a name apart that [Param] or [ParamPart] made; ok is false where
// it is none. Path and part are empty for a whole parameter.
func ParamOf(name string) (i int, path, part string, ok bool) {
	rest, ok := strings.CutPrefix(name, "$")
	if !ok {
		return 0, "", "", false
	}
	rest, part, _ = strings.Cut(rest, ":")
	if at := strings.IndexAny(rest, ".*"); at >= 0 {
		rest, path = rest[:at], rest[at:]
	}
	i, err := strconv.Atoi(rest)
	return i, path, part, err == nil
}

// IsParam reports whether an unknown of that name stands for a parameter, or a
// part of one.
func IsParam(name string) bool {
	_, _, _, ok := ParamOf(name)
	return ok
}

// In builds the formula in b. What stands for a parameter becomes what arg
// returns for its index (nil: it stays), and draws, conditions not seen into
// and inner states are told by the prefix id from those of other uses.
func (f Formula) In(b *Builder, id string, arg func(i int, n Node) *Expr) *Expr {
	es := make([]*Expr, len(f))
	for i, n := range f {
		es[i] = n.in(b, id, es, arg)
	}
	if len(es) == 0 {
		return nil
	}
	return es[len(es)-1]
}

func (n Node) in(b *Builder, id string, es []*Expr, arg func(i int, n Node) *Expr) *Expr {
	args := make([]*Expr, len(n.Args))
	for i, a := range n.Args {
		args[i] = es[a]
	}
	switch n.Op {
	case OpUnknown, OpCoin:
		if i, _, _, ok := ParamOf(n.Name); ok && arg != nil {
			if e := arg(i, n); e != nil {
				return e
			}
		}
		if n.Op == OpCoin && !IsParam(n.Name) {
			return b.Coin(id + n.Name)
		}
	case OpState:
		return b.State(id+n.Name, n.Kind)
	case OpDraw:
		return b.Draw(n.Kind, id+n.Name, n.Dist, n.Client)
	case OpDrawN:
		return b.DrawN(id+n.Name, args[0], n.Client)
	case OpFunc:
		return b.Func(n.Name, args...)
	case OpTable:
		return b.Table(args[0], args[1:])
	case OpExit:
		l := &InnerLoop{Again: es[n.Loop.Again], Value: es[n.Loop.Value]}
		for i, v := range n.Loop.Vars {
			l.States = append(l.States, State{Var: es[v], Init: es[n.Loop.Inits[i]], Next: es[n.Loop.Nexts[i]]})
		}
		return b.Exit(l)
	}
	if len(args) > 0 {
		return b.Op(n.Op, n.Kind, args...)
	}
	return b.intern(Expr{
		Op: n.Op, Kind: n.Kind, Int: n.Int, Float: n.Float, Name: n.Name,
		Role: n.Role, Dist: n.Dist, Time: n.Time, Client: n.Client,
	})
}

// String returns the formula in the text form of the package, with the unknowns
// p0, p1, ... for the parameters, p0_Base for a field: "?p0 * pow(2, ?p1.none)".
func (f Formula) String() string {
	if len(f) == 0 {
		return "none"
	}
	b := NewBuilder()
	e := f.In(b, "", func(i int, n Node) *Expr {
		name := fmt.Sprintf("p%d", i)
		if _, _, part, _ := ParamOf(n.Name); part != "" {
			name += "_" + part
		}
		if n.Op == OpCoin {
			return b.Coin(name)
		}
		return b.Unknown(name, n.Kind, n.Role)
	})
	return New(b, e, nil, nil).Text()
}
