// Package retrypost defines the rule that reports non-idempotent HTTP requests
// that are sent again without an idempotency key.
package retrypost

import (
	"flag"
	"fmt"
	"path"
	"strings"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports non-idempotent HTTP requests that are sent again without an
// idempotency key.
var Rule = &rule.Rule{
	Name:  "retrypost",
	Title: "report POST and PATCH requests that are sent again without an idempotency key",
	What: `A POST or PATCH is sent again after a failure that may have come after the server acted
(a transport error, a timeout, a 5xx), with no idempotency key or with one made anew inside the loop; or a round
tripper or helper retries every request and never looks at its method. The request may stand in a function that a
library attempts again, or a helper of any package; or go out by a client that tries again by itself.`,
	Why: `The server has done the work, the reply is lost, and the client asks again: the order is
placed twice. Where 1% of replies are lost, that is 100 duplicates per 10,000 requests; with a key, none.`,
	Quiet: `the method is GET, HEAD, PUT, DELETE or OPTIONS; a key is set once before the loop (names
in -retrypost.keys); only failures before sending are retried, or only 429 and 503; the path matches -retrypost.safe.`,
	Flags: func(fs *flag.FlagSet) {
		fs.Var((*list)(&retrysite.Keys), "keys", "more header and field names that make a request idempotent, comma separated")
		fs.Var(&safe, "safe", "URL path globs that may be sent twice, comma separated")
	},
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// safe are the globs of URL paths that may be sent twice, as path.Match reads them.
var safe list

// A list is a flag of words, comma separated.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(s string) error {
	*l = nil
	for word := range strings.SplitSeq(s, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		if _, err := path.Match(word, ""); err != nil {
			return fmt.Errorf("%q: %w", word, err)
		}
		*l = append(*l, word)
	}
	return nil
}

func check(s *retrysite.Site) []rule.Finding {
	h := s.Attempt.HTTP
	if h == nil || h.After != retrysite.AfterMaybe || isSafe(h.Path) {
		return nil
	}
	var what string
	switch h.Method {
	case retrysite.NonIdempotent:
		// Have: for { resp, err = http.Post(url, typ, body); if err == nil { break } }
		what = h.MethodName + " is"
		if h.MethodName == "" {
			what = "POST is"
		}
	case retrysite.AnyMethod:
		// Have: func (t *retrier) RoundTrip(req *http.Request) ... t.base.RoundTrip(req)
		what = "any request, POST included, is"
	default:
		return nil
	}
	var key string
	switch h.Key {
	case retrysite.KeyNone:
		key = "with no idempotency key"
	case retrysite.KeyEach:
		key = "with a new idempotency key each time"
	default:
		return nil
	}
	before := "loop"
	if s.Kind == retrysite.Library || s.Kind == retrysite.Call {
		before = "call"
	}
	return rule.OnAttempt(s, rule.Finding{
		Fault: []string{
			what + " sent again after a failure that may follow the server's work, " + key,
			what + " sent again after a failure that may follow the work, " + key,
			what + " sent again " + key,
		},
		Write:    []string{"set Idempotency-Key once, before the " + before},
		Scenario: rule.LostReply, Before: rule.Policy(s),
	})
}

func isSafe(p string) bool {
	for _, glob := range safe {
		if ok, err := path.Match(glob, p); ok && err == nil && p != "" {
			return true
		}
	}
	return false
}
