package sim

import "time"

// Never is the value of a time that was not reached within the horizon.
const Never time.Duration = -1

// A Result is what one run counted.
type Result struct {
	Seed uint32
	// Sent is the number of requests that arrived once the server was back.
	Sent int
	// Peak is the largest number of them in one tick, as requests per second.
	Peak float64
	// Done is the number of clients that were served and are not counted in Left.
	Done int
	// T50 and T99 are the ends of the ticks at which 50 % and 99 % of the
	// clients not counted in Left were done, as the start of the tick; Never if
	// that was not reached.
	T50, T99 time.Duration
	// GaveUp is the number of clients not counted in Left that used up their limit.
	GaveUp int
	// Left is the number of users that left, in Abandon.
	Left int
	// Wasted is the number of Sent that were sent for users who had left.
	Wasted int
	// Duplicates is the number of times that the server acted on a request on
	// which it had acted before, in LostReply.
	Duplicates int
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
	// Sent, Peak (requests per second), GaveUp, Wasted and Duplicates are means over the runs.
	Sent, Peak, GaveUp, Wasted, Duplicates float64
	// T50 and T99 are means in seconds; -1 if some run never got there.
	T50, T99 float64
}

// DuplicatesPer returns how many of n operations the server carried out once
// more, on the mean.
func (s Summary) DuplicatesPer(n int) float64 {
	return s.Duplicates * float64(n) / float64(s.Config.Clients)
}

// summarize sums whole numbers and divides once, so that a mean is what it is
// on paper, rounded once.
func summarize(c Config, runs []Result) Summary {
	var sent, gaveUp, wasted, duplicates int
	var peak float64
	var t50, t99 time.Duration
	never50, never99 := false, false
	for _, r := range runs {
		sent += r.Sent
		peak += r.Peak
		gaveUp += r.GaveUp
		wasted += r.Wasted
		duplicates += r.Duplicates
		t50 += r.T50
		t99 += r.T99
		never50 = never50 || r.T50 == Never
		never99 = never99 || r.T99 == Never
	}
	n := float64(len(runs))
	s := Summary{
		Runs: runs, Config: c,
		Sent: float64(sent) / n, Peak: peak / n, GaveUp: float64(gaveUp) / n,
		Wasted: float64(wasted) / n, Duplicates: float64(duplicates) / n,
		T50: float64(t50) / n / 1e9, T99: float64(t99) / n / 1e9,
	}
	if never50 {
		s.T50 = -1
	}
	if never99 {
		s.T99 = -1
	}
	return s
}
