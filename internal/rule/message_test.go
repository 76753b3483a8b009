package rule

import (
	"strings"
	"testing"

	"github.com/retrylint/retrylint/internal/explain"
)

func TestCompose(t *testing.T) {
	tests := []struct {
		fault, write string
		form         explain.Form
		want         string
	}{
		{"fault", "", explain.Form{}, "fault"},
		{"fault", "write", explain.Form{}, "fault; write"},
		{"fault", "write", explain.Form{Before: "507s"}, "fault: 507s; write"},
		{"fault", "write", explain.Form{Before: "507s", After: "85s"}, "fault: 507s; write: 85s"},
	}
	for _, tt := range tests {
		if got := compose(tt.fault, tt.write, tt.form); got != tt.want {
			t.Errorf("compose(%q, %q, %v) = %q, want %q", tt.fault, tt.write, tt.form, got, tt.want)
		}
	}
}

func TestMessageFits(t *testing.T) {
	long := strings.Repeat("client.very.long.name", 30)
	tests := []struct {
		name  string
		f     Finding
		want  string // the whole message, or
		parts []string
	}{
		{name: "short", f: Finding{Fault: []string{"delay 1s"}, Write: []string{"wait 2s"}}, want: "delay 1s; wait 2s (nojitter)"},
		{name: "several lines", f: Finding{Fault: []string{"c.\n\t\tDo is tried"}}, want: "c. Do is tried (nojitter)"},
		{name: "not ASCII", f: Finding{Fault: []string{"größe ×2 ±10"}}, want: "gr??e x2 ~10 (nojitter)"},
		{name: "second wording", f: Finding{Fault: []string{long, "short"}, Write: []string{"stop"}}, want: "short; stop (nojitter)"},
		{name: "second remedy", f: Finding{Fault: []string{"short"}, Write: []string{long, "stop"}}, want: "short; stop (nojitter)"},
		{name: "cut", f: Finding{Fault: []string{long}, Write: []string{"stop"}}, parts: []string{"client.very", "...; stop (nojitter)"}},
		{name: "hopeless", f: Finding{Fault: []string{"f"}, Write: []string{long}}, parts: []string{" (nojitter)"}},
	}
	for _, tt := range tests {
		got := message("nojitter", tt.f)
		if len(got) > MaxMessage || !strings.HasSuffix(got, " (nojitter)") {
			t.Errorf("%s: %d characters: %s", tt.name, len(got), got)
		}
		if tt.want != "" && got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		for _, part := range tt.parts {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %q, want %q in it", tt.name, got, part)
			}
		}
	}
}
