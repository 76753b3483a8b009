package report

import "io"

// The Reviewdog Diagnostic Format: columns count bytes from 1, and the end is
// behind the last one.
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf

type rdDocument struct {
	Source      rdSource       `json:"source"`
	Severity    string         `json:"severity"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Location    rdLocation     `json:"location"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url,omitempty"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition  `json:"start"`
	End   *rdPosition `json:"end,omitempty"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

// writeRDJSON writes the findings for reviewdog. It has no room for packages that
// could not be checked.
func (d *Document) writeRDJSON(w io.Writer) error {
	files := sources{}
	out := rdDocument{Source: rdSource{"retrylint", URL}, Severity: "WARNING", Diagnostics: []rdDiagnostic{}}
	for _, f := range d.Findings {
		r, _ := d.rule(f.Rule)
		rd := rdDiagnostic{Message: f.Said(), Severity: "WARNING", Code: rdCode{f.Rule, r.URL}, Location: d.rdLocation(f.Place, f.End)}
		if r.Opinion {
			rd.Severity = "INFO"
		}
		for _, n := range f.Related {
			rd.Related = append(rd.Related, rdRelated{n.Message, d.rdLocation(n.Place, n.End)})
		}
		if len(f.Fixes) > 0 {
			if s, ok := suggestion(files, f.File, f.Fixes[0]); ok {
				rd.Suggestions = []rdSuggestion{s}
			}
		}
		out.Diagnostics = append(out.Diagnostics, rd)
	}
	return encode(w, out)
}

// rdLocation names the file as seen from the working directory: reviewdog, which
// is started there too, adds where that is in the repository.
func (d *Document) rdLocation(from, to Place) rdLocation {
	file, _ := seenFrom(d.Dir, from.File)
	out := rdLocation{Path: file}
	if from.Line > 0 {
		r := rdSpan(from, to)
		out.Range = &r
	}
	return out
}

func rdSpan(from, to Place) rdRange {
	r := rdRange{Start: rdPosition{from.Line, from.Col}}
	if to.Line > 0 {
		r.End = &rdPosition{to.Line, to.Col}
	}
	return r
}

// suggestion returns the fix as one replacement, from its first edit to its last:
// reviewdog offers each suggestion by itself, and half a fix does not compile. There
// is none for a fix of other files, of which a suggestion cannot speak.
func suggestion(files sources, file string, fix Fix) (rdSuggestion, bool) {
	src := files.of(file)
	edits := inOrder(fix.Edits)
	if src == nil || len(edits) == 0 {
		return rdSuggestion{}, false
	}
	text, at := "", edits[0].Start
	for _, e := range edits {
		if e.File != file || e.Start < at || e.End < e.Start || e.End > len(src.text) {
			return rdSuggestion{}, false
		}
		text += src.text[at:e.Start] + e.New
		at = e.End
	}
	from, ok1 := src.place(file, edits[0].Start)
	to, ok2 := src.place(file, at)
	return rdSuggestion{rdSpan(from, to), text}, ok1 && ok2
}
