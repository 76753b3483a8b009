package retrysite

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// givesAnswers reports whether a call opens a stream of answers, each of which
// says whether it failed: it returns a channel of something with a method Err.
//
//	// Have: for resp := range c.Watch(ctx, key) { if err := resp.Err(); err != nil { log(err); continue outer } }
func givesAnswers(c ssa.CallInstruction) bool {
	res := c.Common().Signature().Results()
	return res.Len() == 1 && streams(res.At(0).Type())
}

// streams reports whether t is a channel from which answers are received that
// say whether they failed.
func streams(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendOnly {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(ch.Elem(), true, nil, "Err")
	fn, ok := obj.(*types.Func)
	return ok && saysFailure(fn.Signature())
}

// saysFailure reports whether a method of that form is asked for an error.
func saysFailure(sig *types.Signature) bool {
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}

// answers notes a receive from the stream that the attempt has opened: there is
// an answer. After the end of a context there may be none; false then too.
func (w *walk) answers(in *ssa.UnOp, e *env) bool {
	if w.eval(in.X, e, 0).kind != aStream || w.out.over() {
		return false
	}
	if in.CommaOk {
		e.set(&w.ids, key{in, 0}, abs{kind: aMessage})
		e.set(&w.ids, key{in, 1}, truth(true))
	} else {
		e.set(&w.ids, key{in, self}, abs{kind: aMessage})
	}
	return true
}

// answerErr is what an answer of the attempt's stream returns that is asked
// whether it failed.
func (w *walk) answerErr(c *ssa.Call, args []ssa.Value, e *env) ([]abs, bool) {
	if len(args) != 1 || calleeName(c) != "Err" || !saysFailure(c.Call.Signature()) {
		return nil, false
	}
	// A method of the pointer is given the address of what was received.
	if w.eval(args[0], e, 0).kind != aMessage && e.m[cellKey(args[0])].kind != aMessage {
		return nil, false
	}
	return []abs{w.out.result(errorType)}, true
}
