package rule

import (
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
)

// Fixes says which findings carry a fix: "safe", those of which the fix changes
// nothing but the delay or the end of it, or "all". The go command applies
// every fix that it is given.
var Fixes fixes = "safe"

type fixes string

func (f *fixes) String() string { return string(*f) }

func (f *fixes) Set(s string) error {
	if s != "safe" && s != "all" {
		return errors.New("want safe or all")
	}
	*f = fixes(s)
	return nil
}

// fixOf returns the fixes that a diagnostic of f carries: one or none.
func fixOf(pass *analysis.Pass, f Finding) []analysis.SuggestedFix {
	for _, x := range f.Fixes {
		if x.Guess && Fixes != "all" {
			continue
		}
		if out, ok := fix.Build(pass, x); ok {
			return []analysis.SuggestedFix{out}
		}
	}
	return nil
}

// Spread returns the fix that writes a random part around the delay of w, of
// which remedy is what results of the policy p. It is none where the wait has
// other sides that it would not suit.
func Spread(do fix.Do, w retrysite.Wait, p, remedy *policy.Policy) fix.Fix {
	if w.Repair != "" && do != fix.OnTop {
		return widen(w)
	}
	if !w.Delay.IsValid() || w.Repair != "" || remedy == nil {
		return fix.Fix{}
	}
	if w.Shared && do == fix.Full {
		return fix.Fix{} // others may count their attempts
	}
	for _, q := range w.Policies {
		if q == nil || !q.Known() || q.Server() && do != fix.OnTop {
			return fix.Fix{} // the server's value is not to be undercut
		}
	}
	if _, was := p.Runaway(LongestDelay); !was {
		if _, is := remedy.Runaway(LongestDelay); is {
			return fix.Fix{} // a cap just below the longest delay
		}
	}
	if w.Shared {
		// The fix of every site that waits there is the same.
		return fix.Fix{Do: do, At: w.Delay, Guess: true}
	}
	if len(w.Others) > 0 && do == fix.OnTop && slices.ContainsFunc(w.Policies, func(q *policy.Policy) bool { return !q.Server() && q.First() > 0 }) {
		return fix.Fix{} // Have: if ok { return ra }; return backoff(n)
	}
	positive := !slices.ContainsFunc(w.Policies, func(q *policy.Policy) bool { return !q.Positive() })
	return fix.Fix{Do: do, At: w.Delay, Also: w.Others, Positive: positive, Guess: w.Result}
}

// widen returns the fix that sets the knob of the library's policy w.
func widen(w retrysite.Wait) fix.Fix {
	if !w.Knob.At.IsValid() || w.Repaired == nil {
		return fix.Fix{}
	}
	if share, _, ok := w.Repaired.CapShare(); ok && share >= 0.5 {
		return fix.Fix{} // the library caps after its jitter
	}
	// A function in place of a number: another policy.
	return fix.Fix{Do: fix.Widen, At: w.Knob.At, Knob: w.Knob, Guess: strings.Contains(w.Knob.Code, "$")}
}

// Interrupt returns the fix that has the wait w end with what may stop s.
func Interrupt(s *retrysite.Site, w retrysite.Wait) fix.Fix {
	if s.Kind != retrysite.Loop {
		return fix.Fix{}
	}
	return fix.Fix{Do: fix.Interrupt, At: w.Range, Name: s.Stop.Name, Channel: s.Stop.Channel, Loop: s.Header, Select: true}
}

// Leave returns the fixes that have s left at the end of its context: where it
// waits, if that is one place, or where the attempt has failed.
func Leave(s *retrysite.Site) []fix.Fix {
	if s.Kind != retrysite.Loop {
		return nil
	}
	var out []fix.Fix
	f := fix.Fix{Do: fix.Leave, Name: s.Context.Name, Loop: s.Header, Waits: waits(s)}
	if len(s.Waits) == 1 {
		// One select has one way out: that of the other rule, if it speaks.
		f.Select = s.Stop.Name == "" || !s.Stop.Channel && s.Stop.Name == s.Context.Name
		f.At = s.Waits[0].Range
		out = append(out, f)
	}
	f.At, f.Select, f.Failed = s.Attempt.Range, false, true
	return append(out, f)
}

func waits(s *retrysite.Site) []retrysite.Range {
	var out []retrysite.Range
	for _, w := range s.Waits {
		out = append(out, w.Range)
	}
	return out
}

// NotLast returns the fix that leaves the wait w out after the last attempt of s.
func NotLast(s *retrysite.Site, w retrysite.Wait) fix.Fix {
	if s.Kind != retrysite.Loop {
		return fix.Fix{}
	}
	return fix.Fix{Do: fix.NotLast, At: w.Range, Loop: s.Header}
}

// computed is where the delay of w is computed.
func computed(w retrysite.Wait) retrysite.Range {
	if w.Computed.IsValid() {
		return w.Computed
	}
	return w.Range
}

// Bound returns the fix that bounds the growth of p, the policy of w: so that
// it stays below longest, or, if it overflows before a cap, reaches that.
func Bound(w retrysite.Wait, p *policy.Policy, overflows bool) fix.Fix {
	f := fix.Fix{Do: fix.Bound, At: computed(w)}
	_, factor := p.Growth()
	first := p.First()
	if first <= 0 || factor <= 1 {
		return fix.Fix{}
	}
	most := LongestDelay
	limit, capped := p.Cap()
	switch {
	case overflows && capped && len(p.Assumed()) == 0:
		most = limit
	case overflows:
		most = 0
	}
	switch steps := math.Log(float64(most)/float64(first)) / math.Log(factor); {
	case most == 0: // a cap that is not seen
		f.Exponent = int(20 / math.Log2(factor))
	case overflows:
		f.Exponent = max(10, int(math.Ceil(steps))+1)
	default:
		f.Exponent = min(10, int(steps)-1)
	}
	if !overflows && first <= time.Minute/2 {
		f.Name = "Minute"
	}
	return f
}

// Power returns the fix that writes the power of base for the exclusive or in
// p, the policy of w, bounded where it would run away, and spread where nothing
// is drawn yet.
func Power(s *retrysite.Site, w retrysite.Wait, p *policy.Policy, base int) fix.Fix {
	q := p.Powered()
	f := fix.Fix{Do: fix.Power, At: computed(w), Base: base}
	if r, ok := q.Runaway(LongestDelay); ok {
		if f.Exponent = r.N - 3; f.Exponent < 3 {
			return fix.Fix{}
		}
		f.Exponent = min(f.Exponent, 10)
	}
	lo, hi, ok := q.HalfWidths()
	switch {
	case !ok || hi > 0 && lo < 0.25:
		return fix.Fix{}
	case hi == 0 && s.Attempt.Remote.Herd():
		do, remedy := fix.Full, q.Full()
		if n, known := q.MaxAttempts(); known && n > 0 {
			do, remedy = fix.Half, q.HalfTo(0.5)
		}
		spread := Spread(do, w, q, remedy)
		if spread.Do == fix.Nothing {
			return fix.Fix{}
		}
		spread.Positive = false
		f.And, f.Guess = &spread, spread.Guess
	}
	return f
}

// Plain returns the fix that leaves out the unit by which the Duration in p, the
// policy of w, is multiplied: where what is left is a delay.
func Plain(w retrysite.Wait, p *policy.Policy) fix.Fix {
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Minute} {
		if d := p.First() / unit; p.First()%unit == 0 && time.Millisecond <= d && d <= LongestDelay {
			return fix.Fix{Do: fix.Plain, At: computed(w)}
		}
	}
	return fix.Fix{}
}

// Unit returns the fix that guesses the unit of the bare number that w waits
// for, unless what is a wait then would be a fault of its own.
func Unit(s *retrysite.Site, w retrysite.Wait) fix.Fix {
	f := fix.Fix{Do: fix.Unit, At: w.Tiny, Guess: true}
	if s.Kind == retrysite.DelayFunc {
		return f
	}
	for _, p := range w.Policies {
		if p == nil || !p.LimitedFirst {
			if p == nil {
				return fix.Fix{}
			}
			if _, _, last := p.WaitsAfterLast(); last {
				return fix.Fix{}
			}
		}
	}
	if w.Bare && s.Stop.Name != "" {
		return fix.Fix{}
	}
	if s.Attempt.Remote.Herd() && w.Tiny == w.Range {
		f.And = &fix.Fix{Do: fix.Half, At: w.Tiny}
	}
	return f
}

// Counted returns the fix that sets Steps of the policy w to n, after which it
// ends as it is, and leaves out its Cap.
func Counted(w retrysite.Wait, n int) fix.Fix {
	return fix.Fix{Do: fix.Counted, At: w.Range, Steps: n, Guess: true}
}

// Close returns the fix that closes what l leaves open before the next attempt
// of s. A deferred call stays: it is for the ways on which the function returns.
func Close(s *retrysite.Site, l retrysite.Leak) fix.Fix {
	if s.Kind != retrysite.Loop {
		return fix.Fix{}
	}
	return fix.Fix{Do: fix.Close, At: l.Range, Loop: s.Header, Opened: l.What, Deferred: l.Deferred, Waits: waits(s), Guess: !l.Deferred}
}

// Guard returns the fix that guards the draw in the delay of w.
func Guard(w retrysite.Wait) fix.Fix { return fix.Fix{Do: fix.Guard, At: computed(w)} }

// Wider returns the fix that widens the jitter of w, of which remedy is what
// results of p: where it is written as a number, or else around it all.
func Wider(w retrysite.Wait, p, remedy *policy.Policy) []fix.Fix {
	around := Spread(fix.Half, w, p, remedy)
	if w.Repair != "" {
		return []fix.Fix{around}
	}
	if share, _, ok := p.CapShare(); ok && share >= 0.5 {
		return []fix.Fix{around} // a cap comes after the draw
	}
	around.Guess = true
	return []fix.Fix{{Do: fix.WidenDraw, At: computed(w)}, around}
}
