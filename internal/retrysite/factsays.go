package retrysite

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// predicateName matches the names of functions that are asked whether a failure
// is to be attempted again.
var predicateName = regexp.MustCompile(`(?i)(retr(y|ia|ied)|again|transient|tempor|recoverable|permanent|fatal|cancel)`)

// Says is what a predicate answers to a failure, by how the attempt has failed.
type Says struct {
	Failed, Broken, TimedOut, Canceled, Expired Answer
}

// Answer is what is known of a condition.
type Answer uint8

// The answers.
const (
	NoAnswer Answer = iota // not known
	Yes
	No
)

func (a Answer) String() string { return [...]string{"?", "yes", "no"}[a] }

// waysToFail are the outcomes that a predicate is asked about.
var waysToFail = []struct {
	kind outcomeKind
	name string
	of   func(*Says) *Answer
}{
	{failed, "failed", func(s *Says) *Answer { return &s.Failed }},
	{broken, "broken", func(s *Says) *Answer { return &s.Broken }},
	{timedOut, "timed out", func(s *Says) *Answer { return &s.TimedOut }},
	{canceled, "canceled", func(s *Says) *Answer { return &s.Canceled }},
	{expired, "expired", func(s *Says) *Answer { return &s.Expired }},
}

// String returns "says yes broken, no canceled".
func (s *Says) String() string {
	var parts []string
	for _, a := range waysToFail {
		if v := *a.of(s); v != NoAnswer {
			parts = append(parts, v.String()+" "+a.name)
		}
	}
	return "says " + strings.Join(parts, ", ")
}

// findPredicates adds the functions that others may ask about a failure.
func (x *helperFinder) findPredicates() {
	for _, f := range x.pass.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil || !fd.Name.IsExported() || !predicateName.MatchString(fd.Name.Name) || !isPredicate(fd) {
				continue
			}
			if !slices.Contains(x.helpers, fd) {
				x.add(fd)
			}
			if slices.Contains(x.helpers, fd) {
				x.predicates = append(x.predicates, fd)
			}
		}
	}
}

// isPredicate reports whether d takes one error and returns a condition.
func isPredicate(d *ast.FuncDecl) bool {
	named := func(e ast.Expr, name string) bool {
		id, ok := e.(*ast.Ident)
		return ok && id.Name == name
	}
	res := d.Type.Results
	if res == nil || res.NumFields() != 1 || !named(res.List[0].Type, "bool") || d.Type.TypeParams != nil {
		return false
	}
	errs := 0
	for _, p := range d.Type.Params.List {
		if named(p.Type, "error") {
			errs += max(1, len(p.Names))
		}
	}
	return errs == 1
}

// saysOf asks the predicate fn about each way to fail, nil if it answers to none.
func (s *scanner) saysOf(fn *ssa.Function) *Says {
	says := &Says{}
	for _, a := range waysToFail {
		*a.of(says) = s.sc.answer(fn, outcome{kind: a.kind})
	}
	if *says == (Says{}) {
		return nil
	}
	return says
}

// answer is what fn returns where its error is that of the outcome.
func (sc *scope) answer(fn *ssa.Function, o outcome) Answer {
	w := &walk{sc: sc, l: wholeOf(fn), out: o, fuel: walkFuel, ids: numbering{map[ssa.Value]uint64{}}, t: newTrail()}
	sc.limit = max(sc.limit, min(sc.spent+loopFuel, packageFuel))
	e := newEnv()
	for _, p := range fn.Params {
		if isError(p.Type()) {
			e.set(&w.ids, key{p, self}, abs{kind: aFailure})
		}
	}
	r := w.run(&state{b: fn.Blocks[0], env: e}, false, 0)
	switch {
	case w.t.tainted || len(r) != 1 || r[0].kind != aBool:
		return NoAnswer
	case r[0].n == 1:
		return Yes
	}
	return No
}

// says answers the call of another package's predicate about the failure, as
// that package has told.
//
//	// Have: if !retryutil.IsRetryable(err) { return err }
func (w *walk) says(c *ssa.Call, args []ssa.Value, e *env) ([]abs, bool) {
	h := w.sc.told.of(calleeFunc(c))
	if h == nil || h.Says == nil {
		return nil, false
	}
	for _, v := range args {
		if !isError(v.Type()) || w.eval(v, e, 0).kind != aFailure {
			continue
		}
		for _, a := range waysToFail {
			if a.kind == w.out.kind && *a.of(h.Says) != NoAnswer {
				return []abs{truth(*a.of(h.Says) == Yes)}, true
			}
		}
	}
	return nil, false
}
