package report

import (
	"io"
	"net/url"
	"regexp"
	"strings"
)

// writeSARIF writes SARIF 2.1.0, one run, as code scanning takes it.
func (d *Document) writeSARIF(w io.Writer) error {
	s := &sarifWriter{d: d, files: sources{}}
	run := sarifRun{
		Tool:        sarifTool{s.driver()},
		Invocations: []sarifInvocation{s.invocation()},
		Bases:       map[string]sarifPlace{srcRoot: {Description: &sarifText{Text: "The root of the repository."}}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	prints := fingerprints(d, s.files)
	for i, f := range d.Findings {
		run.Results = append(run.Results, s.result(f, prints[i]))
	}
	return encode(w, sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// srcRoot is the name by which GitHub knows the root of a repository.
const srcRoot = "%SRCROOT%"

// A sarifWriter puts a SARIF document together.
type sarifWriter struct {
	d     *Document
	files sources
}

var semantic = regexp.MustCompile(`^v(\d+\.\d+\.\d+(?:[-+].*)?)$`)

func (s *sarifWriter) driver() sarifDriver {
	out := sarifDriver{
		Name: "retrylint", Organization: "retrylint", Version: strings.TrimPrefix(s.d.Version, "v"), InformationURI: URL,
		Rules: []sarifRule{},
	}
	if m := semantic.FindStringSubmatch(s.d.Version); m != nil {
		out.SemanticVersion = m[1]
	}
	for _, r := range s.d.Rules {
		details := sarifRuleDetails{Tags: []string{"reliability", "retry"}, Precision: "high", Severity: "warning"}
		if r.Opinion {
			details = sarifRuleDetails{Tags: []string{"reliability", "retry", "opinion"}, Precision: "medium", Severity: "recommendation"}
		}
		out.Rules = append(out.Rules, sarifRule{
			ID:               r.Name,
			ShortDescription: sarifText{Text: r.Sentence()},
			FullDescription:  sarifText{Text: fullStop(r.Text)},
			Help:             sarifText{Text: fullStop(r.Help), Markdown: r.Page},
			HelpURI:          r.URL,
			Default:          sarifLevel{level(r)},
			Properties:       details,
		})
	}
	return out
}

// level is that of the findings of a rule.
func level(r Rule) string {
	if r.Opinion {
		return "note"
	}
	return "warning"
}

func (s *sarifWriter) invocation() sarifInvocation {
	out := sarifInvocation{Successful: len(s.d.Failures) == 0}
	for _, f := range s.d.Failures {
		out.Notifications = append(out.Notifications, sarifNotification{"error", plain(f.String())})
	}
	return out
}

func (s *sarifWriter) result(f Finding, print string) sarifResult {
	r, i := s.d.rule(f.Rule)
	out := sarifResult{
		RuleID: f.Rule, Level: level(r), Message: plain(fullStop(f.Said())),
		Locations:    []sarifLocation{{Physical: s.physical(f.Place, f.End)}},
		Fingerprints: map[string]string{fingerprintKey: print},
	}
	if i >= 0 {
		out.RuleIndex = &i
	}
	if f.Func != "" {
		out.Locations[0].Logical = []sarifName{{f.Func}}
	}
	for n, note := range f.Related {
		text := plain(sentence(note.Message))
		out.Related = append(out.Related, sarifLocation{ID: &n, Physical: s.physical(note.Place, note.End), Message: &text})
	}
	for _, fix := range f.Fixes {
		if s.files.fit(fix) {
			out.Fixes = append(out.Fixes, sarifFix{plain(fullStop(fix.Message)), s.changes(fix)})
		}
	}
	return out
}

func (s *sarifWriter) physical(from, to Place) sarifPhysical {
	out := sarifPhysical{Artifact: s.artifact(from.File)}
	if from.Line > 0 {
		region := s.region(from, to)
		out.Region = &region
	}
	return out
}

func (s *sarifWriter) region(from, to Place) sarifRegion {
	from = s.files.utf16(from)
	out := sarifRegion{StartLine: from.Line, StartColumn: from.Col}
	if to = s.files.utf16(to); to.Line > 0 && from.Col > 0 && to.Col > 0 {
		out.EndLine, out.EndColumn = to.Line, to.Col
	}
	return out
}

// artifact names a file as a URI: relative to the root of the repository, or in
// full where it lies elsewhere.
func (s *sarifWriter) artifact(file string) sarifPlace {
	if rel, ok := seenFrom(s.d.Root, file); ok {
		return sarifPlace{URI: (&url.URL{Path: rel}).String(), Base: srcRoot}
	}
	path, _ := seenFrom("", file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/src/a.go
	}
	return sarifPlace{URI: (&url.URL{Scheme: "file", Path: path}).String()}
}

// changes returns the edits of a fix by file.
func (s *sarifWriter) changes(fix Fix) []sarifChange {
	var out []sarifChange
	index := map[string]int{}
	for _, e := range fix.Edits {
		from, to, _ := s.files.span(e)
		r := sarifReplacement{Deleted: s.region(from, to)}
		if e.New != "" {
			r.Inserted = &sarifText{Text: e.New}
		}
		i, seen := index[e.File]
		if !seen {
			i = len(out)
			index[e.File] = i
			out = append(out, sarifChange{Artifact: s.artifact(e.File)})
		}
		out[i].Replacements = append(out[i].Replacements, r)
	}
	return out
}

// plain returns the text as a message of SARIF, in which braces enclose
// placeholders, and brackets before a parenthesis are a link.
//
// Have: handlers[i](ctx), wait.Backoff{Steps: 5}
func plain(text string) sarifText {
	text = strings.NewReplacer("{", "{{", "}", "}}").Replace(text)
	if strings.Contains(text, "](") {
		text = strings.NewReplacer("[", `\[`, "]", `\]`).Replace(text)
	}
	return sarifText{Text: text}
}
