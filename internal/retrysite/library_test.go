package retrysite

import "testing"

func TestExpand(t *testing.T) {
	env := map[string]setting{
		"Base": {text: "1s"}, "Cap": {text: "0", zero: true}, "Delay": {text: "-1ns", neg: true},
		"On": {text: "true"}, "Maybe": {text: "?flag_Maybe"}, "Type": {text: "$Base*2"},
	}
	tests := []struct{ tmpl, want string }{
		{"$Base*n", "(1s)*n"},
		{"{Cap;min($Cap, $Base);$Base}", "((1s))"},
		{"{Delay<;60s;$Delay}", "(60s)"},
		{"{Base<;60s;$Base}", "((1s))"},
		{"{On;{Cap;1s;2s};3s}", "((2s))"},
		{"{Maybe;r;1}", "(?flag_Maybe ? (r) : (1))"},
		{"$Type", "((1s)*2)"},
		{"$Other + {Other;$Base;1}", "$Other + {Other;(1s);1}"}, // a knob of the whole
	}
	for _, tt := range tests {
		if got := expand(tt.tmpl, env, 0); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.tmpl, got, tt.want)
		}
	}
}

func TestExpandOfAKnobThatRefersToItself(t *testing.T) {
	if p := (&built{delay: expand("$A", map[string]setting{"A": {text: "$A"}}, 0)}).policies(); len(p) > 1 || len(p) == 1 && p[0].Known() {
		t.Errorf("%v, want nothing that is known", p)
	}
}

func TestCount(t *testing.T) {
	tests := []struct {
		text string
		n    int
		seen bool
	}{
		{"", 0, false}, {"0", 0, true}, {"(4)+1", 5, true}, {"(-1)+1", 0, true}, {"(?tries.count)+1", 0, false}, {"1e", 0, false},
	}
	for _, tt := range tests {
		if n, seen := count(tt.text); n != tt.n || seen != tt.seen {
			t.Errorf("%q: %d, %t, want %d, %t", tt.text, n, seen, tt.n, tt.seen)
		}
	}
}

func TestVersions(t *testing.T) {
	files := []struct{ file, want string }{
		{"/root/go/pkg/mod/github.com/aws/aws-sdk-go-v2@v1.41.1/aws/retry/standard.go", "v1.41.1"},
		{"github.com/cenkalti/backoff@v2.2.1+incompatible/exponential.go", "v2.2.1+incompatible"},
		{"/src/vendor/k8s.io/apimachinery/pkg/util/wait/backoff.go", ""},
	}
	for _, tt := range files {
		if got := versionAt(tt.file); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.file, got, tt.want)
		}
	}
	order := []string{"v0.9.10", "v0.10.0-rc.1", "v1.47.9", "v1.48.0", "v9.0.0+incompatible"}
	for i, v := range order {
		for j, w := range order {
			if older(v, w) != (i < j) {
				t.Errorf("older(%s, %s) = %t", v, w, !(i < j))
			}
		}
	}
}
