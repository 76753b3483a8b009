package report

import "testing"

// TestSitePolicy holds which policy stands for a site.
func TestSitePolicy(t *testing.T) {
	known, other, blind := Policy{Text: "5s", Known: true}, Policy{Text: "1s * pow(2, n)", Known: true}, Policy{Text: "unknown"}
	found := []SiteFinding{{Rule: "nojitter", Before: "1s * pow(2, n)"}}
	for _, tt := range []struct {
		name     string
		policies []Policy
		findings []SiteFinding
		want     string
		others   int
	}{
		{"none", nil, nil, "", 0},
		{"known before unknown", []Policy{blind, known}, nil, "5s", 1},
		{"the first of two", []Policy{known, other}, nil, "5s", 1},
		{"reported before others", []Policy{blind, known, other}, found, "1s * pow(2, n)", 2},
		{"unknown alone", []Policy{blind}, nil, "unknown", 0},
	} {
		s := &Site{Waits: []Wait{{}, {Policies: tt.policies}}, Findings: tt.findings}
		have := ""
		p, others := s.Policy()
		if p != nil {
			have = p.Text
		}
		if have != tt.want || others != tt.others {
			t.Errorf("%s: %q and %d others, want %q and %d", tt.name, have, others, tt.want, tt.others)
		}
	}
}

// TestSiteTravels: what is encoded in the tool is what the front end reads.
func TestSiteTravels(t *testing.T) {
	s := &Site{Func: "f", Kind: "loop", First: 3, Last: 9, Waits: []Wait{{At: "a.go:5:2", Policies: []Policy{{Text: "r < 1s \"x\" & <y>", HalfWidth: -1, Total: &Range{1, 2}}}}}}
	back, err := ReadSite(Finding{Place: Place{File: "a.go", Line: 3, Col: 2}, Message: s.Encode()})
	if err != nil || back.Line != 3 || back.Waits[0].Policies[0].Text != s.Waits[0].Policies[0].Text || *back.Waits[0].Policies[0].Total != (Range{1, 2}) {
		t.Errorf("%+v, %v", back, err)
	}
	if _, err := ReadSite(Finding{Message: "f"}); err == nil {
		t.Error("no error for a message that is no site")
	}
}
