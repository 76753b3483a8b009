package recipes

import (
	"context"
	"hash/fnv"
	"time"
)

// Offset returns the point of the period at which the installation of that name
// does its periodic work: the same after every restart, another for every
// installation, all of them spread evenly. The name is one that stays: a machine
// ID, a customer number, the UUID of the first start.
func Offset(installation string, period time.Duration) time.Duration {
	h := fnv.New64a()
	h.Write([]byte(installation))
	return time.Duration(h.Sum64() % uint64(period))
}

// Next returns the next moment after now at which the installation has its turn.
func Next(installation string, period time.Duration, now time.Time) time.Time {
	turn := now.Truncate(period).Add(Offset(installation, period))
	if !turn.After(now) {
		turn = turn.Add(period)
	}
	return turn
}

// Every does work at each turn of the installation until ctx ends. Where the
// work fails, it waits for its next turn: a period apart, nobody is in a hurry.
func Every(ctx context.Context, installation string, period time.Duration, work func(context.Context) error, failed func(error)) {
	for {
		select {
		case <-time.After(time.Until(Next(installation, period, time.Now()))):
		case <-ctx.Done():
			return
		}
		if err := work(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}
