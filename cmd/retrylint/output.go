package main

import (
	"cmp"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/docs/rules"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rule"
)

// An output gathers what runs of go vet bring and writes it as one document.
type output struct {
	call    *call
	format  string
	file    *newFile // nil: standard output
	doc     report.Document
	checked bool    // something was
	errs    []error // of what could not be
}

// open begins the output that the options ask for. That a file cannot be written is
// said before the work is done.
func (c *call) open(o *lintOptions) (*output, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	out := &output{call: c, format: o.format}
	root := repository(dir)
	out.doc = report.Document{Version: toolVersion(), Dir: dir, Root: root, Workspace: workspace(dir, root)}
	for _, a := range o.rules {
		out.doc.Rules = append(out.doc.Rules, c.suite.reportRule(a))
	}
	slices.SortFunc(out.doc.Rules, func(a, b report.Rule) int { return strings.Compare(a.Name, b.Name) })
	if o.file != "" {
		if out.file, err = createFile(o.file); err != nil {
			return nil, err
		}
	}
	out.doc.Color = out.file == nil && c.colored()
	return out, nil
}

// add takes what a run has brought, and says on standard error what it could not.
func (o *output) add(r *vetRun) {
	o.doc.Findings = append(o.doc.Findings, r.absolute()...)
	o.doc.Sites += len(r.sites)
	o.doc.Failures = append(o.doc.Failures, r.failures...)
	err := r.failed(o.call.stderr)
	if err != nil {
		o.errs = append(o.errs, err)
	}
	names := slices.ContainsFunc(r.failures, func(f report.Failure) bool { return f.Package != "" })
	o.checked = o.checked || err == nil || r.packages > 0 || names
}

// fail takes what kept a run from bringing anything.
func (o *output) fail(err error) {
	o.errs = append(o.errs, err)
	o.doc.Failures = append(o.doc.Failures, report.Failure{Message: err.Error()})
}

// write writes the document, if there was anything to check: one that says that
// nothing was found, where nothing could be looked at, would be believed.
func (o *output) write() error {
	if !o.checked && len(o.errs) > 0 {
		return nil
	}
	d := &o.doc
	d.Findings = report.Sort(d.Findings)
	slices.SortStableFunc(d.Failures, func(a, b report.Failure) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Message, b.Message))
	})
	if o.format != "text" {
		look(d.Findings)
	}
	if o.file == nil {
		return d.Write(o.call.stdout, o.format)
	}
	if err := d.Write(o.file, o.format); err != nil {
		return o.file.failure(err)
	}
	f := o.file
	o.file = nil
	return f.commit()
}

// discard takes a file away that was not written.
func (o *output) discard() {
	if o.file != nil {
		o.file.discard()
	}
}

// verdict is the error with which the program ends.
func (o *output) verdict() error {
	if len(o.errs) > 0 {
		return errors.Join(o.errs...)
	}
	if len(o.doc.Findings) > 0 {
		return errFindings
	}
	return nil
}

// absolute returns the findings with the full names of their files.
func (r *vetRun) absolute() []report.Finding {
	full := func(name *string) {
		if *name != "" && !filepath.IsAbs(*name) {
			*name = filepath.Join(r.in, *name)
		}
	}
	out := slices.Clone(r.findings)
	for i := range out {
		f := &out[i]
		full(&f.File)
		full(&f.End.File)
		for j := range f.Related {
			full(&f.Related[j].File)
			full(&f.Related[j].End.File)
		}
		for j := range f.Fixes {
			for k := range f.Fixes[j].Edits {
				full(&f.Fixes[j].Edits[k].File)
			}
		}
	}
	return out
}

// repository returns the root of the repository that dir is in, or dir.
func repository(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil { // a file in a worktree
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

// workspace returns the directory from which GitHub sees files: that of the job,
// or else the root of the repository.
func workspace(dir, root string) string {
	w := os.Getenv("GITHUB_WORKSPACE")
	if rel, err := filepath.Rel(w, dir); w == "" || err != nil || !filepath.IsLocal(rel) {
		return root
	}
	return w
}

// reportRule returns what a document says of the rule.
func (s *suite) reportRule(a *analysis.Analyzer) report.Rule {
	title, help, _ := strings.Cut(a.Doc, "\n\n")
	r := report.Rule{Name: a.Name, Title: title, URL: a.URL, Opinion: !s.defaults[a.Name]}
	if r.URL == "" {
		r.URL = report.URL
	}
	r.Text, r.Help = r.Sentence(), cmp.Or(unwrap(help), r.Sentence())
	if x := rule.Of(a); x != nil {
		r.Text = unwrap(x.What)
	}
	if page, ok := rulePage(a.Name); ok {
		r.Page = fullLinks(page, r.URL)
	}
	return r
}

// unwrap makes one line of each paragraph.
func unwrap(text string) string {
	var out []string
	for p := range strings.SplitSeq(text, "\n\n") {
		out = append(out, strings.Join(strings.Fields(p), " "))
	}
	return strings.Join(out, "\n\n")
}

// rulePage returns the page of a rule, without the comment that says how it was made.
func rulePage(name string) (string, bool) {
	page, ok := rules.Page(name)
	if strings.HasPrefix(page, "<!--") {
		_, page, _ = strings.Cut(page, "-->\n\n")
	}
	return page, ok
}

var link = regexp.MustCompile(`\]\(([^):\s]+\.md(?:#[^)\s]*)?)\)`)

// fullLinks returns the page with links that hold anywhere: ../model.md as seen
// from where the page is.
func fullLinks(page, at string) string {
	base, err := url.Parse(at)
	if err != nil {
		return page
	}
	return link.ReplaceAllStringFunc(page, func(s string) string {
		ref, err := url.Parse(link.FindStringSubmatch(s)[1])
		if err != nil {
			return s
		}
		return "](" + base.ResolveReference(ref).String() + ")"
	})
}

// toolVersion is the version without what it was built with.
func toolVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	v, _, _ := strings.Cut(strings.TrimPrefix(versionLine(info), "retrylint "), " (")
	return v
}
