package retrysite

import (
	"go/constant"
	"go/token"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// url notes the path of the URL v, for -retrypost.safe: of a constant, and of
// what is put together from constants and other things, which stand as "*".
//
//	// Have: c.base + "/search"
//	// Have: fmt.Sprintf("%s/users/%d", base, id)
func (m *methods) url(v ssa.Value) {
	text := urlText(v, 0)
	if m.path != "" || strings.Trim(text, "*") == "" {
		return
	}
	// What stands before the path is the server.
	if rest, ok := strings.CutPrefix(text, "*/"); ok {
		text = "/" + rest
	}
	if u, err := url.Parse(text); err == nil {
		m.path = u.Path
	}
}

// verb matches the verbs of package fmt.
var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)

// urlText returns the text v with "*" for what is not constant.
func urlText(v ssa.Value, depth int) string {
	if depth > 8 {
		return "*"
	}
	switch v := strip(v).(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return constant.StringVal(v.Value)
		}
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return urlText(v.X, depth+1) + urlText(v.Y, depth+1)
		}
	case *ssa.Call:
		if fullName(v) == "fmt.Sprintf" {
			return verb.ReplaceAllString(urlText(callArgs(v)[0], depth+1), "*")
		}
	}
	return "*"
}
