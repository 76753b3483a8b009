package main

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// sitesName is the analyzer under which the retry sites that were read travel
// from the tool to the front end: as diagnostics, which are all that the go
// command hands on.
const sitesName = "retrysites"

// siteAnalyzer returns the analyzer that reports each retry site read, where
// the front end has asked for them.
func (s *suite) siteAnalyzer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     sitesName,
		Doc:      "for the front end of retrylint: report the retry sites read, with -sites",
		Requires: []*analysis.Analyzer{retrysite.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			res, _ := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
			if !s.sites || res == nil {
				return nil, nil
			}
			for _, site := range res.Sites {
				if pos := placeOf(site); looksAt(pass, pos) {
					pass.Report(analysis.Diagnostic{Pos: pos, Message: site.Func})
				}
			}
			return nil, nil
		},
	}
}

// placeOf returns where a site is found: no two sites share it.
func placeOf(s *retrysite.Site) token.Pos {
	if s.Header.IsValid() {
		return s.Header.Pos()
	}
	for _, w := range s.Waits {
		if w.IsValid() {
			return w.Pos()
		}
	}
	return s.Attempt.Pos()
}

// looksAt reports whether the rules look at the file in which pos lies.
func looksAt(pass *analysis.Pass, pos token.Pos) bool {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return !rule.Skipped(pass.Fset, f)
		}
	}
	return false
}
