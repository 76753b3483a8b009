// Package bodyreplay defines the rule that reports bodies that the first
// attempt reads to their end and the next one sends.
package bodyreplay

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports bodies that the first attempt reads to their end and the next
// one sends.
var Rule = &rule.Rule{
	Name:  "bodyreplay",
	Title: "report a request or reader that is sent again after the first attempt has read it to its end",
	What: `The same request, or a new one over the same reader, is sent again, and nothing goes back to the
beginning of the body: no GetBody, no new reader for the attempt, no Seek. A client of net/http rewinds the body where it
follows a redirect, and not between two calls of Do.`,
	Why: `The second attempt sends an empty body. The server stores an empty object, or answers that
the request is malformed, or the client fails because the length is not the one announced: the retry cannot succeed.`,
	Quiet: `there is no body; the request is built for each attempt from bytes; its body is set from
GetBody, or the reader is sought back, on every way round; the code looks at the body or the method before it retries.`,
	Check: check,
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

func check(s *retrysite.Site) []rule.Finding {
	var out []rule.Finding
	for _, r := range s.Attempt.Replays {
		f := rule.Finding{At: r.Range}
		switch r.What {
		case retrysite.ReplayedReader:
			// Have: for range 3 { req, err := http.NewRequest("PUT", url, r); …; resp, err = c.Do(req); … }
			name := "the reader made before the first attempt"
			if r.Name != "" {
				name = r.Name
			}
			f.Fault = []string{
				fmt.Sprintf("%s is given to every attempt of %s and never rewound: attempt 2 sends 0 bytes", name, r.Call),
				fmt.Sprintf("%s is never rewound: attempt 2 sends 0 bytes", name),
				"the reader is never rewound: attempt 2 sends 0 bytes",
			}
			f.Write = []string{"make a new reader for each attempt, or seek it back to its start"}
		case retrysite.ReplayedRequest:
			// Have: req, err := http.NewRequest("PUT", url, body); for range 3 { resp, err = c.Do(req); … }
			f.Fault = []string{
				fmt.Sprintf("%s sends the same request again and nothing rewinds its body: attempt 2 sends 0 bytes", r.Call),
				"the same request is sent again: attempt 2 sends 0 bytes",
			}
			f.Write = []string{"set req.Body from req.GetBody before the next attempt"}
		case retrysite.ReplayedAny:
			// Have: func (t *retrier) RoundTrip(req *http.Request) … { for range 3 { resp, err = t.base.RoundTrip(req); … } }
			f.Fault = []string{
				fmt.Sprintf("%s sends again any request that it is given, and nothing rewinds its body: where there is one, attempt 2 sends 0 bytes", r.Call),
				"any request is sent again, and nothing rewinds its body: attempt 2 sends 0 bytes",
			}
			f.Write = []string{"set req.Body from req.GetBody before the next attempt"}
		}
		out = append(out, f)
	}
	return out
}
