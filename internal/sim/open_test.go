package sim

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

type refOpenResult struct {
	total, peakTick, done, gaveUp, wasted, last, doneTail, sentTail int
}

// A refPatient is a client that waits for a reply, for a while.
type refPatient struct {
	next     float64
	failures int
	waits    bool // for a reply; next is then the end of its patience
	request  int  // the number of its last request
	over     bool
}

type refRequest struct{ client, number int }

// refOpen is the model of the scenario open, in ms: capacity is that of a tick.
func refOpen(rate, capacity, warm, outage, timeout, horizon float64, attempts int, delay refPolicy, seed uint32) refOpenResult {
	const tick = 100
	draw := refDraw(seed)
	clients := make([]refPatient, int(math.Round(rate*horizon/1000)))
	for i := range clients {
		clients[i].next = draw() * horizon
	}
	res := refOpenResult{last: -1}
	var line []refRequest
	ticks := int(horizon / tick)
	tail := ticks - ticks/10
	for k := range ticks {
		t := float64(k) * tick
		arrivals := 0
		for i := range clients {
			c := &clients[i]
			if c.over || c.next > t {
				continue
			}
			if !c.waits {
				arrivals++
				c.request++
				c.waits, c.next = true, t+timeout
				line = append(line, refRequest{i, c.request})
				continue
			}
			res.last = k
			c.waits = false
			if c.failures++; c.failures == attempts {
				c.over = true
				res.gaveUp++
				continue
			}
			c.next = max(t+tick, t+delay(c.failures, 0, 0, draw))
		}
		res.total += arrivals
		if t >= outage {
			res.peakTick = max(res.peakTick, arrivals)
		}
		if k >= tail {
			res.sentTail += arrivals
		}
		if t < warm || t >= outage {
			done := res.done
			line = refServe(clients, line, capacity, &res)
			if k >= tail {
				res.doneTail += res.done - done
			}
		}
	}
	return res
}

// refServe answers the first of the requests in line, and returns the others.
func refServe(clients []refPatient, line []refRequest, capacity float64, res *refOpenResult) []refRequest {
	for free := capacity; free > 0 && len(line) > 0; free-- {
		q := line[0]
		line = line[1:]
		c := &clients[q.client]
		if !c.waits || c.request != q.number {
			res.wasted++
			continue
		}
		c.waits, c.over = false, true
		res.done++
	}
	return line
}

var openCases = []struct {
	name, text string
	attempts   int
	rate       float64
}{
	{"hot", "0s attempts=2", 2, 280},
	{"hot", "0s attempts=2", 2, 140},
	{"full", "r * min(60s, 1s * pow(2, n)) attempts=3", 3, 90},
	{"full", "r * min(60s, 1s * pow(2, n)) attempts=3", 3, 150},
	{"exponential", "min(60s, 1s * pow(2, n))", 0, 60},
}

// openRow writes a line of open.tsv.
func openRow(text string, rate float64, seed uint32, r refOpenResult) string {
	return fmt.Sprintf("%s\t%v\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n",
		text, rate, seed, r.total, r.peakTick, r.done, r.gaveUp, r.wasted, r.last, r.doneTail, r.sentTail)
}

// TestOpenReference holds open.tsv to the reference (-update writes it), and
// the simulator to open.tsv.
func TestOpenReference(t *testing.T) {
	want := "policy\trate\tseed\ttotal\tpeak_per_tick\tdone\tgave_up\twasted\tlast_timeout_tick\tdone_tail\tsent_tail\n"
	have := want
	for _, c := range openCases {
		for _, seed := range scenarioSeeds[:2] {
			want += openRow(c.text, c.rate, seed, refOpen(c.rate, 30, 10000, 20000, 1000, 120000, c.attempts, refPolicies[c.name], seed))

			conf := Open.Base()
			conf.Rate, conf.Horizon = c.rate, 120*time.Second
			r, err := Run(Open, parse(t, c.text), conf, seed)
			if err != nil {
				t.Fatal(err)
			}
			last := -1
			if r.Settled != Never {
				last = int(r.Settled/conf.Tick) - 1
			}
			h := refOpenResult{r.Total, int(math.Round(r.Peak / 10)), r.Done, r.GaveUp, r.Wasted, last, int(math.Round(r.Goodput * 12)), int(math.Round(r.Load * 12))}
			if r.Settled == Never { // what the row has is the tick itself
				h.last = refOpen(c.rate, 30, 10000, 20000, 1000, 120000, c.attempts, refPolicies[c.name], seed).last
				if h.last < 1080 {
					t.Errorf("%s at %v: never settled, and the last timeout is in tick %d", c.text, c.rate, h.last)
				}
			}
			have += openRow(c.text, c.rate, seed, h)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/open.tsv", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile("testdata/open.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if string(data) != want {
		t.Errorf("testdata/open.tsv is not what the reference gives; go test -run TestOpenReference -update ./internal/sim writes it")
	}
	if have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
}

// TestPublishedOutage is the vector of Bronson et al., "Metastable Failures in
// Distributed Systems" (HotOS 2021): a store good for 300 requests/s, clients
// that retry once after 1 s, and an outage of 10 s. With 280 requests/s of work
// the load goes to 560/s and stays there, and nothing is done any more; below
// 150/s the work of before comes back by itself.
func TestPublishedOutage(t *testing.T) {
	for _, tt := range []struct {
		rate      float64
		horizon   time.Duration
		recovers  bool
		load      float64
		tolerance float64
	}{
		{280, 5 * time.Minute, false, 560, 0.02},
		{160, 5 * time.Minute, false, 320, 0.02},
		{145, 10 * time.Minute, true, 145, 0.05},
		{100, 5 * time.Minute, true, 100, 0.05},
	} {
		c := Open.Base()
		c.Rate, c.Horizon, c.Seeds = tt.rate, tt.horizon, []uint32{1, 2}
		s, err := RunAll(context.Background(), Open, parse(t, "0s attempts=2"), c)
		if err != nil {
			t.Fatal(err)
		}
		if (s.Settled >= 0) != tt.recovers || math.Abs(s.Load-tt.load) > tt.tolerance*tt.load {
			t.Errorf("%v/s: settled %v, load %v/s, want recovery %t and %v/s", tt.rate, s.Settled, s.Load, tt.recovers, tt.load)
		}
		if good := s.Goodput > 0.9*tt.rate; good != tt.recovers || !good && s.Goodput > 0 {
			t.Errorf("%v/s: goodput %v/s, want recovery %t", tt.rate, s.Goodput, tt.recovers)
		}
	}
}

// TestOpenWithoutRetries: without a second attempt the queue of the outage is
// served, if to nobody, and then all is as before.
func TestOpenWithoutRetries(t *testing.T) {
	c := Open.Base()
	c.Seeds = []uint32{1}
	s, err := RunAll(context.Background(), Open, parse(t, "1s attempts=1"), c)
	if err != nil {
		t.Fatal(err)
	}
	// 2800 requests wait at the end of the outage, and 20/s of them are worked off.
	if s.Settled < 100 || s.Settled > 200 || s.Goodput < 0.9*c.Rate || s.Goodput > 1.1*c.Rate {
		t.Errorf("settled at %v s, goodput %v/s; want about 160 s and %v/s", s.Settled, s.Goodput, c.Rate)
	}
}

func TestOpenNumbers(t *testing.T) {
	for word, bad := range map[string]func(c *Config){
		"rate":    func(c *Config) { c.Rate = 0 },
		"timeout": func(c *Config) { c.Timeout = 0 },
		"warm":    func(c *Config) { c.Warm = c.Outage + 1 },
	} {
		c := Open.Base()
		bad(&c)
		if _, err := Run(Open, parse(t, "1s attempts=2"), c, 1); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("error is %v, want one about %s", err, word)
		}
	}
}

// TestBudgetAndBreaker: in the published outage neither jitter nor a longer
// wait brings the server back, and a budget does where it leaves some capacity.
func TestBudgetAndBreaker(t *testing.T) {
	c := Open.Base()
	c.Rate, c.Seeds = 250, []uint32{1}
	for text, recovers := range map[string]bool{
		"0s attempts=2":            false,
		"r * 2s attempts=2":        false,
		"0s attempts=2 budget=10%": true,
		"r * min(60s, 1s * pow(2, n)) attempts=5 budget=10%":   true,
		"0s attempts=2 breaker=3/5s":                           true,
		"r * min(60s, 1s * pow(2, n)) budget=10% breaker=3/5s": true,
		"r * min(60s, 1s * pow(2, n)) attempts=5 elapsed=10m":  false,
	} {
		s, err := RunAll(context.Background(), Open, parse(t, text), c)
		if err != nil {
			t.Fatal(err)
		}
		if (s.Settled >= 0) != recovers {
			t.Errorf("%s: settled at %v s, goodput %v/s; want it to recover: %t", text, s.Settled, s.Goodput, recovers)
		}
	}
}
