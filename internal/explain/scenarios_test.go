package explain

import (
	"testing"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

func TestScenarioAnswers(t *testing.T) {
	const e = "min(60s, 1s * pow(2, n))"
	tests := []struct {
		sc                   sim.Scenario
		before, after, inner string
		want                 Form
	}{
		{sim.SameSeed, "r * " + e, "", "",
			Form{"2000 clients that fail together need 309s to 99% (peak 1168/s against 120/s)", "85s, peak 156/s"}},
		{sim.SameSeed, e, "", "",
			Form{"2000 clients that fail together need 519s to 99% (peak 1168/s against 120/s)", ""}},
		{sim.Permanent, e, "", "",
			Form{"if 5% of 2000 requests can never succeed, 806 more are sent for nothing in 300s, 29% of the load", "0"}},
		{sim.Permanent, "0s attempts=5", "", "",
			Form{"if 5% of 2000 requests can never succeed, 352 more are sent for nothing, 15% of the load", "0"}},
		{sim.Permanent, "", "", "",
			Form{"if 5% of 2000 requests can never succeed, 907 more are sent for nothing in 300s, 31% of the load (1s x2 up to 60s assumed)", "0"}},
		{sim.Hot, "0s", "r * " + e, "",
			Form{"in a 30s outage 2000 clients send 1,493,892 requests (peak 40,000/s against 120/s)", "13,018, peak 220/s"}},
		{sim.Hot, "0s attempts=5", "r * 100ms * pow(2, n) attempts=5", "",
			Form{"in a 0.1s outage 2000 clients send 9280 requests and 1280 give up (peak 395,999/s against 36,000/s)", "4479, peak 48,000/s"}},
		{sim.Hot, "n == 3 ? 0s : 4s", "r*8s", "",
			Form{"in a 30s outage 2000 clients send 27,088 requests (peak 1320/s against 120/s)", "20,454, peak 720/s"}},
		{sim.Layers, e, "", "0s attempts=3",
			Form{"in a 30s outage 2000 clients send 46,926 requests (peak 3060/s against 120/s)", "17,433, peak 1168/s in one layer"}},
		{sim.Layers, "1s * pow(2, n) attempts=3", "", "",
			Form{"in a 12s outage 2000 clients send 16,560 requests and 1040 give up (peak 2920/s against 300/s)", ""}},
		{sim.Open, "0s attempts=2", "0s attempts=1", "",
			Form{"at 280/s of work, a server good for 300/s does 0/s after a 10s outage, under a load of 553/s", "277/s again 137s after it"}},
		{sim.Open, "0s", "1s attempts=3", "",
			Form{"at 280/s of work, a server good for 300/s does 0/s after a 10s outage, under a load of 12,089/s", ""}},
		{sim.Open, "1s attempts=2", "", "",
			Form{"at 280/s of work, a server good for 300/s does 0/s after a 10s outage, under a load of 553/s", ""}},
	}
	for _, tt := range tests {
		q := Question{Scenario: tt.sc}
		for text, to := range map[string]**policy.Policy{tt.before: &q.Before, tt.after: &q.After, tt.inner: &q.Inner} {
			if text != "" {
				*to = parse(t, text)
			}
		}
		forms := Answer(q)
		if len(forms) == 0 || forms[0] != tt.want {
			t.Errorf("%s, %s:\nhave %q\nwant %q", tt.sc, tt.before, forms, tt.want)
		}
		for i := 1; i < len(forms); i++ {
			if len(forms[i].Before) > len(forms[i-1].Before) {
				t.Errorf("%s, %s: wording %d is longer than the one before: %q", tt.sc, tt.before, i, forms[i].Before)
			}
		}
	}
}
