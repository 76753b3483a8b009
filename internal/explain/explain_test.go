package explain

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

func parse(t testing.TB, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// The means over seeds 1 to 5 of the golden rows of package sim.
func TestPublishedPolicies(t *testing.T) {
	const e = "min(60s, 1s * pow(2, n))"
	tests := []struct {
		sc            sim.Scenario
		before, after string
		want          Form
	}{
		{sim.Herd, e, "r * " + e,
			Form{"2000 clients that fail together need 519s to 99% (peak 1168/s against 120/s)", "85s, peak 156/s"}},
		{sim.Herd, "min(300s, 1s * pow(2, n))", "r * " + e,
			Form{"2000 clients that fail together are not done in 1200s (peak 1168/s against 120/s)", "85s, peak 156/s"}},
		{sim.Herd, e + " * (0.9 + 0.2*r)", e + " * (0.75 + 0.5*r)",
			Form{"2000 clients that fail together need 130s to 99% (peak 760/s against 120/s)", "73s, peak 344/s"}},
		{sim.RetryAfter, "ra", "ra * (1 + r)",
			Form{"2000 clients that fail together need 289s to 99% (peak 1168/s against 120/s)", "91s, peak 1168/s"}},
	}
	for _, tt := range tests {
		forms := Answer(Question{Scenario: tt.sc, Before: parse(t, tt.before), After: parse(t, tt.after)})
		if len(forms) == 0 || forms[0] != tt.want {
			t.Errorf("%s, %s:\nhave %q\nwant %q", tt.sc, tt.before, forms, tt.want)
		}
	}
}

func TestNoAnswer(t *testing.T) {
	tests := []struct {
		name string
		q    Question
	}{
		{"nothing asked", Question{}},
		{"one attempt", Question{Before: parse(t, "1s attempts=1")}},
		{"all in a moment", Question{Before: parse(t, "1ns * pow(2, n) attempts=5")}},
	}
	for _, tt := range tests {
		if forms := Answer(tt.q); forms != nil {
			t.Errorf("%s: %q, want nothing", tt.name, forms)
		}
	}
}

func TestStandard(t *testing.T) {
	for text, want := range map[string]sim.Scenario{"min(60s, 1s * pow(2, n))": sim.Herd, "ra": sim.RetryAfter, "0s": sim.Herd} {
		if j, why := Standard(parse(t, text)); why != "" || j.Scenario != want || len(j.Config.Seeds) == 0 {
			t.Errorf("%s: %v, %q, want %v", text, j.Scenario, why, want)
		}
	}
	for text, want := range map[string]string{"unknown": "how the delay grows", "1s attempts=1": "one attempt"} {
		if _, why := Standard(parse(t, text)); !strings.Contains(why, want) {
			t.Errorf("%s: %q, want it to say %q", text, why, want)
		}
	}
}

func TestOutageIsNamedWhereItIsScaled(t *testing.T) {
	forms := Answer(Question{Before: parse(t, "100ms * pow(2, n) attempts=5")})
	if len(forms) == 0 || !strings.Contains(forms[0].Before, "in a 1.5s outage ") || !strings.Contains(forms[0].Before, " give up") {
		t.Errorf("%q, want the outage of half the 3s that the policy lasts, and who gave up", forms)
	}
}

func TestAttemptScenarios(t *testing.T) {
	for _, text := range []string{"", "min(60s, 1s * pow(2, n))", "r * min(60s, 1s * pow(2, n))", "100ms * pow(2, n) attempts=5", "1ns attempts=2"} {
		var p *policy.Policy
		if text != "" {
			p = parse(t, text)
		}
		abandoned := Answer(Question{Scenario: sim.Abandon, Before: p})
		if len(abandoned) == 0 || abandoned[0].After != "0" || !strings.HasPrefix(abandoned[0].Before, "if 20% of 2000 users leave in a ") {
			t.Errorf("%q: %q, want requests for nobody, and 0 with the repair", text, abandoned)
		}
		if text == "" && !strings.HasSuffix(abandoned[0].Before, " (1s x2 up to 60s assumed)") {
			t.Errorf("%q: %q, want the assumed policy named", text, abandoned[0].Before)
		}
		lost := Answer(Question{Scenario: sim.LostReply, Before: p})
		if len(lost) == 0 || lost[0].After != "0" || !strings.HasSuffix(lost[0].Before, " duplicates per 10,000 requests at 1% lost replies") {
			t.Errorf("%q: %q, want duplicates, and 0 with the key", text, lost)
		}
	}
}

func TestAssumedNumbersAreNamed(t *testing.T) {
	b := policy.NewBuilder()
	two := b.Op(policy.OpShl, policy.Int64, b.Int(policy.Int64, 1), b.Attempt(policy.Int64))
	d := b.Op(policy.OpMul, policy.Int64, b.Unknown("base", policy.Int64, policy.RoleDuration), two)
	forms := Answer(Question{Before: policy.New(b, b.Op(policy.OpMin, policy.Int64, d, b.Duration(60e9)), nil, nil)})
	if len(forms) == 0 || !strings.Contains(forms[0].Before, "assumed)") {
		t.Errorf("%q, want the base named as assumed", forms)
	}
	if forms := Answer(Question{Before: policy.New(b, b.Opaque(policy.Int64, "a call"), nil, nil)}); forms != nil {
		t.Errorf("a delay not seen into: %q, want nothing", forms)
	}
}

// TestConcurrentAnswers asks from many goroutines, as the rules do.
func TestConcurrentAnswers(t *testing.T) {
	q := Question{Before: parse(t, "min(61s, 1s * pow(2, n))"), After: parse(t, "r * min(61s, 1s * pow(2, n))")}
	var wg sync.WaitGroup
	got := make([][]Form, 16)
	for i := range got {
		wg.Go(func() { got[i] = Answer(q) })
	}
	wg.Wait()
	want := q.answer()
	for i := range got {
		if len(want) == 0 || !slices.Equal(got[i], want) {
			t.Fatalf("goroutine %d: %q, want %q", i, got[i], want)
		}
	}
}

// BenchmarkAnswer is what the first finding with some policy costs; those after
// it cost a look-up.
func BenchmarkAnswer(b *testing.B) {
	q := Question{Before: parse(b, "min(60s, 1s * pow(2, n))"), After: parse(b, "r * min(60s, 1s * pow(2, n))")}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			q.answer()
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			Answer(q)
		}
	})
}
