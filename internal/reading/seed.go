package reading

import (
	"go/constant"
	"go/version"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A seeding is what is known of the sources that the draws read so far come from.
type seeding struct {
	fixed  string // how a source is seeded with a constant: "rand.NewSource(1)"
	global bool   // it is the unseeded global source, of a module before go 1.20
	varied bool   // some other draw differs between processes, or nothing is known of it
}

// Seed returns how the source of all draws read so far is seeded with a
// constant, "" if that is not seen; global says that it is the global source
// of math/rand, which nothing seeds, and which is seeded at random by every
// toolchain since Go 1.20.
func (r *Reader) Seed() (fixed string, global bool) {
	if r.seeds.varied {
		return "", false
	}
	return r.seeds.fixed, r.seeds.global
}

// noteSeed records where the draw v comes from.
func (r *Reader) noteSeed(f *frame, v *ssa.Call) {
	s := r.seedOf(f, v)
	switch {
	case s == "":
		r.seeds.varied = true
	case r.seeds.fixed == "":
		r.seeds.fixed, r.seeds.global = s, s == unseeded
	case r.seeds.fixed != s:
		r.seeds.varied = true
	}
}

const unseeded = "math/rand, which nothing seeds"

func (r *Reader) seedOf(f *frame, v *ssa.Call) string {
	c := v.Common()
	fn := c.StaticCallee()
	if fn == nil || pathOf(c) != "math/rand" && pathOf(c) != "math/rand/v2" {
		return ""
	}
	if fn.Signature.Recv() == nil {
		if pathOf(c) == "math/rand" {
			return r.pkg.globalSeed()
		}
		return ""
	}
	if r.pkg.calls("(*math/rand.Rand).Seed") {
		return ""
	}
	g, made := r.resolve(f, c.Args[0], 0)
	call, ok := made.(*ssa.Call)
	if !ok {
		return ""
	}
	if name := calleeName(call.Common()); name != "math/rand.New" && name != "math/rand/v2.New" {
		return ""
	}
	h, src := r.resolve(g, call.Common().Args[0], 0)
	source, ok := src.(*ssa.Call)
	if !ok {
		return ""
	}
	switch name := calleeName(source.Common()); name {
	case "math/rand.NewSource", "math/rand/v2.NewPCG":
		return r.constants(h, name[strings.LastIndexByte(name, '.')+1:], source.Common().Args)
	}
	return ""
}

// constants returns the call of name with args, "" if one is not constant.
func (r *Reader) constants(f *frame, name string, args []ssa.Value) string {
	var texts []string
	for _, a := range args {
		_, v := r.resolve(f, a, 0)
		if conv, ok := v.(*ssa.Convert); ok {
			_, v = r.resolve(f, conv.X, 0)
		}
		c, ok := v.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
			return ""
		}
		texts = append(texts, c.Value.ExactString())
	}
	return "rand." + name + "(" + strings.Join(texts, ", ") + ")"
}

// globalSeed returns how the package seeds the global source of math/rand with
// a constant, unseeded where it does not seed it and the module is older than
// Go 1.20, and "" where the source differs between processes.
func (p *Package) globalSeed() string {
	goLine := p.SSA.Pkg.GoVersion()
	seed := ""
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(ssa.CallInstruction)
				if !ok || calleeName(call.Common()) != "math/rand.Seed" {
					continue
				}
				c, ok := call.Common().Args[0].(*ssa.Const)
				if !ok || c.Value == nil || !before(goLine, "go1.24") {
					return ""
				}
				seed = "rand.Seed(" + c.Value.ExactString() + ")"
			}
		}
	}
	if seed == "" && before(goLine, "go1.20") {
		return unseeded
	}
	return seed
}

// before reports whether the go line is known and older than v.
func before(goLine, v string) bool {
	return version.IsValid(goLine) && version.Compare(goLine, v) < 0
}

// calls reports whether the package calls the function of that name.
func (p *Package) calls(name string) bool {
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && calleeName(call.Common()) == name {
					return true
				}
			}
		}
	}
	return false
}
