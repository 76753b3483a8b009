package reading

import "github.com/retrylint/retrylint/internal/policy"

// Fold returns es with the states that never change replaced by their initial
// values. The states left are bound anew.
func (r *Reader) Fold(es ...*policy.Expr) []*policy.Expr {
	for range 8 {
		f := folder{b: r.B, to: map[*policy.Expr]*policy.Expr{}, memo: map[*policy.Expr]*policy.Expr{}, seen: map[*policy.Expr]bool{}}
		for _, e := range es {
			f.collect(e)
		}
		if len(f.to) == 0 {
			break
		}
		for _, v := range f.states {
			if s, _ := f.b.Bound(v); f.to[v] == nil {
				f.b.Bind(v, f.rebuild(s.Init), f.rebuild(s.Next))
			}
		}
		for i, e := range es {
			if e != nil {
				es[i] = f.rebuild(e)
			}
		}
	}
	return es
}

// A folder replaces states by expressions.
type folder struct {
	b      *policy.Builder
	to     map[*policy.Expr]*policy.Expr
	memo   map[*policy.Expr]*policy.Expr
	seen   map[*policy.Expr]bool
	states []*policy.Expr
	once   string // draws are renamed by it, and made once per client

	flat     bool           // what stands for a state is not looked into
	attempts []*policy.Expr // the attempt numbers seen
}

// collect finds the states that e depends on, and those that never change.
func (f *folder) collect(e *policy.Expr) {
	if e == nil || f.seen[e] {
		return
	}
	f.seen[e] = true
	if e.Op == policy.OpAttempt {
		f.attempts = append(f.attempts, e)
	}
	if s, ok := f.b.Bound(e); ok {
		f.states = append(f.states, e)
		if s.Next == e && s.Init != e {
			f.to[e] = s.Init
		}
		f.collect(s.Init)
		f.collect(s.Next)
	}
	for _, a := range e.Args {
		f.collect(a)
	}
	if e.Loop != nil {
		f.collect(e.Loop.Again)
		f.collect(e.Loop.Value)
		for _, s := range e.Loop.States {
			f.collect(s.Init)
			f.collect(s.Next)
		}
	}
}

func (f *folder) rebuild(e *policy.Expr) *policy.Expr {
	if x, ok := f.memo[e]; ok {
		return x
	}
	x := f.rebuild1(e)
	f.memo[e] = x
	return x
}

func (f *folder) rebuild1(e *policy.Expr) *policy.Expr {
	if to := f.to[e]; to != nil {
		if f.flat {
			return to
		}
		f.memo[e] = to // a state whose initial value speaks of itself ends here
		return f.rebuild(to)
	}
	if e.Loop != nil {
		l := &policy.InnerLoop{Again: f.rebuild(e.Loop.Again), Value: f.rebuild(e.Loop.Value)}
		for _, s := range e.Loop.States {
			l.States = append(l.States, policy.State{Var: s.Var, Init: f.rebuild(s.Init), Next: f.rebuild(s.Next)})
		}
		return f.b.Exit(l)
	}
	if e.Op == policy.OpDraw && f.once != "" {
		return f.b.Draw(e.Kind, e.Name+f.once, e.Dist, true)
	}
	if len(e.Args) == 0 {
		return e
	}
	args := make([]*policy.Expr, len(e.Args))
	same := true
	for i, a := range e.Args {
		args[i] = f.rebuild(a)
		same = same && args[i] == a
	}
	switch {
	case e.Op == policy.OpDrawN && f.once != "":
		return f.b.DrawN(e.Name+f.once, args[0], true)
	case same:
		return e
	case e.Op == policy.OpFunc:
		return f.b.Func(e.Name, args...)
	case e.Op == policy.OpDrawN:
		return f.b.DrawN(e.Name, args[0], e.Client)
	case e.Op == policy.OpTable:
		return f.b.Table(args[0], args[1:])
	}
	return f.b.Op(e.Op, e.Kind, args...)
}
