package reading

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// fuelPerSite bounds the steps of reading one site; what lies beyond is opaque.
const fuelPerSite = 60_000

// fuelPerPackage bounds the steps of reading all sites of a package: a few
// seconds of work, far more than real packages take.
const fuelPerPackage = 5_000_000

// spend takes n steps, and reports whether there is fuel for them.
func (r *Reader) spend(n int) bool {
	r.fuel -= n
	r.pkg.spent += n
	return r.fuel >= 0 && r.pkg.spent <= fuelPerPackage
}

// maxDepth bounds how deep calls are followed.
const maxDepth = 8

// A Reader reads the values of one site. It is not safe for concurrent use.
type Reader struct {
	B *policy.Builder
	// Counts matches the names of unknown numbers that are the attempt number,
	// in a delay function; nil: none.
	Counts *regexp.Regexp

	pkg   *Package
	cycle *Cycle
	root  *frame

	frames  map[frameKey]*frame
	memo    map[memoKey]*policy.Expr
	defs    map[resolveKey]resolveKey
	cellsAt map[cellKey]*policy.Expr
	stepsAt map[stepKey]*policy.Expr
	inner   map[innerKey]*policy.Expr
	loops   map[loopKey][]policy.State
	names   map[string]int
	roles   map[string]policy.Role // by name, found after a first reading
	zeros   map[string]bool        // unknowns that the package may leave at 0
	units   map[string]int64       // ns of the unit that an unknown counts, by name
	capped  map[string]bool        // bare numbers that are caps, by name
	// parts says in which role a part of a parameter is told of; nil: it is not.
	parts   func(name string, k policy.Kind, t types.Type) policy.Role
	entry   int // depth of entry values being read
	fuel    int
	limits  []*ssa.BasicBlock // blocks with a way out that may count attempts or time
	seeds   seeding
	refuses bool // a way out was met that asks for the server's value
	met     []Met
	queue   []func()
	pending map[loopKey][]pendingState
}

// A frame is one activation of a function on the way to the value read: the
// site's own function, or a callee followed by substitution.
type frame struct {
	fn     *ssa.Function
	caller *frame              // nil at the root
	call   ssa.CallInstruction // in caller
	// bind is where the closure fn was made, and made the frame it was made in.
	bind *ssa.MakeClosure
	made *frame
	// params overrides parameters, for recursion and delay functions.
	params map[*ssa.Parameter]*policy.Expr
	depth  int
	id     int
}

type frameKey struct {
	fn     *ssa.Function
	caller *frame
	call   ssa.CallInstruction
}

type memoKey struct {
	f    *frame
	v    ssa.Value
	path string
}

// New returns a reader for a site whose loop has the failing cycle c. A nil
// Header in c makes the whole function the cycle: cells it leaves changed are
// states, as in a delay function that keeps its delay in a field.
func New(pkg *Package, c *Cycle) *Reader {
	r := &Reader{
		B: policy.NewBuilder(), pkg: pkg, cycle: c,
		frames: map[frameKey]*frame{}, memo: map[memoKey]*policy.Expr{}, defs: map[resolveKey]resolveKey{},
		cellsAt: map[cellKey]*policy.Expr{}, stepsAt: map[stepKey]*policy.Expr{},
		inner: map[innerKey]*policy.Expr{}, loops: map[loopKey][]policy.State{}, pending: map[loopKey][]pendingState{}, names: map[string]int{},
		roles: map[string]policy.Role{}, zeros: map[string]bool{}, units: map[string]int64{}, capped: map[string]bool{}, fuel: fuelPerSite,
	}
	r.root = r.static(c.Fn)
	return r
}

// static returns the frame of fn with no known caller; a closure's free
// variables are bound where its one MakeClosure stands.
func (r *Reader) static(fn *ssa.Function) *frame {
	k := frameKey{fn: fn}
	if f := r.frames[k]; f != nil {
		return f
	}
	f := &frame{fn: fn, id: len(r.frames)}
	r.frames[k] = f
	if mc := r.pkg.maker[fn]; mc != nil {
		f.bind, f.made = mc, r.static(mc.Parent())
	}
	return f
}

// enter returns the frame of callee fn called by call in f, or nil where it
// cannot be followed: too deep, or already on the stack.
func (r *Reader) enter(f *frame, call ssa.CallInstruction, fn *ssa.Function, bind *ssa.MakeClosure, made *frame) *frame {
	if fn.Blocks == nil || f.depth >= maxDepth {
		return nil
	}
	for g := f; g != nil; g = g.caller {
		if g.fn == fn {
			return nil
		}
	}
	k := frameKey{fn, f, call}
	if g := r.frames[k]; g != nil {
		return g
	}
	g := &frame{fn: fn, caller: f, call: call, bind: bind, made: made, depth: f.depth + 1, id: len(r.frames)}
	r.frames[k] = g
	return g
}

// arg returns the value of the parameter p of f's function in the caller, or nil.
func (f *frame) arg(p *ssa.Parameter) ssa.Value {
	if f.caller == nil {
		return nil
	}
	args := f.call.Common().Args
	for i, q := range f.fn.Params {
		if q != p {
			continue
		}
		if f.call.Common().IsInvoke() {
			if i == 0 {
				return f.call.Common().Value
			}
			i--
		}
		if i < len(args) {
			return args[i]
		}
	}
	return nil
}

// binding returns the value bound to the free variable v, and its frame.
func (f *frame) binding(v *ssa.FreeVar) (*frame, ssa.Value) {
	if f.bind == nil {
		return nil, nil
	}
	for i, w := range f.fn.FreeVars {
		if w == v && i < len(f.bind.Bindings) {
			return f.made, f.bind.Bindings[i]
		}
	}
	return nil, nil
}

// Value reads v, a value of the site's own function, as it is used in block use.
func (r *Reader) Value(v ssa.Value, use *ssa.BasicBlock) *policy.Expr {
	return r.ValueIn(Frame{r.root}, v, use)
}

// Frame is the activation of a helper, for values that lie inside it.
type Frame struct{ f *frame }

// Root returns the frame of the site's own function.
func (r *Reader) Root() Frame { return Frame{r.root} }

// Enter returns the frame of the statically known callee of call in at; ok is
// false where the callee cannot be followed.
func (r *Reader) Enter(at Frame, call ssa.CallInstruction) (Frame, bool) {
	fn, mc, made := r.callee(at.f, call.Common())
	if fn == nil {
		return Frame{}, false
	}
	g := r.enter(at.f, call, fn, mc, made)
	return Frame{g}, g != nil
}

// Func returns the function of the frame.
func (f Frame) Func() *ssa.Function { return f.f.fn }

// ValueIn reads v, a value of the frame at, as it is used in block use.
func (r *Reader) ValueIn(at Frame, v ssa.Value, use *ssa.BasicBlock) *policy.Expr {
	e := r.operand(at.f, v, use)
	r.settle()
	return e
}

// operand reads v as it is used in block use: a value that leaves an inner
// loop on the way is the value at that loop's exit.
func (r *Reader) operand(f *frame, v ssa.Value, use *ssa.BasicBlock) *policy.Expr {
	return r.operandPath(f, v, "", use)
}

func (r *Reader) operandPath(f *frame, v ssa.Value, path string, use *ssa.BasicBlock) *policy.Expr {
	if c, ok := v.(*ssa.Const); ok {
		r.meet(c, use)
	}
	in, ok := v.(ssa.Instruction)
	if ok && use != nil && in.Block() != nil && in.Block() != use && in.Parent() == use.Parent() {
		l := r.pkg.Loops(f.fn).Innermost(in.Block())
		for l != nil && !l.Blocks[use] {
			if l.Outer == nil || l.Outer.Blocks[use] {
				return r.leave(f, l, v, path)
			}
			l = l.Outer
		}
	}
	return r.value(f, v, path)
}

// value reads v, or the component of v at path, memoised.
func (r *Reader) value(f *frame, v ssa.Value, path string) *policy.Expr {
	if c, ok := v.(*ssa.Const); ok {
		return r.constant(c, path)
	}
	k := memoKey{f, v, path}
	if e, ok := r.memo[k]; ok {
		if e == nil {
			return r.opaque(v.Type(), "cycle")
		}
		return e
	}
	if !r.spend(1) {
		return r.opaque(v.Type(), "budget")
	}
	r.memo[k] = nil
	e := r.read(f, v, path)
	if r.memo[k] == nil { // a header phi has set its own
		r.memo[k] = e
	}
	return r.memo[k]
}

func (r *Reader) read(f *frame, v ssa.Value, path string) *policy.Expr {
	if path != "" {
		return r.component(f, v, path)
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return r.phi(f, v, "")
	case *ssa.BinOp:
		return r.binop(f, v)
	case *ssa.UnOp:
		return r.unop(f, v)
	case *ssa.Convert:
		return r.convert(r.operand(f, v.X, v.Block()), v.Type())
	case *ssa.MultiConvert:
		return r.convert(r.operand(f, v.X, v.Block()), v.Type())
	case *ssa.ChangeType:
		return r.convert(r.operand(f, v.X, v.Block()), v.Type())
	case *ssa.MakeInterface:
		return r.operand(f, v.X, v.Block())
	case *ssa.ChangeInterface:
		return r.operand(f, v.X, v.Block())
	case *ssa.Parameter:
		return r.param(f, v, "")
	case *ssa.FreeVar:
		if g, b := f.binding(v); g != nil {
			return r.value(g, b, "")
		}
	case *ssa.Call:
		return r.call(f, v, 0, "")
	case *ssa.Extract:
		return r.extract(f, v, "")
	case *ssa.Field:
		return r.component(f, v, "")
	case *ssa.Index:
		return r.index(f, v.X, v.Index, v.Block(), v.Type())
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return r.operand(f, v.X, v.Block())
		}
	}
	return r.opaque(v.Type(), fmt.Sprintf("%T", v))
}

// component reads the part of the struct value v at path.
func (r *Reader) component(f *frame, v ssa.Value, path string) *policy.Expr {
	switch v := v.(type) {
	case *ssa.Field:
		return r.operandPath(f, v.X, step(v.Field)+path, v.Block())
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return r.load(f, v, path)
		}
	case *ssa.Phi:
		return r.phi(f, v, path)
	case *ssa.Parameter:
		return r.param(f, v, path)
	case *ssa.Call:
		return r.call(f, v, 0, path)
	case *ssa.Extract:
		return r.extract(f, v, path)
	case *ssa.ChangeType:
		return r.operandPath(f, v.X, path, v.Block())
	case *ssa.MakeInterface:
		return r.operandPath(f, v.X, path, v.Block())
	case *ssa.TypeAssert:
		return r.operandPath(f, v.X, path, v.Block())
	case *ssa.FreeVar:
		if g, b := f.binding(v); g != nil {
			return r.value(g, b, path)
		}
	}
	return r.opaque(componentType(v.Type(), path), fmt.Sprintf("component of %T", v))
}

func (r *Reader) extract(f *frame, v *ssa.Extract, path string) *policy.Expr {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return r.call(f, t, v.Index, path)
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return r.operandPath(f, t.X, path, v.Block())
		}
	}
	return r.opaque(componentType(v.Type(), path), fmt.Sprintf("extract of %T", v.Tuple))
}

// Bind says that the site's own function, a closure, was made by that call of
// the function it stands in, whose arguments are then what it is read with; ok
// is false where it was not.
//
//	// Have: backoff: linear(50*time.Millisecond, 0.1), where linear returns a closure
func (r *Reader) Bind(call ssa.CallInstruction) bool {
	f := r.root
	maker := call.Common().StaticCallee()
	if f.bind == nil || maker == nil || f.bind.Parent() != maker {
		return false
	}
	f.made = r.enter(r.static(call.Parent()), call, maker, nil, nil)
	return f.made != nil
}
