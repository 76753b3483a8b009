package sim

import (
	"context"
	"errors"
	"runtime"
	"sync"

	"github.com/retrylint/retrylint/internal/policy"
)

// RunAll runs p in the scenario sc once for every seed of c, in parallel. The
// result does not depend on the number of cores. It returns the error of the
// first seed, in the order of c, whose run has one (see Run), and also stops
// with an error when ctx ends.
func RunAll(ctx context.Context, sc Scenario, p *policy.Policy, c Config) (Summary, error) {
	if len(c.Seeds) == 0 {
		return Summary{}, errors.New("sim: no seeds")
	}
	s, err := newSubject(p)
	if err != nil {
		return Summary{}, err
	}
	runs := make([]Result, len(c.Seeds))
	errs := make([]error, len(c.Seeds))
	free := make(chan struct{}, runtime.GOMAXPROCS(0)) // bounds memory as well as work
	var wg sync.WaitGroup
	for i, seed := range c.Seeds {
		free <- struct{}{}
		wg.Go(func() {
			runs[i], errs[i] = s.simulate(ctx, sc, c, seed)
			<-free
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return Summary{}, err
		}
	}
	return summarize(c, runs), nil
}
