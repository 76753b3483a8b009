package rule

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
)

// collect returns the diagnostics of r in the package: one per position, in the
// order of the source. Figures are simulated for these alone.
func collect(fs *files, r *Rule, res *retrysite.Result) []analysis.Diagnostic {
	var found []Finding
	add := func(all []Finding) {
		for _, f := range all {
			if fs.reported(f.At.Pos(), r.Name) {
				found = append(found, f)
			}
		}
	}
	for _, s := range res.Sites {
		if s != nil && (!r.Herd || s.Attempt.Remote.Herd()) {
			add(r.Check(s))
		}
	}
	if r.Parsed != nil {
		for _, p := range res.Parsed {
			add(r.Parsed(p))
		}
	}
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(a.At.Start, b.At.Start) })
	found = slices.CompactFunc(found, func(a, b Finding) bool { return a.At.Start == b.At.Start })

	var out []analysis.Diagnostic
	for _, f := range found {
		d := analysis.Diagnostic{Message: message(r.Name, f)}
		d.Pos, d.End = fs.clip(f.At)
		// Have: time.Sleep(b.next()), with next in another function.
		if _, ok := fs.of(f.Related.Pos()); ok && f.Note != "" && f.Related.Pos() != f.At.Pos() {
			rel := analysis.RelatedInformation{Message: oneLine(f.Note)}
			rel.Pos, rel.End = fs.clip(f.Related)
			d.Related = append(d.Related, rel)
		}
		d.SuggestedFixes = fixOf(fs.pass, f)
		out = append(out, d)
	}
	return out
}
