package retrysite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/reading"
)

// A scope is what the readers of one package share: its SSA, its call
// expressions by position, and who calls whom inside it.
type scope struct {
	told     *told // what other packages have told
	prog     *ssa.Program
	pkg      *ssa.Package
	funcs    []*ssa.Function                  // all functions with a body, in the order of the source
	exprs    map[token.Pos]*ast.CallExpr      // by Lparen, which is what SSA keeps
	callers  map[string][]ssa.CallInstruction // static calls of a function of the package, by its RelString key
	fields   map[*types.Var][]*ssa.Store      // the stores to a field, anywhere in the package; built when asked for
	keys     map[string]bool                  // memo of isKeyName
	kept     map[any][]ssa.Value              // of targets, made when first asked for
	hints    map[inDepth]bool                 // memo of observes
	spent    int                              // steps of walks, in all
	limit    int                              // of spent, for the loop at hand
	askSpent int                              // steps of the walks that ask what follows a failure
	places   map[inDepth]Remote               // memo of bodyRemote
	pausing  map[inDepth]bool                 // memo of pauses
	server   *bool                            // memo of readsServer

	carrySpent int // steps of the walks that follow what attempts leave behind
}

// inDepth keys what was found out about a function with that many levels of callees left.
type inDepth struct {
	fn   *ssa.Function
	left int
}

// newScope returns the scope of a built package with those files.
func newScope(pkg *ssa.Package, files []*ast.File, funcs []*ssa.Function) *scope {
	sc := &scope{
		prog: pkg.Prog, pkg: pkg, funcs: funcs,
		exprs:   map[token.Pos]*ast.CallExpr{},
		callers: map[string][]ssa.CallInstruction{},
		keys:    map[string]bool{},
		limit:   loopFuel,
		hints:   map[inDepth]bool{},
		places:  map[inDepth]Remote{},
		pausing: map[inDepth]bool{},
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				sc.exprs[c.Lparen] = c
			}
			return true
		})
	}
	for _, fn := range funcs {
		if reading.InTest(fn) {
			continue // a test's calls are no evidence of what the program does
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				c, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := sc.body(c); callee != nil {
					k := funcKey(callee)
					sc.callers[k] = append(sc.callers[k], c)
				}
			}
		}
	}
	return sc
}

// fieldStores are the stores to the field of f, in the order of the source.
func (sc *scope) fieldStores(f *ssa.FieldAddr) []*ssa.Store { return sc.storesOf(fieldVar(f)) }

// storesOf are the stores to a field.
func (sc *scope) storesOf(f *types.Var) []*ssa.Store {
	if sc.fields == nil {
		sc.fields = map[*types.Var][]*ssa.Store{}
		for _, fn := range sc.funcs {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if s, ok := in.(*ssa.Store); ok {
						if a, ok := s.Addr.(*ssa.FieldAddr); ok && fieldVar(a) != nil {
							sc.fields[fieldVar(a)] = append(sc.fields[fieldVar(a)], s)
						}
					}
				}
			}
		}
	}
	return sc.fields[f]
}

// fieldVar is the field that an address is of.
func fieldVar(f *ssa.FieldAddr) *types.Var {
	p, ok := f.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok || f.Field >= s.NumFields() {
		return nil
	}
	return s.Field(f.Field).Origin()
}

// funcKey names a function; instances of one generic share it.
func funcKey(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	return fn.String()
}

// body returns the callee of c if its body belongs to this package and can be seen.
func (sc *scope) body(c ssa.CallInstruction) *ssa.Function {
	fn := c.Common().StaticCallee()
	if fn == nil {
		fn = closureOf(c.Common().Value)
	}
	if fn == nil || c.Common().IsInvoke() {
		return nil
	}
	if len(fn.Blocks) == 0 {
		// An instance of a generic of this package may be built, its origin is.
		if o := fn.Origin(); o != nil && len(o.Blocks) > 0 {
			return o
		}
		return nil
	}
	return fn
}

// closureOf returns the function that v is known to be.
func closureOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		fn, _ := v.Fn.(*ssa.Function)
		return fn
	case *ssa.ChangeType:
		return closureOf(v.X)
	case *ssa.MakeInterface:
		return closureOf(v.X)
	}
	return nil
}

// calleeFunc returns the object of the called function or method, nil for
// function values.
func calleeFunc(c ssa.CallInstruction) *types.Func {
	cc := c.Common()
	if cc.IsInvoke() {
		return cc.Method
	}
	if fn := cc.StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		if f, ok := fn.Object().(*types.Func); ok {
			return f.Origin()
		}
	}
	return nil
}

// fullName is types.Func.FullName of the callee, "" for function values.
func fullName(c ssa.CallInstruction) string {
	if f := calleeFunc(c); f != nil {
		return f.FullName()
	}
	return ""
}

// calleePkg is the path of the callee's package, "" if there is none.
func calleePkg(c ssa.CallInstruction) string {
	if f := calleeFunc(c); f != nil && f.Pkg() != nil {
		return f.Pkg().Path()
	}
	return ""
}

// calleeName is the bare name of the callee, "" for function values.
func calleeName(c ssa.CallInstruction) string {
	if f := calleeFunc(c); f != nil {
		return f.Name()
	}
	return ""
}

// callArgs are the arguments of a call, the receiver first.
func callArgs(c ssa.CallInstruction) []ssa.Value {
	cc := c.Common()
	if cc.IsInvoke() {
		return append([]ssa.Value{cc.Value}, cc.Args...)
	}
	return cc.Args
}

// isNamed reports whether t, or what it points to, is the named type path.name.
func isNamed(t types.Type, path, name string) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	return n.Obj().Name() == name && n.Obj().Pkg().Path() == path
}

func isContext(t types.Type) bool  { return isNamed(t, "context", "Context") }
func isRequest(t types.Type) bool  { return isNamed(t, "net/http", "Request") }
func isResponse(t types.Type) bool { return isNamed(t, "net/http", "Response") }
func isDuration(t types.Type) bool { return isNamed(t, "time", "Duration") }

var errorType = types.Universe.Lookup("error").Type()

// isError reports whether t is error or an interface type that embeds it.
func isError(t types.Type) bool {
	if types.Identical(t, errorType) {
		return true
	}
	return types.IsInterface(t) && types.Implements(t, errorType.Underlying().(*types.Interface))
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// strip follows v through conversions that keep it.
func strip(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
			return v
		}
	}
}
