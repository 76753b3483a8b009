package rule

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// A Lookup finds what rules say of single sites of a package, as they report it.
type Lookup struct{ fs *files }

// NewLookup returns a Lookup in the package of pass.
func NewLookup(pass *analysis.Pass) Lookup { return Lookup{newFiles(pass)} }

// At returns what r finds at s, in the files that are looked at and where no
// directive silences it.
func (l Lookup) At(r *Rule, s *retrysite.Site) []Finding {
	if s == nil || r.Check == nil || r.Herd && !s.Attempt.Remote.Herd() {
		return nil
	}
	var out []Finding
	for _, f := range r.Check(s) {
		if l.fs.reported(f.At.Pos(), r.Name) {
			out = append(out, f)
		}
	}
	return out
}

// Simulated reports whether a scenario is simulated for f.
func (f Finding) Simulated() bool {
	return f.Before != nil || f.Scenario == Abandon || f.Scenario == LostReply || f.Scenario == Permanent
}
