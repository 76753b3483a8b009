// Package retryafterparse defines the rule that reports a Retry-After header
// of which one of its forms, or a value that says nothing, is misread.
package retryafterparse

import (
	"slices"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports a Retry-After header that is read as a number only, or whose
// value replaces the backoff where it is 0 or less.
var Rule = &rule.Rule{
	Name:    "retryafterparse",
	Title:   "report a Retry-After header that is read as a number only, or that replaces the backoff by no wait",
	Opinion: true,
	What: `A Retry-After header whose text is parsed as a number (strconv.Atoi, time.ParseDuration with "s")
and in no other way; and a wait that is the server's value in place of the client's own backoff, also where that value is
0 or less.`,
	Why: `RFC 9110 has two forms: a number of seconds, and a date (Wed, 21 Oct 2015 07:28:00 GMT). Proxies
send the second; read as a number it is an error or 0, and the client waits as if the server had said nothing. A 0, or a date
that is past by the time it is read, is no wait: the client that had a backoff sends at once.`,
	Quiet: `a date is looked for too, in the function, near its callers or in what they call; the text is
given to another package; a value of 0 or less leaves the backoff as it is; the site has no backoff of its own, or its
waits are a library's.`,
	Check:  check,
	Parsed: parsed,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
// Want: if err != nil { t, err = http.ParseTime(h); d = time.Until(t) }
func parsed(p *retrysite.Parsed) []rule.Finding {
	if p.Dates {
		return nil
	}
	return []rule.Finding{{
		At:    p.Range,
		Fault: []string{"Retry-After is read by " + p.By + " alone: 1 of the 2 forms of the header, the date, is lost"},
		Write: []string{"try http.ParseTime and time.Until where it is no number", "try http.ParseTime too"},
	}}
}

// Have: if s, err := strconv.Atoi(h); err == nil { return time.Duration(s) * time.Second }; return backoff(n)
// Want: err == nil && s > 0
func check(s *retrysite.Site) []rule.Finding {
	if s.Kind == retrysite.Library {
		return nil // what it does with such a value is not among what is known of it
	}
	var out []rule.Finding
	for _, w := range s.Waits {
		nothing := slices.ContainsFunc(w.Policies, func(p *policy.Policy) bool { return p != nil && p.ServerNothing() })
		if !nothing || !w.Counted && !slices.ContainsFunc(w.Policies, own) {
			continue
		}
		out = append(out, rule.Finding{
			At: w.Range, Related: w.Computed, Note: "the delay is computed here",
			Fault: []string{"a Retry-After of 0, or a date that is past, replaces the backoff: the wait is 0s"},
			Write: []string{"take the server's value where it is above 0"},
		})
	}
	return out
}

// own reports whether p is a backoff that the client computes itself.
func own(p *policy.Policy) bool {
	if p == nil || p.Server() || !p.Known() {
		return false
	}
	longest, _ := p.Longest()
	return longest > 0
}
