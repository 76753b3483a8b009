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
	// RetryAfter is what a refusal says in its Retry-After header.
	RetryAfter time.Duration
	// RTT is added to every delay: the round trip of a request.
	RTT time.Duration
	// Stop says that the client of a user who has left stops, in Abandon.
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

// A Scenario says what happens beside the outage.
type Scenario uint8

// The scenarios. docs/model.md gives the exact model of each.
const (
	Herd       Scenario = iota // the base scenario
	RetryAfter                 // clients take their wait from the refusal
	Abandon                    // a share of users leaves during the outage
	LostReply                  // the server acts, and a share of the replies is lost
)

var scenarioNames = [...]string{
	Herd:       "herd",
	RetryAfter: "retry-after",
	Abandon:    "abandon",
	LostReply:  "lost-reply",
}

// String returns the name of the scenario: "herd", "retry-after", "abandon" or
// "lost-reply".
func (s Scenario) String() string {
	if int(s) < len(scenarioNames) {
		return scenarioNames[s]
	}
	return fmt.Sprintf("Scenario(%d)", uint8(s))
}

// ParseScenario returns the scenario of that name.
func ParseScenario(name string) (Scenario, error) {
	for s, n := range scenarioNames {
		if n == name {
			return Scenario(s), nil
		}
	}
	return 0, fmt.Errorf("sim: no scenario is named %q; the scenarios are herd, retry-after, abandon, lost-reply", name)
}
