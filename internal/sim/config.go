// Package sim runs a retry policy in many clients against one server that was
// down and comes back, and counts what happens.
//
// The model is a discrete simulation in ticks; docs/model.md states it exactly,
// draw by draw, with what it leaves out. The package is pure: the results are
// the same on every machine and do not depend on the number of cores. It knows
// policies and nothing of Go source.
package sim

import (
	"fmt"
	"math"
	"time"

	"github.com/retrylint/retrylint/internal/policy"
)

// Config is a scenario in numbers. Base returns the published one.
type Config struct {
	// Clients is the number of clients, at least 1.
	Clients int
	// Outage is the time at which the server comes back. Spread is the time
	// within which the clients send first. Tick is the step of the clock, and
	// Horizon the time at which the run ends.
	Outage, Spread, Tick, Horizon time.Duration
	// Capacity is what the server serves once it is back, in requests per second.
	Capacity float64
	// Seeds are the seeds of RunAll, one run each.
	Seeds []uint32
	// Leave is the share of users that leave, in Abandon.
	Leave float64
	// Lost is the share of replies that are lost, in LostReply.
	Lost float64
	// Doomed is the share of requests that can never succeed, in Permanent.
	Doomed float64
	// Failed is the number of failures that each client has had before the run,
	// all draws at 0.5: it is at failure Failed+1 when the run begins.
	Failed int
	// Processes is the number of processes that the clients live in: client i in
	// that of number i modulo Processes. A process has one budget and one breaker.
	Processes int
	// Inner is the policy under which each attempt is itself attempted again, in
	// Layers; nil: the policy that is simulated, once more.
	Inner *policy.Policy
	// Rate is the number of operations that begin in a second, Warm the time at
	// which the outage begins, and Timeout how long a client waits for a reply,
	// in Open.
	Rate          float64
	Warm, Timeout time.Duration
	// RetryAfter is what a refusal says in its Retry-After header.
	RetryAfter time.Duration
	// RTT is added to every delay: the round trip of a request.
	RTT time.Duration
	// Stop says that the client of a user who has left stops, in Abandon, and
	// that a client stops that was told that its request cannot succeed, in Permanent.
	Stop bool
	// Key says that requests carry an idempotency key, in LostReply.
	Key bool
	// Curve asks for Result.Curve.
	Curve bool
}

// Base returns the published scenario: 2000 clients fail within 2 s, the server
// is down until 30 s and then serves 120 requests/s; seeds 1 to 5.
func Base() Config {
	return Config{
		Clients:    2000,
		Outage:     30 * time.Second,
		Spread:     2 * time.Second,
		Tick:       100 * time.Millisecond,
		Horizon:    1200 * time.Second,
		Capacity:   120,
		Seeds:      []uint32{1, 2, 3, 4, 5},
		Leave:      0.20,
		Lost:       0.01,
		Doomed:     0.05,
		Processes:  20,
		RetryAfter: 30 * time.Second,
	}
}

// The largest sizes that a Config may ask for: they bound the memory of a run.
const (
	maxClients = 1 << 24
	maxTicks   = 1 << 24
)

// Validate returns an error that names the first number that cannot be simulated.
func (c Config) Validate() error {
	switch {
	case c.Clients < 1 || c.Clients > maxClients:
		return fmt.Errorf("sim: clients is %d, want 1 to %d", c.Clients, maxClients)
	case c.Tick <= 0:
		return fmt.Errorf("sim: tick is %v, want more than 0", c.Tick)
	case c.Outage < 0 || c.Spread < 0 || c.RTT < 0 || c.RetryAfter < 0:
		return fmt.Errorf("sim: outage %v, spread %v, rtt %v, retry-after %v: want none below 0", c.Outage, c.Spread, c.RTT, c.RetryAfter)
	case c.Horizon <= 0 || c.Horizon/c.Tick >= maxTicks:
		return fmt.Errorf("sim: horizon is %v, want more than 0 and less than %d ticks of %v", c.Horizon, maxTicks, c.Tick)
	case !(c.Capacity >= 0) || c.perTick() > math.MaxInt32:
		return fmt.Errorf("sim: capacity is %v requests/s, want 0 or more, and at most %d a tick", c.Capacity, math.MaxInt32)
	case !(c.Leave >= 0 && c.Leave <= 1):
		return fmt.Errorf("sim: leave is %v, want a share from 0 to 1", c.Leave)
	case !(c.Lost >= 0 && c.Lost <= 1):
		return fmt.Errorf("sim: lost is %v, want a share from 0 to 1", c.Lost)
	case !(c.Doomed >= 0 && c.Doomed <= 1):
		return fmt.Errorf("sim: doomed is %v, want a share from 0 to 1", c.Doomed)
	case c.Processes < 1 || c.Processes > maxClients:
		return fmt.Errorf("sim: processes is %d, want 1 to %d", c.Processes, maxClients)
	case c.Failed < 0 || c.Failed > manyAttempts:
		return fmt.Errorf("sim: failed is %d, want 0 to %d", c.Failed, manyAttempts)
	}
	return nil
}

// perTick returns how many requests the server serves in a tick. What is a
// whole number but for the rounding of seconds is taken as that number.
func (c Config) perTick() float64 {
	x := c.Capacity * float64(c.Tick) / float64(time.Second)
	if n := math.Round(x); math.Abs(x-n) < 1e-6*(1+n) {
		return n
	}
	return x
}
