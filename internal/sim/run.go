package sim

import (
	"context"

	"github.com/retrylint/retrylint/internal/policy"
)

// Run runs p in the scenario sc once.
func Run(sc Scenario, p *policy.Policy, c Config, seed uint32) (Result, error) {
	_, err := p.Sampler()
	return Result{Seed: seed}, err
}

// RunAll runs p in the scenario sc once for every seed of c.
func RunAll(ctx context.Context, sc Scenario, p *policy.Policy, c Config) (Summary, error) {
	_, err := p.Sampler()
	return summarize(c, nil), err
}
