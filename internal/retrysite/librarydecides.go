package retrysite

import (
	"go/ast"
	"strings"

	"github.com/retrylint/retrylint/internal/known"
)

// decided reports whether something that is given to b, or to a policy in it,
// decides which failures are tried again, and may say no to one of the network.
func (l *libraryReader) decided(b *built) bool {
	return !l.again(b, broken) && !l.again(b, timedOut)
}

// again reports whether b runs its operation again after a failure of that kind,
// whatever decides about that.
func (l *libraryReader) again(b *built, kind outcomeKind) bool {
	if b.blind && mayDecide(b.lib) && !strings.Contains(b.way.Args, "predicate") {
		return false // Have: func (c *client) get() error { return c.executor.Run(c.once) }
	}
	asked := false
	for _, k := range b.lib.Knobs {
		if k.Role != "again" && k.Role != "never" || !b.params[k.Name] {
			continue // what a call before this one gives is asked below
		}
		for _, e := range b.given[k.Name] {
			asked = asked || k.Name == "predicate"
			if l.says(e, kind) != answerOf(k.Role) {
				return false
			}
		}
	}
	if b.params["predicate"] && !asked {
		return false
	}
	for _, name := range b.lib.Decides {
		if v, ok := b.env[name]; ok && !v.zero {
			return false
		}
	}
	for _, sub := range b.subs {
		if s := l.built[sub]; s != nil && s != b && !l.again(s, kind) {
			return false
		}
	}
	return true
}

// answerOf is what a function of that role says where there is another attempt.
func answerOf(role string) Answer {
	if role == "never" {
		return No
	}
	return Yes
}

// says is what the function e says of a failure of that kind.
//
//	// Have: retry.RetryIf(func(err error) bool { return !errors.Is(err, errGone) })
func (l *libraryReader) says(e ast.Expr, kind outcomeKind) Answer {
	if e == nil {
		return NoAnswer
	}
	fn := l.opFunc(e)
	if fn == nil || len(fn.Blocks) == 0 {
		return NoAnswer
	}
	return l.s.sc.answer(fn, outcome{kind: kind})
}

// mayDecide reports whether the policies of the library may say which failures
// are tried again.
func mayDecide(lib *known.Library) bool {
	for _, k := range lib.Knobs {
		if k.Role == "again" || k.Role == "never" {
			return true
		}
	}
	return len(lib.Decides) > 0
}
