package retrysite

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/known"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/reading"
)

// A Helper is what one package tells others of an exported function: how long
// a delay it computes, how long it waits, and which of its parameters it
// attempts again. It is a fact of the function.
type Helper struct {
	// Delay is the result numbered Result as a formula of the parameters; empty:
	// not known. A result that is no time.Duration is a number without a unit.
	Delay  policy.Formula
	Result int
	// Wait is what a call waits for, once, as a formula of the parameters; empty:
	// it does not wait, or that is not known.
	Wait policy.Formula
	// Bare says that nothing can interrupt the wait.
	Bare bool
	// Runs is what it does with a function that it is given; nil: it does not
	// attempt it again, or that is not known.
	Runs *Runs
	// Sends is the request that it sends, and of which it returns the failure;
	// nil: none, one that may be sent twice, or that is not known.
	Sends *Sends
	// Says is what it answers to a failure; nil: it is no predicate, or that is
	// not known.
	Says *Says
	// Builds is the policy of a library that it returns; nil: none, or not known.
	Builds *Builds
}

// AFact makes a Helper a fact.
func (*Helper) AFact() {}

// String returns the fact on one line: "delay ?p0 * pow(2, ?p1.none); waits ?p0".
func (h *Helper) String() string {
	var parts []string
	if h.Delay != nil {
		name := "delay"
		if h.Result > 0 {
			name = fmt.Sprintf("result %d delay", h.Result)
		}
		parts = append(parts, name+" "+h.Delay.String())
	}
	if h.Wait != nil {
		how := "waits "
		if h.Bare {
			how = "sleeps "
		}
		parts = append(parts, how+h.Wait.String())
	}
	if h.Runs != nil {
		parts = append(parts, h.Runs.String())
	}
	if h.Sends != nil {
		parts = append(parts, h.Sends.String())
	}
	if h.Says != nil {
		parts = append(parts, h.Says.String())
	}
	if h.Builds != nil {
		parts = append(parts, h.Builds.String())
	}
	return strings.Join(parts, "; ")
}

// Helpers tells the packages that import this one of its helpers. It is apart
// from [Analyzer] so that a driver runs it alone on dependencies.
var Helpers = &analysis.Analyzer{
	Name:       "retryhelper",
	Doc:        "find the functions that compute or make the waits of other packages, or attempt what these give them",
	FactTypes:  []analysis.Fact{new(Helper)},
	ResultType: reflect.TypeFor[*told](),
	Run: func(pass *analysis.Pass) (any, error) {
		exportFacts(pass)
		return &told{pass}, nil
	},
}

// told is what the packages that this one imports have told of their helpers.
type told struct{ pass *analysis.Pass }

// of returns what is known of another package's function, nil: nothing.
func (t *told) of(fn *types.Func) *Helper {
	if t == nil || fn == nil || fn.Pkg() == nil || fn.Pkg() == t.pass.Pkg {
		return nil
	}
	h := &Helper{}
	if !t.pass.ImportObjectFact(fn.Origin(), h) {
		return nil
	}
	return h
}

// toldTo returns what other packages have told the pass.
func toldTo(pass *analysis.Pass) *told {
	t, _ := pass.ResultOf[Helpers].(*told)
	return t
}

// exportFacts exports the facts of a package. All that one without helpers
// costs is a look at the names of its functions.
func exportFacts(pass *analysis.Pass) {
	if pass.Pkg.Name() == "main" || known.IsStd(pass.Pkg.Path()) {
		return
	}
	x := newHelperFinder(pass)
	if imports(pass.Pkg, "time") {
		x.find()
	}
	x.findRuns()
	x.findSends()
	x.findPredicates()
	x.findBuilders()
	if len(x.helpers) == 0 {
		return
	}
	defer func() {
		if e := recover(); e != nil {
			OnPanic(nil, e)
		}
	}()
	pkg, funcs := buildOnly(pass, x.wanted)
	s := newHelperScanner(pass, pkg, funcs)
	if len(x.runs)+len(x.sends)+len(x.predicates)+len(x.builders) > 0 {
		s.sc = newScope(pkg, pass.Files, funcs)
		s.sc.told = s.told
		s.readRuns(x.runs, funcs)
	}
	for _, d := range x.helpers {
		obj, ok := pass.TypesInfo.Defs[d.Name].(*types.Func)
		if !ok {
			continue
		}
		if fn := pkg.Prog.FuncValue(obj); fn != nil && fn.Blocks != nil {
			s.guarded(fn, func(fn *ssa.Function) {
				if h := s.helper(fn, x, d); h != nil {
					pass.ExportObjectFact(obj, h)
				}
			})
		}
	}
}

// newHelperScanner returns a scanner that reads helpers and no sites.
func newHelperScanner(pass *analysis.Pass, pkg *ssa.Package, funcs []*ssa.Function) *scanner {
	p := reading.Index(pkg, funcs)
	p.Partial = true
	s := &scanner{
		pass: pass, told: &told{pass}, pkg: p, waits: map[inDepth][]wait{}, followed: map[*ssa.Function]bool{},
		ran: map[*ssa.Function]*Runs{}, met: map[*policy.Policy][]reading.Met{}, telling: true,
	}
	p.Given = s.given
	return s
}

// given is what the i'th result of another package's function is known to be.
func (s *scanner) given(fn *types.Func, i int) policy.Formula {
	if h := s.told.of(fn); h != nil && h.Result == i {
		return h.Delay
	}
	return nil
}

// helper reads what fn is to others, nil if nothing can be told.
func (s *scanner) helper(fn *ssa.Function, x *helperFinder, d *ast.FuncDecl) *Helper {
	h := &Helper{Runs: s.ran[fn]}
	if slices.Contains(x.sends, d) {
		h.Sends = s.sendsOf(fn)
	}
	if slices.Contains(x.predicates, d) {
		h.Says = s.saysOf(fn)
	}
	if slices.Contains(x.builders, d) {
		h.Builds = s.buildsOf(d)
	}
	if helperName.MatchString(fn.Name()) && fn.TypeParams().Len() == 0 {
		s.delayHelper(fn, h)
	}
	if h.Delay == nil && h.Wait == nil && h.Runs == nil && h.Sends == nil && h.Says == nil && h.Builds == nil {
		return nil
	}
	return h
}

// delayHelper reads the delay that fn returns and what it waits for.
func (s *scanner) delayHelper(fn *ssa.Function, h *Helper) {
	if h.Result = helperResult(fn); h.Result >= 0 {
		h.Delay = s.formula(fn, func(r *reading.Reader) *policy.Expr { return r.Returned(h.Result) })
	} else {
		h.Result = 0
	}
	for _, w := range s.waitsOf(fn, maxHelpers) {
		if s.pkg.Loops(fn).Innermost(w.in.Block()) != nil {
			continue
		}
		d := s.formula(fn, func(r *reading.Reader) *policy.Expr {
			if e, ok := s.delayOf(r, w); ok {
				return e
			}
			return nil
		})
		// A wait that no parameter sets is the helper's own business: a poll, a time limit.
		if !speaksOfParams(d) || h.Wait != nil && h.Wait.String() != d.String() {
			h.Wait = nil
			return
		}
		h.Wait, h.Bare = d, w.bare
	}
}

// formula reads an expression of fn as a formula of its parameters; nil if it is
// none, or says nothing: a constant, a value that only fn's package knows of.
func (s *scanner) formula(fn *ssa.Function, read func(*reading.Reader) *policy.Expr) policy.Formula {
	once := func(r *reading.Reader) *policy.Expr {
		r.NumberParams()
		return read(r)
	}
	r := reading.New(s.pkg, &reading.Cycle{Fn: fn})
	e := once(r)
	if e == nil {
		return nil
	}
	if again, more := r.Again(r.Roles(e)); more {
		r = again
		if e = once(r); e == nil {
			return nil
		}
	}
	f := r.Formula(e)
	says := speaksOfParams(f)
	for i, n := range f {
		switch {
		case n.Op == policy.OpServer:
			says = true
		case n.Op == policy.OpUnknown && !policy.IsParam(n.Name):
			// Two packages may call two things by one name.
			f[i].Name = s.pass.Pkg.Name() + "_" + n.Name
		}
	}
	if !says {
		return nil
	}
	return f
}

func speaksOfParams(f policy.Formula) bool {
	return slices.ContainsFunc(f, func(n policy.Node) bool { return policy.IsParam(n.Name) })
}

// helperResult returns the index of the result of fn that others may make a
// delay of, -1 if there is none.
func helperResult(fn *ssa.Function) int {
	res := fn.Signature.Results()
	if i := delayResult(fn); i >= 0 {
		return i
	}
	if k, ok := reading.KindOf(singleType(res)); ok && (k.IsInt() || k.IsFloat()) {
		return 0
	}
	return -1
}

// singleType is the type of the one result, or that of a condition.
func singleType(res *types.Tuple) types.Type {
	if res.Len() != 1 {
		return types.Typ[types.Bool]
	}
	return res.At(0).Type()
}

// helperWait returns the wait of a call of another package's function that is
// known to wait.
//
//	// Have: autorest.DelayForBackoff(backoff, attempt, cancel)
func (s *scanner) helperWait(in *ssa.Call) []wait {
	c := in.Common()
	if fn := c.StaticCallee(); fn == nil || fn.Blocks != nil {
		return nil
	}
	h := s.told.of(calleeFunc(in))
	if h == nil || h.Wait == nil {
		return nil
	}
	w := wait{in: in, last: in, given: h.Wait, bare: h.Bare}
	for i, a := range c.Args {
		if len(h.Wait) == 1 && h.Wait[0].Name == policy.Param(i) {
			w.given, w.delay = nil, a // as time.Sleep
		}
	}
	return []wait{w}
}

// waits reports whether call is one of another package's function that is
// known to wait.
func (t *told) waits(call *ast.CallExpr) bool {
	var id *ast.Ident
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		id = f.Sel
	case *ast.Ident:
		id = f
	}
	if t == nil || id == nil || !helperName.MatchString(id.Name) {
		return false
	}
	fn, _ := t.pass.TypesInfo.Uses[id].(*types.Func)
	h := t.of(fn)
	return h != nil && h.Wait != nil
}
