package retrysite

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"strconv"
	"time"
)

// serviceConfig reads the first retryPolicy of a gRPC service configuration.
// Without one there is no policy.
func (l *libraryReader) serviceConfig(b *built, e ast.Expr) {
	b.open = true
	tv, ok := l.info.Types[e]
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
		return
	}
	var config struct {
		MethodConfig []struct {
			RetryPolicy *struct {
				MaxAttempts       int
				InitialBackoff    string
				MaxBackoff        string
				BackoffMultiplier float64
			}
		}
	}
	if json.Unmarshal([]byte(constant.StringVal(tv.Value)), &config) != nil {
		return
	}
	for _, m := range config.MethodConfig {
		p := m.RetryPolicy
		if p == nil {
			continue
		}
		first, err := time.ParseDuration(p.InitialBackoff)
		limit, err2 := time.ParseDuration(p.MaxBackoff)
		if err != nil || err2 != nil || p.MaxAttempts < 2 {
			return
		}
		b.env["maxAttempts"] = setting{text: strconv.Itoa(min(p.MaxAttempts, 5))} // gRPC makes no more
		b.env["initialBackoff"] = setting{text: strconv.FormatInt(int64(first), 10) + "ns"}
		b.env["maxBackoff"] = setting{text: strconv.FormatInt(int64(limit), 10) + "ns"}
		b.env["backoffMultiplier"] = setting{text: strconv.FormatFloat(p.BackoffMultiplier, 'f', -1, 64)}
		b.open = false
		return
	}
}
