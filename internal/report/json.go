package report

import "io"

// The document of -format=json, which docs/integrations.md describes. Fields are
// added to it, and none is taken away, without a new jsonVersion.
type jsonDocument struct {
	Version   int           `json:"version"`
	Retrylint string        `json:"retrylint"`
	Sites     int           `json:"sites"`
	Findings  []jsonFinding `json:"findings"`
	Failures  []jsonFailure `json:"failures"`
}

const jsonVersion = 1

type jsonFinding struct {
	Rule    string     `json:"rule"`
	Level   string     `json:"level"`
	Posn    string     `json:"posn"`
	End     string     `json:"end,omitempty"`
	Func    string     `json:"func,omitempty"`
	Message string     `json:"message"`
	URL     string     `json:"url,omitempty"`
	Related []jsonNote `json:"related,omitempty"`
	Fixes   []Fix      `json:"fixes,omitempty"`
}

type jsonNote struct {
	Posn    string `json:"posn"`
	End     string `json:"end,omitempty"`
	Message string `json:"message"`
}

type jsonFailure struct {
	Package string `json:"package,omitempty"`
	Message string `json:"message"`
}

// writeJSON writes the findings with the names and places that `go vet -json` has
// for them, as one document.
func (d *Document) writeJSON(w io.Writer) error {
	out := jsonDocument{
		Version: jsonVersion, Retrylint: d.Version, Sites: d.Sites,
		Findings: []jsonFinding{}, Failures: []jsonFailure{},
	}
	files := sources{}
	for _, f := range d.Findings {
		r, _ := d.rule(f.Rule)
		j := jsonFinding{
			Rule: f.Rule, Level: level(r), Posn: d.posn(f.Place), End: d.posn(f.End),
			Func: f.Func, Message: f.Said(), URL: r.URL,
		}
		for _, n := range f.Related {
			j.Related = append(j.Related, jsonNote{d.posn(n.Place), d.posn(n.End), n.Message})
		}
		for _, fix := range f.Fixes {
			if !files.fit(fix) {
				continue
			}
			seen := Fix{Message: fix.Message}
			for _, e := range fix.Edits {
				e.File, _ = seenFrom(d.Dir, e.File)
				seen.Edits = append(seen.Edits, e)
			}
			j.Fixes = append(j.Fixes, seen)
		}
		out.Findings = append(out.Findings, j)
	}
	for _, f := range d.Failures {
		out.Failures = append(out.Failures, jsonFailure(f))
	}
	return encode(w, out)
}

// posn is the place as seen from the working directory; "" for none.
func (d *Document) posn(p Place) string {
	if p == (Place{}) {
		return ""
	}
	p.File, _ = seenFrom(d.Dir, p.File)
	return p.String()
}
