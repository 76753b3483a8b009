package analyzers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// messagesOf runs the analyzer on a site placed in a file of its own.
func messagesOf(t *testing.T, a *analysis.Analyzer, s *retrysite.Site) []string {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", "package p\n"+strings.Repeat("\n", 100), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	pass := &analysis.Pass{
		Analyzer: a, Fset: fset, Files: []*ast.File{f},
		ResultOf: map[*analysis.Analyzer]any{retrysite.Analyzer: &retrysite.Result{Sites: []*retrysite.Site{s}}},
		Report:   func(d analysis.Diagnostic) { out = append(out, d.Message) },
	}
	if _, err := a.Run(pass); err != nil {
		t.Fatal(err)
	}
	return out
}

var (
	timeFigure = regexp.MustCompile(`\d ?s\b`)
	rateFigure = regexp.MustCompile(`\d ?(/s|req/s|per second)`)
	advice     = regexp.MustCompile(`(?i)should|consider|best practice`)
)

// form checks what every message has in common.
func form(t *testing.T, name, msg string) {
	t.Helper()
	switch {
	case len(msg) > rule.MaxMessage:
		t.Errorf("%d characters: %s", len(msg), msg)
	case !strings.HasSuffix(msg, " ("+name+")"):
		t.Errorf("no suffix (%s): %s", name, msg)
	case strings.ContainsFunc(msg, func(r rune) bool { return r < ' ' || r > '~' }):
		t.Errorf("not one line of ASCII: %q", msg)
	case advice.MatchString(msg):
		t.Errorf("advice: %s", msg)
	case !strings.ContainsAny(msg, "0123456789"):
		t.Errorf("no number: %s", msg)
	case !strings.Contains(msg, "; "):
		t.Errorf("no remedy: %s", msg)
	}
}

func TestMessagesOfDelayRules(t *testing.T) {
	tests := []struct{ policy, rule string }{
		{"min(60s, 500ms * pow(2, n))", "nojitter"},
		{"min(300s, 500ms * pow(2, n))", "nojitter"},
		{"1s << n", "nojitter"},
		{"100ms * pow(2, n) attempts=3", "nojitter"},
		{"100ms * pow(2, n) attempts=5", "nojitter"},
		{"10ms * pow(2, n) attempts=8", "nojitter"},
		{"1us * pow(10, n) attempts=8", "nojitter"},
		{"min(60s, 1s * pow(2, n)) attempts=8 elapsed=5m", "nojitter"},
		{"min(1h, 1m * pow(3, n))", "nojitter"},
		{"min(50ms, 1ms * pow(2, n))", "nojitter"},
		{"min(60s, 500ms * pow(2, n)) * (0.9 + 0.2*r)", "narrowjitter"},
		{"min(30s, 200ms * pow(2, n)) + 100ms * r", "narrowjitter"},
		{"1s * pow(1.618, n + r) attempts=6", "narrowjitter"},
		{"50ms * (0.9 + 0.2*r)", "narrowjitter"},
		{"50ms * (0.9 + 0.2*r) attempts=5", "narrowjitter"},
		{"5s + 1s*r", "narrowjitter"},
		{"min(60s, 1s * pow(2, n) * (0.5 + r))", "cappedjitter"},
		{"min(30s, 1s * pow(2, n) + 1s*r) attempts=12", "cappedjitter"},
		{"min(20s, prev + r*2*prev) prev=500ms", "cappedjitter"},
		{"min(60s, 70s * (0.9 + 0.2*r))", "cappedjitter"},
		{"ra", "retryafter"},
		{"ra attempts=3", "retryafter"},
		{"min(120s, ra)", "retryafter"},
		{"ra + 250ms*r", "retryafter"},
		{"ra > 0 ? ra : min(60s, 1s * pow(2, n))", "retryafter"},
	}
	for _, tt := range tests {
		msgs := messagesOf(t, analyzerNamed(t, tt.rule), waiting(t, tt.policy))
		if len(msgs) != 1 {
			t.Errorf("%s: %d messages of %s, want one", tt.policy, len(msgs), tt.rule)
			continue
		}
		t.Log(msgs[0])
		form(t, tt.rule, msgs[0])
		if !timeFigure.MatchString(msgs[0]) || !rateFigure.MatchString(msgs[0]) {
			t.Errorf("%s: no time or no rate: %s", tt.policy, msgs[0])
		}
	}
}

func TestMessagesOfAttemptRules(t *testing.T) {
	long := "s.clients[region].inner.transport.DoWithAVeryLongMethodNameThatGoesOnAndOn"
	for _, pol := range []string{"", "1s", "min(60s, 1s << n)", "100ms * pow(2, n) attempts=5", "r * 100ms attempts=2"} {
		for _, op := range []string{"", "c.fetch", long} {
			s := waiting(t)
			if pol != "" {
				s = waiting(t, pol)
			}
			s.Attempt.Name = op
			s.Attempt.Leaks = []retrysite.Leak{{Range: here, What: retrysite.Cancel, Opener: op, Deferred: op != "", Opens: here}}
			s.Nested = &retrysite.Nested{Range: here, Name: op, Inner: waiting(t, "100ms * pow(2, n) attempts=3")}
			s.Shared = []retrysite.Shared{{Range: here, Name: op, Where: "ServeHTTP"}}
			s.Attempt.Replays = []retrysite.Replay{{Range: here, What: retrysite.Replayed(len(pol) % 3), Name: op, Call: op}}
			s.Attempt.HTTP = &retrysite.HTTP{Method: retrysite.AnyMethod, Key: retrysite.KeyEach, After: retrysite.AfterMaybe}
			for _, c := range []retrysite.Context{
				{Reaches: true, Observed: retrysite.NotObserved, Name: "ctx"},
				{Reaches: true, Observed: retrysite.NotObserved, Name: "s.request.Context()"},
				{Reaches: true, Retried: here},
				{Abort: "http.ErrAbortHandler"},
			} {
				s.Context = c
				for _, name := range []string{"retrycanceled", "retrypost", "attemptleak", "bodyreplay", "nestedretry", "sharedbackoff"} {
					msgs := messagesOf(t, analyzerNamed(t, name), s)
					if len(msgs) != 1 {
						t.Errorf("%q, %q: %d messages of %s, want one", pol, op, len(msgs), name)
						continue
					}
					t.Log(msgs[0])
					form(t, name, msgs[0])
				}
			}
		}
	}
}

// Whole messages, word for word.
func TestWholeMessages(t *testing.T) {
	tests := []struct{ rule, policy, want string }{
		{"nojitter", "min(60s, 500ms * pow(2, n))",
			"delay 1s x2 up to 60s, half-width 0: 2000 clients that fail together need 520s to 99% (peak 1168/s against 120/s); wait rand.N(d): 85s, peak 150/s (nojitter)"},
		{"narrowjitter", "min(60s, 500ms * pow(2, n)) * (0.9 + 0.2*r)",
			"delay 1s x2 up to 60s, half-width 0.1 (narrow: under 0.25): 2000 clients that fail together need 130s to 99% (peak 708/s against 120/s); widen it to d/2 + rand.N(d): 77s, peak 218/s (narrowjitter)"},
		{"retryafter", "ra",
			"Retry-After is slept exactly (spread 0, simulated with 30s): 2000 clients that fail together need 289s to 99% (peak 1168/s against 120/s); wait ra + rand.N(ra): 91s, peak 1168/s (retryafter)"},
		{"nojitter", "100ms * pow(2, n) attempts=5",
			"delay 200ms x2, half-width 0, 5 attempts: in a 1.5s outage 1748 of 2000 clients give up (peak 23,360/s against 2400/s); wait d/2 + rand.N(d): nobody, peak 3720/s (nojitter)"},
	}
	for _, tt := range tests {
		got := messagesOf(t, analyzerNamed(t, tt.rule), waiting(t, tt.policy))
		if len(got) != 1 || got[0] != tt.want {
			t.Errorf("%s:\nhave %q\nwant %q", tt.policy, got, tt.want)
		}
	}
}
