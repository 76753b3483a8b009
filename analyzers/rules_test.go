package analyzers

import (
	"testing"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

var here = retrysite.Range{Start: 10, Finish: 20}

// waiting is a remote site that waits as the policies say, one by one.
func waiting(t *testing.T, policies ...string) *retrysite.Site {
	t.Helper()
	s := &retrysite.Site{Header: retrysite.Range{Start: 1, Finish: 2}}
	s.Attempt = retrysite.Attempt{Range: retrysite.Range{Start: 3, Finish: 4}, Name: "c.Do", Remote: retrysite.Certainly}
	w := retrysite.Wait{Range: here}
	for _, text := range policies {
		p, err := policy.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		w.Policies = append(w.Policies, p)
	}
	s.Waits = []retrysite.Wait{w}
	return s
}

func check(t *testing.T, name string, s *retrysite.Site) []rule.Finding {
	t.Helper()
	return rule.Of(analyzerNamed(t, name)).Check(s)
}

// The rules about delays, on policies: which of them speaks.
var delays = []struct {
	policy string
	rule   string // the one that fires, of delayRules
}{
	{"min(60s, 1s * pow(2, n))", "nojitter"},
	{"1s << n", "nojitter"},
	{"100ms * pow(2, n) attempts=5", "nojitter"},
	{"min(60s, 1s * pow(1.5, n))", "nojitter"},
	{"100ms * pow(2, n) attempts=3", "nojitter"},
	{"100ms * pow(2, n) attempts=2", ""}, // one wait does not grow
	{"5s", ""},
	{"1s * n", ""},
	{"1s * n * n", ""},
	{"1s * pow(1, n)", ""},
	{"r * min(60s, 1s * pow(2, n))", ""},
	{"min(60s, 1s * pow(2, n)) * (0.75 + 0.5*r)", ""},
	{"min(60s, 1s + r * (max(2s, 3 * prev) - 1s))", ""},
	{"min(60s, 1s * pow(2, n)) * (0.9 + 0.2*r)", "narrowjitter"},
	{"min(60s, 1s * pow(2, n)) * (0.76 + 0.48*r)", "narrowjitter"},
	{"min(30s, 200ms * pow(2, n)) + 100ms * r", "narrowjitter"},
	{"1s * pow(1.618, n + r) attempts=6", "narrowjitter"},
	{"50ms * (0.9 + 0.2*r)", "narrowjitter"},
	{"10s + 7s*r", ""},
	{"1s + r * min(60s, 1s * pow(2, n))", ""},
	{"min(60s, 70s * (0.9 + 0.2*r))", "cappedjitter"},
	{"min(60s, 1s * pow(2, n) * (0.5 + r))", "cappedjitter"},
	{"min(60s, 1s * pow(2, n) * (0.5 + r)) attempts=6", ""},
	{"min(60s, 1s * pow(2, n) * (0.9 + 0.2*r)) attempts=6", "narrowjitter"},
	{"min(60s, 1s * pow(2, n) * (0.9 + 0.2*r)) attempts=9", "cappedjitter"},
	{"min(5s, 1s + r*(1s*pow(2, n) - 1s))", "cappedjitter"},
	{"min(30s, 1s * pow(2, n) + 1s*r)", "cappedjitter"},
	{"min(30s, 1s * pow(2, n)) + 30s*r", ""},
	{"ra", "retryafter"},
	{"min(120s, ra)", "retryafter"},
	{"ra + 1s", "retryafter"},
	{"ra + 250ms*r", "retryafter"},
	{"ra * (1 + 0.05*r)", "retryafter"},
	{"ra * (1 + r)", ""},
	{"ra + r*ra", ""},
	{"ra * (1 + 0.10*r)", ""},
}

var delayRules = []string{"nojitter", "narrowjitter", "cappedjitter", "retryafter"}

func TestDelayRules(t *testing.T) {
	for _, tt := range delays {
		s := waiting(t, tt.policy)
		for _, name := range delayRules {
			got := check(t, name, s)
			if fires := len(got) > 0; fires != (name == tt.rule) {
				t.Errorf("%s: %s fires = %t, want %t", tt.policy, name, fires, name == tt.rule)
			}
			if len(got) == 1 && (got[0].At != here || got[0].Before == nil || got[0].Remedy == nil) {
				t.Errorf("%s: %s: %+v, want a finding on the delay, with a policy and a remedy", tt.policy, name, got[0])
			}
		}
	}
}

func TestAlternatives(t *testing.T) {
	tests := []struct {
		name     string
		policies []string
		want     map[string]bool
	}{
		{"one by one", []string{"5s", "1s << n", "2s << n"}, map[string]bool{"nojitter": true}},
		{"jitter in the other branch", []string{"r * (1s << n)", "ra"}, map[string]bool{"retryafter": true}},
		{"jitter may be switched on", []string{"r * (1s << n)", "1s << n"}, nil},
		{"a constant beside the server's value", []string{"1s + 500ms*r", "ra * (1 + 0.5*r)"}, nil},
		{"a narrow backoff beside the server's value", []string{"min(60s, 1s << n) * (0.9 + 0.2*r)", "ra"}, map[string]bool{"narrowjitter": true, "retryafter": true}},
		{"none could be read", nil, nil},
	}
	for _, tt := range tests {
		s := waiting(t, tt.policies...)
		for _, name := range delayRules {
			if got := check(t, name, s); len(got) > 1 || (len(got) == 1) != tt.want[name] {
				t.Errorf("%s: %s: %d findings, want some = %t, and one for each wait", tt.name, name, len(got), tt.want[name])
			}
		}
	}
}

func TestUnknownIsQuiet(t *testing.T) {
	b := policy.NewBuilder()
	unseen := policy.New(b, b.Opaque(policy.Int64, "a call"), nil, nil)
	s := waiting(t)
	s.Waits[0].Policies = []*policy.Policy{nil, unseen}
	for _, name := range ruleNames() {
		if got := check(t, name, s); len(got) != 0 {
			t.Errorf("%s: %+v, want nothing of a delay not seen into", name, got)
		}
	}
}

func TestEveryWaitIsJudged(t *testing.T) {
	s := waiting(t, "1s << n")
	second := s.Waits[0]
	second.Range = retrysite.Range{Start: 30, Finish: 40}
	second.Computed = retrysite.Range{Start: 50, Finish: 60}
	s.Waits = append(s.Waits, second)
	got := check(t, "nojitter", s)
	if len(got) != 2 || got[0].At != here || got[1].At != second.Range || got[1].Related != second.Computed || got[1].Note == "" {
		t.Errorf("%+v, want a finding for each wait, the second with its related place", got)
	}
}

func TestThresholds(t *testing.T) {
	tests := []struct{ rule, value, policy string }{
		{"narrowjitter", "0.4", "1s * pow(2, n) * (0.75 + 0.5*r)"},
		{"retryafter", "0.5", "ra * (1 + 0.3*r)"},
		{"cappedjitter", "0.25", "min(60s, 1s + r*(max(2s, 3*prev) - 1s)) prev=1s"},
	}
	for _, tt := range tests {
		s, a := waiting(t, tt.policy), analyzerNamed(t, tt.rule)
		if got := check(t, tt.rule, s); len(got) != 0 {
			t.Errorf("%s: %s by default: %d findings, want none", tt.rule, tt.policy, len(got))
		}
		name := "min"
		if tt.rule == "cappedjitter" {
			name = "share"
		}
		if err := a.Flags.Set(name, tt.value); err != nil {
			t.Fatal(err)
		}
		if got := check(t, tt.rule, s); len(got) != 1 {
			t.Errorf("%s: %s at -%s=%s: %d findings, want one", tt.rule, tt.policy, name, tt.value, len(got))
		}
		a.Flags.Set(name, a.Flags.Lookup(name).DefValue)
	}
}

func TestRetryCanceled(t *testing.T) {
	retried := retrysite.Range{Start: 70, Finish: 80}
	tests := []struct {
		name string
		ctx  retrysite.Context
		want bool
	}{
		{"nothing known", retrysite.Context{}, false},
		{"not observed", retrysite.Context{Reaches: true, Observed: retrysite.NotObserved}, true},
		{"observed", retrysite.Context{Reaches: true, Observed: retrysite.IsObserved}, false},
		{"unknown", retrysite.Context{Reaches: true}, false},
		{"no context reaches it", retrysite.Context{Observed: retrysite.NotObserved}, false},
		{"named retryable", retrysite.Context{Reaches: true, Observed: retrysite.IsObserved, Retried: retried}, true},
		{"a word never tested", retrysite.Context{Abort: "ErrAborted"}, true},
	}
	for _, tt := range tests {
		s := waiting(t, "1s")
		s.Context = tt.ctx
		got := check(t, "retrycanceled", s)
		if (len(got) == 1) != tt.want {
			t.Errorf("%s: %d findings, want some = %t", tt.name, len(got), tt.want)
			continue
		}
		if tt.want && (got[0].At != s.Attempt.Range || got[0].Related != tt.ctx.Retried) {
			t.Errorf("%s: at %v, related %v, want the attempt and %v", tt.name, got[0].At, got[0].Related, tt.ctx.Retried)
		}
	}
}

func TestRetryPost(t *testing.T) {
	post := retrysite.HTTP{Method: retrysite.NonIdempotent, MethodName: "POST", Key: retrysite.KeyNone, After: retrysite.AfterMaybe, Path: "/v1/orders"}
	with := func(change func(*retrysite.HTTP)) *retrysite.HTTP {
		h := post
		change(&h)
		return &h
	}
	tests := []struct {
		name string
		http *retrysite.HTTP
		safe string
		want bool
	}{
		{"no request", nil, "", false},
		{"nothing known", &retrysite.HTTP{}, "", false},
		{"no key", &post, "", true},
		{"any method", with(func(h *retrysite.HTTP) { h.Method = retrysite.AnyMethod }), "", true},
		{"idempotent", with(func(h *retrysite.HTTP) { h.Method = retrysite.Idempotent }), "", false},
		{"method unknown", with(func(h *retrysite.HTTP) { h.Method = retrysite.MethodUnknown }), "", false},
		{"a new key each time", with(func(h *retrysite.HTTP) { h.Key = retrysite.KeyEach }), "", true},
		{"one key", with(func(h *retrysite.HTTP) { h.Key = retrysite.KeyOnce }), "", false},
		{"key unknown", with(func(h *retrysite.HTTP) { h.Key = retrysite.KeyUnknown }), "", false},
		{"never sent", with(func(h *retrysite.HTTP) { h.After = retrysite.AfterUnsent }), "", false},
		{"refused", with(func(h *retrysite.HTTP) { h.After = retrysite.AfterRefused }), "", false},
		{"failure unknown", with(func(h *retrysite.HTTP) { h.After = retrysite.AfterUnknown }), "", false},
		{"safe path", &post, "/v1/search, /v1/ord*", false},
		{"another path", &post, "/v1/search,/v2/*", true},
		{"path unknown", with(func(h *retrysite.HTTP) { h.Path = "" }), "*", true},
	}
	a := analyzerNamed(t, "retrypost")
	defer a.Flags.Set("safe", "")
	for _, tt := range tests {
		if err := a.Flags.Set("safe", tt.safe); err != nil {
			t.Fatal(err)
		}
		s := waiting(t, "1s")
		s.Attempt.HTTP = tt.http
		got := check(t, "retrypost", s)
		if (len(got) == 1) != tt.want || tt.want && got[0].At != s.Attempt.Range {
			t.Errorf("%s: %+v, want one on the attempt = %t", tt.name, got, tt.want)
		}
	}
}
