package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

const simHelp = `usage: retrylint sim [flags] [policy ...]

Simulates clients that fail together at a server that is down and comes back,
under each of the policies, side by side. A policy is

  a name of the published comparison (all of them where none is given):
    %s
  a policy as text, with n the failures so far, r a draw in [0,1), prev the last
  delay, ra the server's Retry-After, and limits behind it:
    'min(60s, 1s * pow(2, n)) * (0.9 + 0.2*r) attempts=8 elapsed=5m'
  either with a retry budget or a circuit breaker behind it:
    'full budget=10%%'   'exponential breaker=3/30s'
  or what the code at a place does: -at client.go:57

Which of three policies is best for a server good for 500 requests/s with 20,000 clients?

  retrylint sim -capacity 500 -clients 20000 full equal plusminus25

How much jitter is enough? What does a budget do for a busy server?

  retrylint sim -sweep jitter exponential
  retrylint sim -scenario open -rate 250 '0s attempts=2' '0s attempts=2 budget=10%%'

The scenarios, each stated exactly in docs/model.md:

%s
flags:
`

// scenarioWords says what each scenario is about.
var scenarioWords = map[sim.Scenario]string{
	sim.Herd:       "clients fail together, and the server comes back",
	sim.RetryAfter: "the same, for policies that read Retry-After",
	sim.SameSeed:   "every client draws the same numbers",
	sim.Abandon:    "20 % of the users leave during the outage",
	sim.LostReply:  "the server acts, and 1 % of the replies are lost",
	sim.Permanent:  "5 % of the requests can never succeed",
	sim.Hot:        "a round trip takes 50 ms: what no wait at all costs",
	sim.Layers:     "each attempt is itself attempted again",
	sim.Open:       "a busy server with a queue, and an outage of 10 s",
}

func writeSimHelp(w io.Writer, fs *flag.FlagSet) {
	var scenarios strings.Builder
	for _, sc := range sim.Scenarios() {
		fmt.Fprintf(&scenarios, "  %-12s %s\n", sc, scenarioWords[sc])
	}
	fmt.Fprintf(w, simHelp, strings.Join(sim.Names(), ", "), scenarios.String())
	fs.SetOutput(w)
	fs.PrintDefaults()
}

// A simCall is one use of the command sim.
type simCall struct {
	scenario *sim.Scenario // nil: herd, or retry-after for a policy that reads the server's value
	conf     sim.Config
	seeds    seedList
	format   string
	sweep    string
	points   int
	at       []string
	inner    string
	fit      bool
	width    int
}

var simFormats = []string{"table", "tsv", "json", "chart", "svg"}

// flags returns the flags of the command, with the numbers of conf as defaults.
func (s *simCall) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("sim", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	c := &s.conf
	fs.Func("scenario", "what happens: "+scenarioList()+" (herd, or retry-after for a policy that reads it)", func(v string) error {
		sc, err := sim.ParseScenario(v)
		s.scenario = &sc
		return err
	})
	fs.StringVar(&s.format, "format", "table", "table, tsv with a row per seed, json, chart (in the terminal), or svg")
	fs.StringVar(&s.sweep, "sweep", "", "vary one `parameter`: jitter, cap, or a flag with a number; name=from..to gives the ends")
	fs.IntVar(&s.points, "points", 0, "number of points of a sweep (21)")
	fs.Func("at", "also the policy of the code at `file.go:line`; may be given several times", func(v string) error {
		s.at = append(s.at, v)
		return nil
	})
	fs.BoolVar(&s.fit, "fit", false, "scale the scenario so that a policy with a limit lives through the outage, as findings do")
	fs.IntVar(&s.width, "width", 100, "columns of a chart")
	s.seeds = c.Seeds
	fs.Var(&s.seeds, "seeds", "seeds of the runs, such as 1-5,206-210")
	fs.IntVar(&c.Clients, "clients", c.Clients, "number of clients")
	fs.DurationVar(&c.Outage, "outage", c.Outage, "time at which the server comes back")
	fs.DurationVar(&c.Spread, "spread", c.Spread, "time within which the clients send first")
	fs.Float64Var(&c.Capacity, "capacity", c.Capacity, "requests/s that the server serves")
	fs.DurationVar(&c.Horizon, "horizon", c.Horizon, "time at which a run ends")
	fs.DurationVar(&c.Tick, "tick", c.Tick, "step of the clock")
	fs.DurationVar(&c.RTT, "rtt", c.RTT, "round trip, which is added to every delay")
	fs.DurationVar(&c.RetryAfter, "retry-after", c.RetryAfter, "what a refusal says in its Retry-After")
	fs.IntVar(&c.Failed, "failed", c.Failed, "failures of each client before the run")
	fs.IntVar(&c.Processes, "processes", c.Processes, "processes that the clients live in: each has one budget and one breaker")
	fs.Float64Var(&c.Leave, "leave", c.Leave, "share of the users that leave (abandon)")
	fs.Float64Var(&c.Lost, "lost", c.Lost, "share of the replies that are lost (lost-reply)")
	fs.Float64Var(&c.Doomed, "doomed", c.Doomed, "share of the requests that can never succeed (permanent)")
	fs.BoolVar(&c.Stop, "stop", c.Stop, "clients stop for users that left and requests that can never succeed (abandon, permanent)")
	fs.BoolVar(&c.Key, "key", c.Key, "requests carry an idempotency key (lost-reply)")
	fs.StringVar(&s.inner, "inner", "", "`policy` under which each attempt is attempted again; the policy itself, where none is given (layers)")
	fs.Float64Var(&c.Rate, "rate", c.Rate, "operations/s that begin (open)")
	fs.DurationVar(&c.Warm, "warm", c.Warm, "time at which the outage begins (open)")
	fs.DurationVar(&c.Timeout, "timeout", c.Timeout, "how long a client waits for a reply (open)")
	return fs
}

func scenarioList() string {
	var out []string
	for _, sc := range sim.Scenarios() {
		out = append(out, sc.String())
	}
	return strings.Join(out, ", ")
}

// parseSim reads the command line of sim; nil and no error: help was asked for.
func parseSim(c *call) (*simCall, []string, error) {
	s := &simCall{conf: sim.Base()}
	fs := s.flags()
	err := fs.Parse(c.args)
	if err == nil && s.scenario != nil {
		// The scenario decides what the other flags are where they are not given.
		s = &simCall{conf: s.scenario.Base()}
		fs = s.flags()
		err = fs.Parse(c.args)
	}
	if errors.Is(err, flag.ErrHelp) {
		writeSimHelp(c.stdout, fs)
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, usagef("sim: %s", err)
	}
	if !slices.Contains(simFormats, s.format) {
		return nil, nil, usagef("sim: unknown format %q: want %s or %s", s.format, strings.Join(simFormats[:4], ", "), simFormats[4])
	}
	if s.width < 40 || s.width > 1000 {
		return nil, nil, usagef("sim: width is %d, want 40 to 1000", s.width)
	}
	s.conf.Seeds = s.seeds
	if err := s.conf.Validate(); err != nil {
		return nil, nil, usageError{err.Error()}
	}
	if s.inner != "" {
		if s.conf.Inner, err = parsePolicy(s.inner); err != nil {
			return nil, nil, err
		}
	}
	return s, fs.Args(), nil
}

// runSim is the command sim.
func runSim(ctx context.Context, c *call) error {
	s, args, err := parseSim(c)
	if s == nil || err != nil {
		return err
	}
	ps, err := s.policies(ctx, c, args)
	if err != nil {
		return err
	}
	if s.sweep != "" {
		return s.runSweep(ctx, c, ps)
	}
	if err := s.run(ctx, c, ps); err != nil {
		return err
	}
	w := bufio.NewWriter(c.stdout)
	if err := s.write(w, ps); err != nil {
		return err
	}
	return w.Flush()
}

// A simPolicy is one line of the comparison.
type simPolicy struct {
	name     string // as asked for
	policy   *policy.Policy
	scenario sim.Scenario
	conf     sim.Config
	result   sim.Summary
}

// policies returns what is to be compared: what args name, what the code does at
// the places of -at, or the published comparison.
func (s *simCall) policies(ctx context.Context, c *call, args []string) ([]simPolicy, error) {
	if len(args) == 0 && len(s.at) == 0 {
		args = sim.Names()
	}
	var ps []simPolicy
	for _, at := range s.at {
		found, err := policiesAt(ctx, c, at)
		if err != nil {
			return nil, err
		}
		ps = append(ps, found...)
	}
	for _, arg := range args {
		p, err := parsePolicy(arg)
		if err != nil {
			return nil, err
		}
		ps = append(ps, simPolicy{name: arg, policy: p})
	}
	for i := range ps {
		if err := s.place(&ps[i]); err != nil {
			return nil, err
		}
	}
	return ps, nil
}

// place says in which scenario, with which numbers, a policy is simulated.
func (s *simCall) place(p *simPolicy) error {
	p.scenario, p.conf = sim.Herd, s.conf
	switch {
	case s.scenario != nil:
		p.scenario = *s.scenario
	case p.policy.Server():
		p.scenario = sim.RetryAfter
	}
	p.conf.Curve = s.format == "chart" || s.format == "svg"
	if s.fit {
		var ok bool
		if p.conf, ok = p.conf.Fit(p.scenario, p.policy); !ok {
			return fmt.Errorf("sim: %s: there is no outage that it could live through: it makes one attempt only, or all in a moment", p.name)
		}
	}
	return nil
}

// parsePolicy reads a name of the published comparison, with limits behind it or
// not, or a policy as text.
func parsePolicy(arg string) (*policy.Policy, error) {
	text := arg
	name, rest, _ := strings.Cut(strings.TrimSpace(arg), " ")
	if t, ok := sim.Named(name); ok {
		text = t + " " + rest
	}
	p, err := policy.Parse(text)
	if err != nil {
		if near := nearest(arg, sim.Names()); near != "" {
			return nil, usagef("sim: unknown policy %q (did you mean %q?)", arg, near)
		}
		return nil, usagef("sim: %q is neither the name of a policy (%s) nor the text of one: %s",
			arg, strings.Join(sim.Names(), ", "), err)
	}
	return p, nil
}

// run simulates the policies, in parallel.
func (s *simCall) run(ctx context.Context, c *call, ps []simPolicy) error {
	jobs := make([]sim.Job, len(ps))
	for i, p := range ps {
		jobs[i] = sim.Job{Scenario: p.scenario, Policy: p.policy, Config: p.conf}
	}
	meter := newMeter(c.stderr)
	out := sim.Batch(ctx, jobs, meter.tell)
	meter.clear()
	if ctx.Err() != nil {
		return errors.New("sim: interrupted")
	}
	for i := range ps {
		if out[i].Err != nil {
			return fmt.Errorf("sim: %s: %s", ps[i].name, strings.TrimPrefix(out[i].Err.Error(), "sim: "))
		}
		ps[i].result = out[i].Summary
	}
	return nil
}
