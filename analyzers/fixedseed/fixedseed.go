// Package fixedseed defines the rule that reports jitter that is the same in
// every process.
package fixedseed

import (
	"flag"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/retrysite"
	"github.com/retrylint/retrylint/internal/rule"
)

// Rule reports jitter that is the same in every process.
var Rule = &rule.Rule{
	Name:  "fixedseed",
	Title: "report jitter drawn from a source that is seeded with a constant",
	Herd:  true,
	What: `The draws of a delay come from a source seeded with a constant: rand.New(rand.NewSource(1)),
rand.NewPCG(1, 2), or rand.Seed(42) in a module whose go line is below 1.24.`,
	Why: `Every process draws the same numbers in the same order: the delay looks random, and is the
same for all clients. They come back together, as if there were no jitter.`,
	Quiet: `the seed is taken from the clock, crypto/rand, the process or the host, or is not seen; the draws
are those of math/rand/v2; they come from the global source of math/rand, which every toolchain since Go 1.20 seeds at
random (with -fixedseed.legacy it is taken as unseeded where the go line is below 1.20); the operation is known to be local.`,
	Flags: func(fs *flag.FlagSet) {
		fs.BoolVar(&legacy, "legacy", legacy, "take the global math/rand as unseeded where the go line is below 1.20")
	},
	Check: rule.EachWait(judge),
}

// Analyzer is the analyzer of Rule.
var Analyzer = rule.Analyzer(Rule)

// legacy says that the program may be built with a toolchain before Go 1.20.
var legacy = false

// Have: var rng = rand.New(rand.NewSource(1)); time.Sleep(d/2 + time.Duration(rng.Int63n(int64(d))))
// Want: time.Sleep(d/2 + rand.N(d)), with math/rand/v2
func judge(_ retrysite.Wait, p *policy.Policy) (rule.Finding, bool) {
	if p.Seed == "" || p.Legacy && !legacy || !p.Draws() {
		return rule.Finding{}, false
	}
	return rule.Finding{
		Fault: []string{
			"delay " + p.Describe() + ", drawn from " + p.Seed + ", the same in every process",
			"draws from " + p.Seed + ", the same in every process",
		},
		Write:    []string{"draw from math/rand/v2"},
		Scenario: rule.SameSeed,
		Before:   p,
	}, true
}
