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
	out := Batch(ctx, []Job{{sc, p, c}}, nil)
	return out[0].Summary, out[0].Err
}

// A Job is one policy in one scenario, for all seeds of the config.
type Job struct {
	Scenario Scenario
	Policy   *policy.Policy
	Config   Config
}

// An Outcome is what became of a Job; see RunAll.
type Outcome struct {
	Summary Summary
	Err     error
}

// Batch runs all jobs, the seeds of all of them in parallel, and returns their
// outcomes in the order of the jobs. progress, if not nil, is told after each
// run how many are done, one call at a time.
func Batch(ctx context.Context, jobs []Job, progress func(done, total int)) []Outcome {
	out := make([]Outcome, len(jobs))
	subjects := make([]*subject, len(jobs))
	runs, errs := make([][]Result, len(jobs)), make([][]error, len(jobs))
	total := 0
	for i, j := range jobs {
		n := len(j.Config.Seeds)
		if n == 0 {
			out[i].Err = errors.New("sim: no seeds")
			continue
		}
		if subjects[i], out[i].Err = newSubject(j.Policy); out[i].Err != nil {
			continue
		}
		runs[i], errs[i] = make([]Result, n), make([]error, n)
		total += n
	}
	free := make(chan struct{}, runtime.GOMAXPROCS(0)) // bounds memory as well as work
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for i, j := range jobs {
		for k := range runs[i] {
			free <- struct{}{}
			wg.Go(func() {
				defer func() { <-free }()
				runs[i][k], errs[i][k] = subjects[i].simulate(ctx, j.Scenario, j.Config, j.Config.Seeds[k])
				if progress != nil {
					mu.Lock()
					defer mu.Unlock()
					done++
					progress(done, total)
				}
			})
		}
	}
	wg.Wait()
	for i, j := range jobs {
		for _, err := range errs[i] {
			if out[i].Err == nil {
				out[i].Err = err
			}
		}
		if out[i].Err == nil {
			out[i].Summary = Mean(j.Config, runs[i])
		}
	}
	return out
}
