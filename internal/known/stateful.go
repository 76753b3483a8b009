package known

import "strings"

// stateful are the types of libraries whose values count the attempts, with the
// methods that move the count. Keys are the package, without its major version, and the type.
var stateful = map[string][]string{
	"github.com/jpillora/backoff.Backoff":            {"Duration", "Reset"},
	"github.com/cenkalti/backoff.ExponentialBackOff": {"NextBackOff", "Reset"},
	"github.com/cenkalti/backoff.BackOff":            {"NextBackOff", "Reset"},
	"github.com/cloudflare/backoff.Backoff":          {"Duration", "Reset"},
	"k8s.io/apimachinery/pkg/util/wait.Backoff":      {"Step"},
	"github.com/googleapis/gax-go.Backoff":           {"Pause"},
	"github.com/grafana/dskit/backoff.Backoff":       {"Wait", "Reset", "NextDelay"},
}

// Stateful reports whether values of the type pkg.name count attempts, and
// whether the method moves the count; "" is any method.
func Stateful(pkg, name, method string) bool {
	if i := strings.LastIndex(pkg, "/v"); i > 0 && strings.Trim(pkg[i+2:], "0123456789") == "" {
		pkg = pkg[:i]
	}
	methods, ok := stateful[pkg+"."+name]
	if method == "" {
		return ok
	}
	for _, m := range methods {
		if m == method {
			return true
		}
	}
	return false
}
