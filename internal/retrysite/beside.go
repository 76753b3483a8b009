package retrysite

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/reading"
)

// limitedBeside reports whether another method of the type that fn is a method
// of says by a condition that the attempts are used up.
//
//	// Have: func (p *policy) ShouldRetry(err error, attempts int) bool { if attempts >= p.max { return false }; … }
//	// Have: func (p *policy) Delay(attempts int) time.Duration { … }
func (s *scanner) limitedBeside(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	for _, m := range s.sc.funcs {
		r := m.Signature.Recv()
		if m == fn || r == nil || !types.Identical(reading.Deref(r.Type()), reading.Deref(recv.Type())) || !isBool(singleResult(m.Signature)) {
			continue
		}
		for _, b := range m.Blocks {
			f, ok := last(b).(*ssa.If)
			if !ok {
				continue
			}
			c, ok := f.Cond.(*ssa.BinOp)
			if ok && ordered(c.Op) && (limitField(c.Y) && paramOf(m, c.X) > 0 || limitField(c.X) && paramOf(m, c.Y) > 0) {
				return true
			}
		}
	}
	return false
}

// singleResult is the type of the one result, that of an int where there is none or more.
func singleResult(sig *types.Signature) types.Type {
	if sig.Results().Len() != 1 {
		return types.Typ[types.Int]
	}
	return sig.Results().At(0).Type()
}

func ordered(op token.Token) bool {
	return op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
}

// limitField reports whether v is a whole number that is read from a field.
func limitField(v ssa.Value) bool {
	u, ok := strip(v).(*ssa.UnOp)
	if !ok || !isInteger(u.Type()) {
		return false
	}
	_, ok = u.X.(*ssa.FieldAddr)
	return ok
}
