package policy

import "testing"

func TestPositive(t *testing.T) {
	tests := []struct {
		text string
		want bool
	}{
		{"5s", true},
		{"1s * n", true},
		{"min(60s, 1s * pow(2, n))", true},
		{"100ms << n attempts=6", true},
		{"1s + r*1s", true},
		{"100ms << n", false}, // it wraps
		{"0s", false},
		{"1s * (n-1)", false},
		{"r * 1s", false}, // a draw may be 0
		{"?base", false},  // it may be left at zero
		{"min(?limit, 1s * pow(2, n))", false},
		{"ra", false},
	}
	for _, tt := range tests {
		p, err := Parse(tt.text)
		if err != nil {
			t.Fatalf("%s: %v", tt.text, err)
		}
		if got := p.Positive(); got != tt.want {
			t.Errorf("%s: positive = %t, want %t", tt.text, got, tt.want)
		}
	}
}
