package sim

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A Scenario says what happens beside the outage.
type Scenario uint8

// The scenarios. docs/model.md gives the exact model of each.
const (
	Herd       Scenario = iota // the base scenario
	RetryAfter                 // clients take their wait from the refusal
	SameSeed                   // every client draws the same numbers
	Abandon                    // a share of users leaves during the outage
	LostReply                  // the server acts, and a share of the replies is lost
	Permanent                  // a share of the requests can never succeed
	Hot                        // a request takes a round trip, and so does a delay of 0
	Layers                     // each attempt is itself attempted again
	Open                       // operations begin all the time, wait in a queue, and time out
)

var scenarioNames = [...]string{
	Herd:       "herd",
	RetryAfter: "retry-after",
	SameSeed:   "same-seed",
	Abandon:    "abandon",
	LostReply:  "lost-reply",
	Permanent:  "permanent",
	Hot:        "hot",
	Layers:     "layers",
	Open:       "open",
}

// Scenarios returns all scenarios.
func Scenarios() []Scenario {
	out := make([]Scenario, len(scenarioNames))
	for i := range out {
		out[i] = Scenario(i)
	}
	return out
}

// String returns the name of the scenario: "herd", "retry-after".
func (s Scenario) String() string {
	if int(s) < len(scenarioNames) {
		return scenarioNames[s]
	}
	return fmt.Sprintf("Scenario(%d)", uint8(s))
}

// ParseScenario returns the scenario of that name.
func ParseScenario(name string) (Scenario, error) {
	if i := slices.Index(scenarioNames[:], name); i >= 0 {
		return Scenario(i), nil
	}
	return 0, fmt.Errorf("sim: no scenario is named %q; the scenarios are %s", name, strings.Join(scenarioNames[:], ", "))
}

// Base returns the numbers of the scenario: those of [Base] but for what it is about.
func (s Scenario) Base() Config {
	c := Base()
	switch s {
	case Permanent:
		c.Horizon = 300 * time.Second
	case Hot:
		c.Tick, c.RTT = 50*time.Millisecond, 50*time.Millisecond
	case Open:
		c.Capacity, c.Rate = 300, 280
		c.Warm, c.Outage, c.Timeout = 10*time.Second, 20*time.Second, time.Second
		c.Horizon = 300 * time.Second
	}
	return c
}

// check returns an error that names the first number with which c is no such scenario.
func (s Scenario) check(c Config) error {
	if err := c.Validate(); err != nil {
		return err
	}
	switch s {
	case LostReply, Permanent:
		if c.Capacity == 0 {
			return fmt.Errorf("sim: %s needs a server with a capacity", s)
		}
	case Open:
		n := c.operations()
		switch {
		case !(n >= 1 && n <= maxClients):
			return fmt.Errorf("sim: a rate of %v operations/s for %v makes %v clients, want 1 to %d", c.Rate, c.Horizon, n, maxClients)
		case c.Timeout <= 0 || c.Warm < 0 || c.Warm > c.Outage:
			return fmt.Errorf("sim: timeout %v, warm %v: want more than 0, and from 0 to the end of the outage, %v", c.Timeout, c.Warm, c.Outage)
		}
	}
	return nil
}

// operations returns the number of operations that begin in an Open run.
func (c Config) operations() float64 { return math.Round(c.Rate * c.Horizon.Seconds()) }
