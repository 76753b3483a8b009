package sim

import "time"

// Never is the value of a time that was not reached within the horizon.
const Never time.Duration = -1

// A Result is what one run counted.
type Result struct {
	Seed uint32
	// Total is the number of requests that arrived, and Sent that of those that
	// arrived once the server was back.
	Total, Sent int
	// Peak is the largest number of them in one tick, as requests per second.
	Peak float64
	// Done is the number of clients that were served and are not counted in Left.
	Done int
	// T50 and T99 are the ends of the ticks at which 50 % and 99 % of the
	// clients not counted in Left were done, as the start of the tick; Never if
	// that was not reached.
	T50, T99 time.Duration
	// GaveUp is the number of clients not counted in Left that used up their limit or budget.
	GaveUp int
	// Held is the number of requests that a breaker held back.
	Held int
	// Left is the number of users that left, in Abandon, and of requests that can
	// never succeed, in Permanent.
	Left int
	// Wasted is the number of Sent that were sent for users who had left, or by
	// clients that had been told that their request cannot succeed; in Open, of
	// the requests that the server served though nobody waited for them any longer.
	Wasted int
	// Duplicates is the number of times that the server acted on a request on
	// which it had acted before, in LostReply.
	Duplicates int
	// Goodput and Load are the operations done and the requests that arrived in a
	// second, in the last tenth of the run, and Settled is the end of the last tick
	// in which a client's patience ended, or Never if that was in the last tenth: in Open.
	Goodput, Load float64
	Settled       time.Duration
	// Curve has a point for every tick at which a request arrived, if Config.Curve is set.
	Curve []Point
}

// A Point is one tick of a run.
type Point struct {
	T        time.Duration // the start of the tick
	Arrivals int           // requests that arrived in it
	Done     int           // clients done at its end
}

// A Summary is the runs of all seeds and their means.
type Summary struct {
	Runs   []Result // in the order of Config.Seeds
	Config Config
	// These are means over the runs; Peak, Goodput and Load are per second.
	Total, Sent, Peak, GaveUp, Held, Wasted, Duplicates, Goodput, Load float64
	// T50, T99 and Settled are means in seconds; -1 if some run never got there.
	T50, T99, Settled float64
}

// DuplicatesPer returns how many of n operations the server carried out once
// more, on the mean.
func (s Summary) DuplicatesPer(n int) float64 {
	return s.Duplicates * float64(n) / float64(s.Config.Clients)
}

// Mean returns the runs of c with their means. It sums whole numbers and divides
// once, so that a mean is what it is on paper, rounded once.
func Mean(c Config, runs []Result) Summary {
	mean := func(of func(Result) float64) float64 {
		sum := 0.0
		for _, r := range runs {
			sum += of(r)
		}
		return sum / float64(len(runs))
	}
	count := func(of func(Result) int) float64 { return mean(func(r Result) float64 { return float64(of(r)) }) }
	moment := func(of func(Result) time.Duration) float64 {
		for _, r := range runs {
			if of(r) == Never {
				return -1
			}
		}
		return mean(func(r Result) float64 { return float64(of(r)) }) / 1e9
	}
	return Summary{
		Runs: runs, Config: c,
		Total:      count(func(r Result) int { return r.Total }),
		Sent:       count(func(r Result) int { return r.Sent }),
		Peak:       mean(func(r Result) float64 { return r.Peak }),
		GaveUp:     count(func(r Result) int { return r.GaveUp }),
		Held:       count(func(r Result) int { return r.Held }),
		Wasted:     count(func(r Result) int { return r.Wasted }),
		Duplicates: count(func(r Result) int { return r.Duplicates }),
		Goodput:    mean(func(r Result) float64 { return r.Goodput }),
		Load:       mean(func(r Result) float64 { return r.Load }),
		T50:        moment(func(r Result) time.Duration { return r.T50 }),
		T99:        moment(func(r Result) time.Duration { return r.T99 }),
		Settled:    moment(func(r Result) time.Duration { return r.Settled }),
	}
}
