package reading

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// A Package is what the readers of one package share: who calls, makes and
// stores what. It is built once; the summaries below it are filled on demand,
// by one goroutine.
type Package struct {
	SSA   *ssa.Package
	Funcs []*ssa.Function // every function with a body, in source order
	// Partial says that only some bodies of the package were built: what it
	// stores in fields and globals, and who calls whom, is not known.
	Partial bool
	// Given returns what the i'th result of a function of another package is, as
	// a formula of its parameters; nil where that is not known.
	Given func(fn *types.Func, i int) policy.Formula

	maker   map[*ssa.Function]*ssa.MakeClosure
	callers map[*ssa.Function][]ssa.CallInstruction
	taken   map[*ssa.Function]bool // used as a value
	fields  map[*types.Var][]*ssa.Store
	globals map[*ssa.Global][]*ssa.Store
	allocs  map[*ssa.Alloc][]*ssa.Store
	loops   map[*ssa.Function]*Forest
	stores  map[*ssa.Function]map[any]bool
	types   []types.Type                // the named types of the package, for interfaces
	impls   map[*types.Named]types.Type // memo of implementation
	spent   int                         // of fuelPerPackage
	namer   *Reader                     // for Callee
}

// Index builds the indices of pkg over its functions.
func Index(pkg *ssa.Package, funcs []*ssa.Function) *Package {
	p := &Package{
		SSA: pkg, Funcs: funcs,
		maker: map[*ssa.Function]*ssa.MakeClosure{}, callers: map[*ssa.Function][]ssa.CallInstruction{},
		taken: map[*ssa.Function]bool{}, fields: map[*types.Var][]*ssa.Store{},
		globals: map[*ssa.Global][]*ssa.Store{}, allocs: map[*ssa.Alloc][]*ssa.Store{},
		loops: map[*ssa.Function]*Forest{}, stores: map[*ssa.Function]map[any]bool{}, impls: map[*types.Named]types.Type{},
	}
	for _, fn := range funcs {
		test := InTest(fn)
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				p.index(in, test)
			}
		}
	}
	scope := pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && !isTestFile(pkg.Prog, tn.Pos()) {
			p.types = append(p.types, tn.Type())
		}
	}
	return p
}

// InTest reports whether fn is of a test file: what tests call, make and set for
// themselves says nothing of the program.
func InTest(fn *ssa.Function) bool { return isTestFile(fn.Prog, fn.Pos()) }

func isTestFile(prog *ssa.Program, pos token.Pos) bool {
	f := prog.Fset.File(pos)
	return f != nil && strings.HasSuffix(f.Name(), "_test.go")
}

// index notes what an instruction makes, calls and stores; of a test function
// only what stays inside it.
func (p *Package) index(in ssa.Instruction, test bool) {
	if _, ok := in.(*ssa.DebugRef); ok {
		return // no use of its own
	}
	if mc, ok := in.(*ssa.MakeClosure); ok {
		if fn, ok := mc.Fn.(*ssa.Function); ok {
			p.maker[fn] = mc
		}
	}
	if st, ok := in.(*ssa.Store); ok {
		p.indexLocal(st)
	}
	if test {
		return
	}
	var callee ssa.Value
	if call, ok := in.(ssa.CallInstruction); ok {
		callee = call.Common().Value
		if fn := call.Common().StaticCallee(); fn != nil {
			p.callers[fn] = append(p.callers[fn], call)
		}
	}
	var buf [8]*ssa.Value
	for _, op := range in.Operands(buf[:0]) {
		if fn, ok := (*op).(*ssa.Function); ok && *op != callee {
			p.taken[bound(fn)] = true
		}
	}
	st, ok := in.(*ssa.Store)
	if !ok {
		return
	}
	switch a := st.Addr.(type) {
	case *ssa.FieldAddr:
		if f := fieldOf(a); f != nil {
			p.fields[f] = append(p.fields[f], st)
		}
	case *ssa.Global:
		p.globals[a] = append(p.globals[a], st)
	}
}

// bound returns the method that the wrapper of a method value calls, else fn.
//
//	// Have: client.Backoff = c.backoff
func bound(fn *ssa.Function) *ssa.Function {
	if m, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		if target := fn.Prog.FuncValue(m); target != nil {
			return target
		}
	}
	return fn
}

func (p *Package) indexLocal(st *ssa.Store) {
	switch a := st.Addr.(type) {
	case *ssa.Alloc:
		p.allocs[a] = append(p.allocs[a], st)
	case *ssa.FreeVar:
		if al := p.captured(a); al != nil {
			p.allocs[al] = append(p.allocs[al], st)
		}
	}
}

// captured returns the variable that the free variable v stands for, nil if
// it is not one of the package's.
func (p *Package) captured(v *ssa.FreeVar) *ssa.Alloc {
	for range 8 {
		mc := p.maker[v.Parent()]
		if mc == nil {
			return nil
		}
		var b ssa.Value
		for i, w := range v.Parent().FreeVars {
			if w == v && i < len(mc.Bindings) {
				b = mc.Bindings[i]
			}
		}
		switch b := b.(type) {
		case *ssa.Alloc:
			return b
		case *ssa.FreeVar:
			v = b
		default:
			return nil
		}
	}
	return nil
}

// Loops returns the natural loops of fn.
func (p *Package) Loops(fn *ssa.Function) *Forest {
	f := p.loops[fn]
	if f == nil {
		f = Loops(fn)
		p.loops[fn] = f
	}
	return f
}

// Taken reports whether fn is used as a value.
func (p *Package) Taken(fn *ssa.Function) bool { return p.taken[fn] || p.maker[fn] != nil }

// Called reports whether fn is called by name in the package.
func (p *Package) Called(fn *ssa.Function) bool { return len(p.callers[fn]) > 0 }

// Callers returns the static calls of fn in the package; all says that there
// can be no others: fn is not exported, not a method that an interface may
// reach, and not used as a value.
func (p *Package) Callers(fn *ssa.Function) (calls []ssa.CallInstruction, all bool) {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj := fn.Object()
	return p.callers[fn], !p.Partial && !p.taken[fn] && (obj == nil || !obj.Exported()) && p.maker[fn] == nil
}

// Unused reports whether nothing in the package calls fn or uses it as a value:
// it is there for others. A closure may be returned.
func (p *Package) Unused(fn *ssa.Function) bool {
	if mc := p.maker[fn]; mc != nil {
		for _, in := range *mc.Referrers() {
			switch in.(type) {
			case *ssa.Return, *ssa.ChangeType, *ssa.MakeInterface, *ssa.DebugRef:
			default:
				return false
			}
		}
		return true
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return len(p.callers[fn]) == 0 && (!p.taken[fn] || fn.Parent() != nil)
}

// storesTo reports whether a store to addr may change what last stands for.
func (p *Package) storesTo(addr ssa.Value, last any) bool {
	k := p.storeKey(addr)
	return k != nil && k == last
}

func (p *Package) storeKey(addr ssa.Value) any {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		if f := fieldOf(a); f != nil {
			return f
		}
	case *ssa.Global:
		return a
	case *ssa.Alloc:
		return a
	case *ssa.FreeVar:
		if al := p.captured(a); al != nil {
			return al
		}
	}
	return nil
}

// mayStore reports whether fn, or what it calls in the package, may store to
// the variable, field or global last. Whole-struct stores are not counted.
func (p *Package) mayStore(fn *ssa.Function, last any) bool {
	return last != nil && p.storeSet(fn)[last]
}

func (p *Package) storeSet(fn *ssa.Function) map[any]bool {
	if s, ok := p.stores[fn]; ok {
		return s
	}
	s := map[any]bool{}
	p.stores[fn] = s // a recursive call adds nothing of its own
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if k := p.storeKey(in.Addr); k != nil {
					s[k] = true
				}
				if fa, ok := in.Addr.(*ssa.FieldAddr); ok {
					addFields(s, Deref(fa.Type()))
				} else {
					addFields(s, in.Val.Type())
				}
			case ssa.CallInstruction:
				p.addCallee(s, in)
			case *ssa.MakeClosure:
				if g, ok := in.Fn.(*ssa.Function); ok {
					p.addAll(s, g)
				}
			}
		}
	}
	return s
}

// addFields adds the fields of a struct that is stored as a whole.
//
//	// Have: *b = Backoff{}
func addFields(s map[any]bool, t types.Type) {
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			s[f.Origin()] = true
		}
	}
}

func (p *Package) addCallee(s map[any]bool, in ssa.CallInstruction) {
	c := in.Common()
	if isAtomic(c) && len(c.Args) > 0 {
		if k := p.storeKey(c.Args[0]); k != nil {
			s[k] = true
		}
	}
	if g := c.StaticCallee(); g != nil && g.Blocks != nil {
		p.addAll(s, g)
		return
	}
	if fn := p.method(c); fn != nil {
		p.addAll(s, fn)
	}
}

func (p *Package) addAll(s map[any]bool, fn *ssa.Function) {
	for k := range p.storeSet(fn) {
		s[k] = true
	}
}

// method returns the one implementation in the package of the interface
// method that c invokes, nil if there is none or more than one.
func (p *Package) method(c *ssa.CallCommon) *ssa.Function {
	if !c.IsInvoke() {
		return nil
	}
	n, ok := types.Unalias(c.Value.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() != p.SSA.Pkg || n.TypeParams().Len() > 0 {
		return nil
	}
	t, ok := p.impls[n]
	if !ok {
		t = p.implementation(n)
		p.impls[n] = t
	}
	if t == nil {
		return nil
	}
	return p.methodOf(t, c.Method)
}

// implementation returns the one type of the package that implements the
// interface n, nil if there is none or more than one.
func (p *Package) implementation(n *types.Named) types.Type {
	iface, ok := n.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var found types.Type
	for _, t := range p.types {
		if types.IsInterface(t) || isGeneric(t) {
			continue
		}
		switch {
		case types.Implements(t, iface):
		case types.Implements(types.NewPointer(t), iface):
			t = types.NewPointer(t)
		default:
			continue
		}
		if found != nil {
			return nil
		}
		found = t
	}
	return found
}

// methodOf returns the method m of the type t as far as its body is in the
// package, nil where t has no such method.
func (p *Package) methodOf(t types.Type, m *types.Func) *ssa.Function {
	sel := p.SSA.Prog.MethodSets.MethodSet(t).Lookup(m.Pkg(), m.Name())
	if sel == nil || sel.Kind() != types.MethodVal {
		return nil // Have: x.(fmt.Stringer).String(), where x is known to be a number
	}
	fn := p.SSA.Prog.MethodValue(sel)
	if fn == nil || fn.Blocks == nil {
		return nil
	}
	return fn
}

func isGeneric(t types.Type) bool {
	n, ok := t.(*types.Named)
	return ok && n.TypeParams().Len() > 0
}
