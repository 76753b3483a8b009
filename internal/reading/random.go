package reading

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// draws maps the last part of a drawing function's name to how it draws.
// The names are those of math/rand, math/rand/v2, their Rand methods, and of
// the interfaces that programs put before them.
var draws = map[string]func(r *Reader, id string, args []*policy.Expr, k policy.Kind) *policy.Expr{
	"Float64": unitDraw, "Float32": unitDraw,
	"Int63n": limitDraw, "Int31n": limitDraw, "Intn": limitDraw, "IntN": limitDraw, "Int64N": limitDraw,
	"Int32N": limitDraw, "UintN": limitDraw, "Uint64N": limitDraw, "Uint32N": limitDraw, "N": limitDraw,
	"Int63": wholeDraw, "Int64": wholeDraw, "Int31": wholeDraw, "Int32": wholeDraw, "Int": wholeDraw,
	"Uint64": wholeDraw, "Uint32": wholeDraw,
	"NormFloat64": normDraw, "ExpFloat64": expDraw,
}

func unitDraw(r *Reader, id string, args []*policy.Expr, k policy.Kind) *policy.Expr {
	if len(args) > 0 {
		return nil
	}
	return r.B.Draw(k, id, policy.Uniform, false)
}

func limitDraw(r *Reader, id string, args []*policy.Expr, _ policy.Kind) *policy.Expr {
	if len(args) != 1 || !args[0].Kind.IsInt() {
		return nil
	}
	return r.B.DrawN(id, args[0], false)
}

// wholeDraw is a draw over all the non-negative numbers of a kind, for the
// remainder that is taken of it.
//
//	// Have: time.Duration(rand.Int63() % int64(d))
func wholeDraw(r *Reader, id string, args []*policy.Expr, k policy.Kind) *policy.Expr {
	if len(args) > 0 {
		return nil
	}
	top := int64(1<<63 - 1)
	if k == policy.Int32 || k == policy.Uint32 {
		top = 1<<31 - 1
	}
	return r.B.DrawN(id, r.B.Int(k, top), false)
}

func normDraw(r *Reader, id string, args []*policy.Expr, k policy.Kind) *policy.Expr {
	return r.B.Draw(k, id, policy.Normal, false)
}

func expDraw(r *Reader, id string, args []*policy.Expr, k policy.Kind) *policy.Expr {
	return r.B.Draw(k, id, policy.Exp, false)
}

// draw reads a call that draws; nil if it is not one.
func (r *Reader) draw(f *frame, v *ssa.Call, name string, t types.Type) *policy.Expr {
	k, ok := kindOf(t)
	if !ok {
		return nil
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		if r.pkg.Partial && drawsByName(v.Common()) && k.IsFloat() {
			return unitDraw(r, drawID(f, v), nil, k)
		}
		return nil
	}
	h := draws[name[i+1:]]
	if h == nil {
		return r.clockDraw(f, v, name, k)
	}
	c := v.Common()
	args := c.Args
	switch path := pathOf(c); {
	case path == "math/rand" || path == "math/rand/v2":
		if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil {
			args = args[1:]
		}
	case c.IsInvoke() && (len(args) == 0 && k.IsFloat() || len(args) == 1 && k.IsInt()):
		// An interface with a method of that name and shape.
	case !c.IsInvoke() && drawer.MatchString(name[:i]) && c.StaticCallee() != nil && c.StaticCallee().Blocks == nil:
		// A generator of another module, in the manner of math/rand.
		if c.StaticCallee().Signature.Recv() != nil {
			args = args[1:]
		}
	case strings.HasPrefix(name, "(*math/big.Int).Int64") && isCryptoDraw(c):
		return r.cryptoDraw(f, v, k)
	default:
		return nil
	}
	var es []*policy.Expr
	for _, a := range args {
		es = append(es, r.operand(f, a, v.Block()))
	}
	r.noteSeed(f, v)
	return h(r, drawID(f, v), es, k)
}

// drawsByName reports whether c calls, without arguments, a variable of the
// package that is named for drawing.
//
//	// Have: var jitterRand = rand.Float64; jitterRand()
func drawsByName(c *ssa.CallCommon) bool {
	ld, ok := c.Value.(*ssa.UnOp)
	if !ok || len(c.Args) > 0 {
		return false
	}
	g, ok := ld.X.(*ssa.Global)
	return ok && drawer.MatchString(g.Name())
}

// drawer matches packages and types that draw, by their names.
var drawer = regexp.MustCompile(`(?i)(rand|rng)`)

// drawID is the identity of a draw: the call and the chain of frames it is in.
func drawID(f *frame, v ssa.Value) string { return fmt.Sprintf("%d.%s", f.id, v.Name()) }

// clockDraw reads the clock used as a source of random numbers.
//
//	// Have: time.Now().UnixNano() % int64(d)
func (r *Reader) clockDraw(f *frame, v *ssa.Call, name string, k policy.Kind) *policy.Expr {
	if name != "(time.Time).UnixNano" && name != "(time.Time).Nanosecond" {
		return nil
	}
	for _, u := range *v.Referrers() {
		if b, ok := u.(*ssa.BinOp); ok && b.Op.String() == "%" {
			r.seeds.varied = true
			return r.B.DrawN(drawID(f, v), r.B.Int(k, 1<<63-1), false)
		}
	}
	return nil
}

// isCryptoDraw reports whether the receiver of c is the result of
// crypto/rand.Int.
//
//	// Have: n, err := rand.Int(rand.Reader, big.NewInt(int64(d))); n.Int64()
func isCryptoDraw(c *ssa.CallCommon) bool { return cryptoLimit(c) != nil }

func cryptoLimit(c *ssa.CallCommon) ssa.Value {
	if len(c.Args) != 1 {
		return nil
	}
	x, ok := c.Args[0].(*ssa.Extract)
	if !ok {
		return nil
	}
	draw, ok := x.Tuple.(*ssa.Call)
	if !ok || calleeName(draw.Common()) != "crypto/rand.Int" || len(draw.Common().Args) != 2 {
		return nil
	}
	n, ok := draw.Common().Args[1].(*ssa.Call)
	if !ok || calleeName(n.Common()) != "math/big.NewInt" {
		return nil
	}
	return n.Common().Args[0]
}

func (r *Reader) cryptoDraw(f *frame, v *ssa.Call, k policy.Kind) *policy.Expr {
	r.seeds.varied = true
	limit := cryptoLimit(v.Common())
	return r.B.DrawN(drawID(f, v), r.operand(f, limit, v.Block()), false)
}

// neverFails are calls whose error is practically always nil.
var neverFails = map[string]bool{
	"crypto/rand.Int": true, "crypto/rand.Read": true, "math/rand.Read": true, "(*math/rand.Rand).Read": true,
	"encoding/binary.Read": true, "io.ReadFull": true, "os.Hostname": true,
}

// notAttempts are packages whose errors are about the form of a text, not
// about an attempt.
var notAttempts = map[string]bool{"strconv": true, "time": true, "net/url": true, "fmt": true, "regexp": true}
