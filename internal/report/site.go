package report

import "encoding/json"

// A Site is one retry site that was read, with or without findings: a line of
// the inventory. It travels from the vet tool to the front end as the message of
// a diagnostic, since that is all that the go command hands on.
type Site struct {
	Place   `json:"-"`
	Func    string `json:"func"`             // the function around it
	Kind    string `json:"kind"`             // "loop", "library"
	Attempt string `json:"attempt"`          // the operation, as the source writes it
	Remote  string `json:"remote"`           // "yes", "possibly", "no", "unknown"
	Method  string `json:"method,omitempty"` // of an HTTP request, where it is known
	// First and Last are the lines that belong to it: the loop header, the
	// attempt and the waits, as far as they lie in one file.
	First    int           `json:"first"`
	Last     int           `json:"last"`
	Waits    []Wait        `json:"waits,omitempty"`
	Findings []SiteFinding `json:"findings,omitempty"`
	// Numbers are those of the source that the policies were read from.
	Numbers []Number `json:"numbers,omitempty"`
}

// A Number is a number that the source writes.
type Number struct {
	Text     string `json:"text"`            // as the source writes it: "maxDelay"
	Value    string `json:"value,omitempty"` // "30s", where that is another text
	At       string `json:"at"`              // "file:line:col"
	Declared string `json:"declared,omitempty"`
}

// A Wait is one place where a site waits.
type Wait struct {
	At       string `json:"at"`                 // "file:line:col"
	Computed string `json:"computed,omitempty"` // where the delay is computed, if that is another function
	Bare     bool   `json:"bare,omitempty"`     // nothing can interrupt it
	// Policies are the alternatives of the delay; empty if it could not be read.
	Policies []Policy `json:"policies,omitempty"`
}

// A Policy is a delay as it was read. Times are in ns.
type Policy struct {
	Text  string `json:"text"`  // policy.Parse reads it
	Words string `json:"words"` // "1s x2 up to 60s, half-width 0, 8 attempts"
	Known bool   `json:"known"` // nothing unseen reaches the delay
	// HalfWidth is that of the jitter where the delay is longest; -1: not known.
	HalfWidth float64 `json:"halfWidth"`
	// Attempts is the limit, 0: none, -1: there is one that could not be read.
	Attempts int    `json:"attempts"`
	Elapsed  int64  `json:"elapsed,omitempty"` // limit on the time, 0: none
	Server   bool   `json:"server,omitempty"`  // the server's value reaches it
	Total    *Range `json:"total,omitempty"`   // of all waits together, where there is a limit
	// First are the waits after the first failures.
	First   []Range  `json:"firstWaits,omitempty"`
	Assumed []string `json:"assumed,omitempty"` // numbers that are not in the code
}

// A Range is a time from Lo to Hi, in ns.
type Range struct {
	Lo int64 `json:"lo"`
	Hi int64 `json:"hi"`
}

// A SiteFinding is what a rule says of a site, with what is simulated for it:
// policies as text, "" where there is none.
type SiteFinding struct {
	Rule     string `json:"rule"`
	At       string `json:"at"`
	Fault    string `json:"fault"`
	Write    string `json:"write,omitempty"`
	Scenario string `json:"scenario,omitempty"`
	Before   string `json:"before,omitempty"`
	Remedy   string `json:"remedy,omitempty"`
	Inner    string `json:"inner,omitempty"`
}

// Encode returns the site as one line.
func (s *Site) Encode() string {
	b, err := json.Marshal(s)
	if err != nil { // of strings and numbers
		return "{}"
	}
	return string(b)
}

// ReadSite reads the site of which f, a diagnostic, is the carrier.
func ReadSite(f Finding) (*Site, error) {
	s := &Site{Place: f.Place}
	err := json.Unmarshal([]byte(f.Message), s)
	return s, err
}

// Policy returns the policy that stands for the site: the one that something is
// reported of, else the first that is known in full, else the first of all; nil if
// none was read. Others is the number of further policies that the delay may follow.
func (s *Site) Policy() (p *Policy, others int) {
	rank := -1
	for i := range s.Waits {
		for j := range s.Waits[i].Policies {
			q := &s.Waits[i].Policies[j]
			others++
			if r := s.rank(q); r > rank {
				p, rank = q, r
			}
		}
	}
	return p, max(0, others-1)
}

// rank is the higher the more p stands for the site.
func (s *Site) rank(p *Policy) int {
	if !p.Known {
		return 0
	}
	for _, f := range s.Findings {
		if f.Before == p.Text {
			return 2
		}
	}
	return 1
}

// Unknown says why there are no figures for the site; "" if it is known in full.
func (s *Site) Unknown() string {
	p, _ := s.Policy()
	switch {
	case len(s.Waits) == 0:
		return "no wait is seen between the attempts"
	case p == nil:
		return "the delay could not be read"
	case !p.Known:
		return "something that is not seen reaches the delay"
	}
	return ""
}
