package rule

import (
	"time"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// Tolerance is how far a half-width or spread lies under a limit before it is
// reported: d*(0.75+0.5*r) has 0.25.
const Tolerance = 0.001

// LongestDelay is the largest reasonable delay: -nocap.max.
var LongestDelay = time.Hour

// EachWait returns a check that judges the policies of every wait one by one
// and keeps the first finding of each wait, reported on the delay expression.
func EachWait(judge func(retrysite.Wait, *policy.Policy) (Finding, bool)) func(*retrysite.Site) []Finding {
	return EachWaitOf(func(_ *retrysite.Site, w retrysite.Wait, p *policy.Policy) (Finding, bool) { return judge(w, p) })
}

// EachWaitOf is EachWait for a rule that asks the site too.
func EachWaitOf(judge func(*retrysite.Site, retrysite.Wait, *policy.Policy) (Finding, bool)) func(*retrysite.Site) []Finding {
	return func(s *retrysite.Site) []Finding {
		var out []Finding
		for _, w := range s.Waits {
			for _, p := range w.Policies {
				if p == nil || !p.Known() {
					continue
				}
				if f, ok := judge(s, w, p); ok {
					f.At, f.Related, f.Note = w.Range, w.Computed, "the delay is computed here"
					out = append(out, f)
					break
				}
			}
		}
		return append(out, under(s, judge)...)
	}
}

// under judges the policies of a function in another package by the numbers
// that it is given. What that package is told already is not said again.
//
//	// Have: retryutil.Do(5, time.Second, op) // which doubles the second
func under(s *retrysite.Site, judge func(*retrysite.Site, retrysite.Wait, *policy.Policy) (Finding, bool)) []Finding {
	var out []Finding
	for _, u := range s.Under {
		w := retrysite.Wait{Range: s.Header, Repair: u.Repair}
		if _, ok := judge(s, w, u.Own); ok {
			return nil
		}
		if f, ok := judge(s, w, u.Policy); ok && len(out) == 0 {
			f.At = s.Header
			out = append(out, f)
		}
	}
	return out
}

// OnAttempt returns f reported on the attempt of s.
func OnAttempt(s *retrysite.Site, f Finding) []Finding {
	f.At = s.Attempt.Range
	if !f.At.IsValid() {
		f.At = s.Header
	}
	return []Finding{f}
}

// Policy returns the first policy of s that can be read, or nil.
func Policy(s *retrysite.Site) *policy.Policy {
	for _, w := range s.Waits {
		for _, p := range w.Policies {
			if p != nil && p.Known() {
				return p
			}
		}
	}
	if len(s.Under) > 0 {
		return s.Under[0].Policy
	}
	return nil
}

// Repair returns what to write instead of the delay of w, in the words of the
// library that waits if it has any, and the policy that results; remedy and
// write are those for a delay that the code computes itself.
//
//	// Have: wait.Backoff{Duration: time.Second, Factor: 2, Steps: 5}
//	// Want: set Jitter: 1
func Repair(w retrysite.Wait, remedy *policy.Policy, write ...string) (*policy.Policy, []string) {
	if w.Repair == "" {
		return remedy, write
	}
	if w.Repaired != nil {
		remedy = w.Repaired
	}
	return remedy, []string{w.Repair}
}
