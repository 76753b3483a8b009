package explain

import (
	"testing"
	"time"

	"github.com/retrylint/retrylint/internal/sim"
)

func TestNumbers(t *testing.T) {
	for have, want := range map[float64]string{
		507.5: "508s", 507.4: "507s", 73.5: "74s", 10: "10s", 9.96: "10s", 7.53: "7.5s", 3: "3s", 1: "1s",
		0.35: "0.35s", 0.0354: "0.035s", 0.001: "0.001s", 0: "0s", 1200: "1200s",
	} {
		if got := seconds(have); got != want {
			t.Errorf("seconds(%v) = %q, want %q", have, got, want)
		}
	}
	for have, want := range map[float64]string{
		0: "0", 1.4: "1", 1.5: "2", 999: "999", 1174.2: "1174", 9999.4: "9999", 9999.6: "10,000", 123456: "123,456", 1234567: "1,234,567",
	} {
		if got := count(have); got != want {
			t.Errorf("count(%v) = %q, want %q", have, got, want)
		}
	}
}

func summary(peak, t99, gaveUp float64, outage time.Duration) sim.Summary {
	c := sim.Base()
	f := float64(outage) / float64(c.Outage)
	c.Outage, c.Capacity = outage, c.Capacity/f
	c.Horizon = time.Duration(float64(c.Horizon) * f)
	return sim.Summary{Config: c, Peak: peak, T99: t99, GaveUp: gaveUp, Runs: make([]sim.Result, 5)}
}

func TestHerdForms(t *testing.T) {
	base := 30 * time.Second
	full := summary(152, 84.5, 0, base)
	rescued := summary(700, -1, 400, 3*time.Second)
	tests := []struct {
		name   string
		before sim.Summary
		after  *sim.Summary
		want   Form
	}{
		{"published", summary(1174, 507.4, 0, base), &full,
			Form{"2000 clients that fail together need 507s to 99% (peak 1174/s against 120/s)", "85s, peak 152/s"}},
		{"remedy changes nothing", summary(1174, 507.4, 0, base), nil,
			Form{"2000 clients that fail together need 507s to 99% (peak 1174/s against 120/s)", ""}},
		{"never", summary(1174, -1, 0, base), &full,
			Form{"2000 clients that fail together are not done in 1200s (peak 1174/s against 120/s)", "85s, peak 152/s"}},
		{"gives up", summary(9000, -1, 1640, 3*time.Second), &rescued,
			Form{"in a 3s outage 1640 of 2000 clients give up (peak 9000/s against 1200/s)", "400 give up, peak 700/s"}},
		{"a few give up", summary(1174, 507.4, 20, base), nil,
			Form{"2000 clients that fail together need 507s to 99% (peak 1174/s against 120/s)", ""}},
	}
	for _, tt := range tests {
		forms := herdForms(tt.before, tt.after, "")
		if forms[0] != tt.want {
			t.Errorf("%s:\nhave %q\nwant %q", tt.name, forms[0], tt.want)
		}
		for i := 1; i < len(forms); i++ {
			if len(forms[i].Before) > len(forms[i-1].Before) {
				t.Errorf("%s: wording %d is longer than the one before: %q", tt.name, i, forms[i].Before)
			}
		}
	}
	forms := herdForms(summary(1174, 507.4, 0, base), nil, " (base 1s assumed)")
	for i, want := range []string{" (base 1s assumed)", " (base 1s assumed)", " (base 1s assumed)", " (assumed)"} {
		if got := forms[i].Before; got[len(got)-len(want):] != want {
			t.Errorf("wording %d: %q, want %q at its end", i, got, want)
		}
	}
}

func TestBetter(t *testing.T) {
	base := 30 * time.Second
	tests := []struct {
		name          string
		before, after sim.Summary
		want          bool
	}{
		{"lower peak", summary(1174, 500, 0, base), summary(152, 500, 0, base), true},
		{"sooner", summary(1174, 500, 0, base), summary(1174, 300, 0, base), true},
		{"the same", summary(1174, 500, 0, base), summary(1174, 500, 0, base), false},
		{"hardly lower", summary(1174, 500, 0, base), summary(1100, 500, 0, base), false},
		{"done at all", summary(1174, -1, 0, base), summary(1174, 900, 0, base), true},
		{"never done", summary(1174, 500, 0, base), summary(1174, -1, 0, base), false},
		{"fewer give up", summary(1174, -1, 1600, base), summary(1174, -1, 400, base), true},
		{"more give up", summary(1174, -1, 1600, base), summary(152, -1, 1700, base), false},
		{"some give up now", summary(1174, 500, 0, base), summary(152, -1, 400, base), false},
	}
	for _, tt := range tests {
		if got := better(tt.before, tt.after); got != tt.want {
			t.Errorf("%s: %t, want %t", tt.name, got, tt.want)
		}
	}
}
