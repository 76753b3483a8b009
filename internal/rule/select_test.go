package rule

import (
	"slices"
	"testing"
)

func TestSelection(t *testing.T) {
	tests := []struct {
		enable, disable string
		on, off         bool // of a rule that is on by default, and of one that is off
	}{
		{"", "", true, false},
		{"off", "", true, true},
		{"all", "", true, true},
		{" off , on", "", true, true},
		{"", "on", false, false},
		{"", "all", false, false},
		{"off", "all", false, true},
		{"all", "off", true, false},
		{"all", "all", false, false},
		{"on", "on", false, false},
	}
	known := []string{"off", "on"}
	for _, tt := range tests {
		enable, err1 := SplitNames(tt.enable, known)
		disable, err2 := SplitNames(tt.disable, known)
		s := Selection{Enable: enable, Disable: disable}
		if on, off := s.On("on", true), s.On("off", false); err1 != nil || err2 != nil || on != tt.on || off != tt.off {
			t.Errorf("-enable=%s -disable=%s: %t and %t (%v, %v), want %t and %t", tt.enable, tt.disable, on, off, err1, err2, tt.on, tt.off)
		}
	}
}

func TestUnknownName(t *testing.T) {
	got, err := SplitNames("on,of", []string{"off", "on"})
	want := `there is no rule "of"; there are off, on and all`
	if err == nil || err.Error() != want || got != nil {
		t.Errorf("%q, error %v, want %s", got, err, want)
	}
	if got, err := SplitNames("", nil); err != nil || !slices.Equal(got, nil) {
		t.Errorf("nothing said: %q, error %v", got, err)
	}
}
