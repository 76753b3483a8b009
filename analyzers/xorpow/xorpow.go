// Package xorpow defines the rule that reports an exclusive or where a power
// was meant.
package xorpow

import (
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports an exclusive or where a power was meant.
var Rule = &rule.Rule{
	Name:  "xorpow",
	Title: "report 2^n in a delay, which is an exclusive or",
	What:  `2^n, or another small number ^ the attempt number, in a delay: in Go it is an exclusive or, not a power.`,
	Why:   `2^n is 2, 3, 0, 1, 6, 7, 4, 5 for n from 0: the delays do not grow, and one of them is no wait at all.`,
	Quiet: `^ is used for anything else: masks, complements, hashes; the other operand is not the attempt
number, or is not seen.`,
	Check: rule.EachWaitOf(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// Have: time.Sleep(time.Duration(2^n) * time.Second)
// Want: time.Sleep(time.Duration(1<<n) * time.Second)
func judge(s *retrysite.Site, w retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	base, ok := p.XorPower()
	if !ok {
		return rule.Finding{}, false
	}
	var waits []string
	for _, d := range p.Nominals(4) {
		waits = append(waits, policy.Time(d))
	}
	write := "write 1<<n"
	if base != 2 {
		write = fmt.Sprintf("write math.Pow(%d, n)", base)
	}
	f := rule.Finding{
		Fault: []string{fmt.Sprintf("%d^n is an exclusive or, not a power: the delays are %s", base, strings.Join(waits, ", "))},
		Write: []string{write},
		Fixes: []fix.Fix{rule.Power(s, w, p, base)},
	}
	if s.Attempt.Remote.Herd() {
		f.Scenario, f.Before = rule.Hot, p
	}
	return f, true
}
