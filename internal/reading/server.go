package reading

import (
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/policy"
)

// serverHeader matches the names of headers by which a server says when to
// come back, in any case and with - or _.
var serverHeader = regexp.MustCompile(`(?i)^(x-)?(retry[-_]?after([-_]?ms)?|(x[-_])?rate[-_]?limit[-_]reset([-_]after)?|x-ms-retry-after-ms|retry[-_]after[-_]ms)$`)

// serverWord matches the names of fields that carry such a value.
var serverWord = regexp.MustCompile(`(?i)^(retry_?after|retry_?after_?(ms|millis|milliseconds|seconds|secs|duration|time)|retry_?delay_?hint)$`)

// answerType matches the names of types that carry what a server answered.
var answerType = regexp.MustCompile(`(?i)(err|error|resp|response|rate|limit|status|header|result|retryinfo|throttl|reply|ratelimited|toomany)`)

// serverCall reads calls that turn a server's text into a number or a time.
func (r *Reader) serverCall(f *frame, v *ssa.Call, name string, t types.Type) *policy.Expr {
	c := v.Common()
	k, ok := kindOf(t)
	if !ok {
		return nil
	}
	switch name {
	case "strconv.Atoi", "strconv.ParseInt", "strconv.ParseUint", "strconv.ParseFloat":
		if r.fromHeader(f, c.Args[0], 0) {
			return r.serverUnits(k)
		}
	case "time.ParseDuration":
		if r.fromHeader(f, c.Args[0], 0) {
			return r.B.Server(policy.Int64)
		}
	case "net/http.ParseTime", "time.Parse", "time.ParseInLocation":
		for _, a := range c.Args {
			if r.fromHeader(f, a, 0) {
				return r.B.Server(policy.Int64)
			}
		}
	case "time.Unix", "time.UnixMilli":
		if unwrapHasServer(r.operand(f, c.Args[0], v.Block())) {
			return r.B.Server(policy.Int64)
		}
	case "(*google.golang.org/protobuf/types/known/durationpb.Duration).AsDuration":
		if callsRetryInfo(c.Args[0]) {
			return r.B.Server(policy.Int64)
		}
	}
	return nil
}

var resetName = regexp.MustCompile(`(?i)^(reset|reset_?(at|time)|retry_?(at|after)|rate_?limit_?reset)$`)

// resetField reports whether the place addr is, or lies in, a field named for
// the server's time, of a type that carries what a server answered.
//
//	// Have: time.Until(rate.Reset.Time)
func resetField(addr ssa.Value) bool {
	for range 4 {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		if v := fieldOf(fa); v != nil && resetName.MatchString(v.Name()) && isAnswer(Deref(fa.X.Type())) {
			return true
		}
		addr = fa.X
	}
	return false
}

func isAnswer(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && answerType.MatchString(n.Obj().Name())
}

func unwrapHasServer(e *policy.Expr) bool {
	if e.Op == policy.OpServer {
		return true
	}
	for _, a := range e.Args {
		if unwrapHasServer(a) {
			return true
		}
	}
	return false
}

// serverField reads a field that carries the server's value: one named for it,
// in a type that carries what a server answered.
//
//	// Have: time.Sleep(apiErr.RetryAfter)
func (r *Reader) serverField(addr ssa.Value, c cell) *policy.Expr {
	v, ok := c.last.(*types.Var)
	if !ok || !serverWord.MatchString(v.Name()) {
		return nil
	}
	fa, ok := addr.(*ssa.FieldAddr)
	if !ok || !isAnswer(Deref(fa.X.Type())) && !isError(fa.X.Type()) {
		return nil
	}
	k, ok := kindOf(c.typ)
	switch {
	case !ok || k == policy.Bool:
		return nil
	case isDuration(c.typ):
		return r.B.Server(policy.Int64)
	}
	return r.serverUnits(k)
}

func isError(t types.Type) bool {
	e := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(t, e) || types.Implements(types.NewPointer(t), e)
}

// callsRetryInfo reports whether v is the delay of a gRPC RetryInfo.
func callsRetryInfo(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	return ok && strings.HasSuffix(calleeName(c.Common()), "errdetails.RetryInfo).GetRetryDelay")
}
