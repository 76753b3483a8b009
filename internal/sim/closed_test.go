package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func mustRun(t *testing.T, sc Scenario, delay refPolicy, c Config, seed uint32) Result {
	t.Helper()
	r, err := refSubject(delay, 0).simulate(context.Background(), sc, c, seed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func constant(ms float64) refPolicy {
	return func(int, float64, float64, func() float64) float64 { return ms }
}

// TestClosedForms: clients that all send at 0 s and wait the same come in
// rounds, of which each serves one tick's capacity.
func TestClosedForms(t *testing.T) {
	for _, tt := range []struct {
		name  string
		delay float64 // ms
		rtt   time.Duration
		round time.Duration // from one round to the next
		first time.Duration // the first round that finds the server up
	}{
		{"5s", 5000, 0, 5 * time.Second, 30 * time.Second},
		{"7s", 7000, 0, 7 * time.Second, 35 * time.Second},
		{"5s and a round trip", 5000, time.Second, 6 * time.Second, 30 * time.Second},
		{"every tick", 0, 0, 100 * time.Millisecond, 30 * time.Second},
		{"negative", -1000, 0, 100 * time.Millisecond, 30 * time.Second},
		{"less than a tick", 30, 0, 100 * time.Millisecond, 30 * time.Second},
		{"a bit more than a tick", 100.5, 0, 200 * time.Millisecond, 30 * time.Second},
	} {
		c := Base()
		c.Spread, c.RTT, c.Horizon = 0, tt.rtt, 2000*time.Second
		have := mustRun(t, Herd, constant(tt.delay), c, 1)
		down := int((tt.first + tt.round - 1) / tt.round) // rounds that find the server down
		sent := 0
		for left := 2000; left > 0; left -= 12 {
			sent += left
		}
		want := Result{
			Seed: 1, Total: 2000*down + sent, Sent: sent, Peak: 20000, Done: 2000, Settled: Never,
			T50: tt.first + (1000+11)/12*tt.round - tt.round,
			T99: tt.first + (1980+11)/12*tt.round - tt.round,
		}
		if !reflect.DeepEqual(have, want) {
			t.Errorf("%s: have %+v, want %+v", tt.name, have, want)
		}
	}
}

// TestFractionalCapacity: what a tick's capacity lacks to a whole request is not lost.
func TestFractionalCapacity(t *testing.T) {
	c := Base()
	c.Clients, c.Capacity = 700, 35 // 3.5 a tick
	r := mustRun(t, Herd, constant(0), c, 1)
	// 99 % are 693, which 198 ticks of 3.5 serve.
	if want := c.Outage + 197*c.Tick; r.Done != 700 || r.T99 != want {
		t.Errorf("done %d, t99 %v, want 700 and %v", r.Done, r.T99, want)
	}
}

func TestNeverServed(t *testing.T) {
	c := Base()
	c.Capacity = 0
	r := mustRun(t, Herd, constant(5000), c, 1)
	// 1170 s of the server up hold 234 rounds of 5 s.
	if r.Done != 0 || r.T50 != Never || r.T99 != Never || r.Sent != 234*2000 {
		t.Errorf("have %+v, want nobody done and 468000 sent", r)
	}
	if s := Mean(c, []Result{r}); s.T50 != -1 || s.T99 != -1 {
		t.Errorf("means are %v and %v s, want -1", s.T50, s.T99)
	}
}

// TestWiderJitter: wider jitter never raises the peak, and more capacity
// never makes it later.
func TestWiderJitter(t *testing.T) {
	mean := func(c Config, w float64) Summary {
		var runs []Result
		for seed := range uint32(10) {
			runs = append(runs, mustRun(t, Herd, func(a int, _, _ float64, draw func() float64) float64 {
				return e(a) * (1 - w + 2*w*draw())
			}, c, seed))
		}
		return Mean(c, runs)
	}
	last := mean(Base(), 0)
	for _, w := range []float64{0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1} {
		next := mean(Base(), w)
		if next.Peak >= last.Peak {
			t.Errorf("half-width %v: peak %v, want less than %v", w, next.Peak, last.Peak)
		}
		last = next
	}
	c := Base()
	c.Capacity = 60
	last = mean(c, 0.5)
	for _, capacity := range []float64{120, 240, 480} {
		c.Capacity = capacity
		next := mean(c, 0.5)
		if next.T99 > last.T99 || next.Sent > last.Sent {
			t.Errorf("capacity %v: %v s and %v sent, want no more than %v s and %v", capacity, next.T99, next.Sent, last.T99, last.Sent)
		}
		last = next
	}
}

// TestAbandon: a client that stops wastes nothing, one that does not makes those
// who stayed wait no less.
func TestAbandon(t *testing.T) {
	c := Base()
	on := mustRun(t, Abandon, refPolicies["exponential"], c, 1)
	c.Stop = true
	off := mustRun(t, Abandon, refPolicies["exponential"], c, 1)
	if off.Wasted != 0 || on.Wasted == 0 || off.T99 >= on.T99 || off.Sent >= on.Sent {
		t.Errorf("going on %+v, stopping %+v", on, off)
	}
	if on.Left != off.Left || on.Done+on.Left != 2000 || off.Done+off.Left != 2000 {
		t.Errorf("of 2000: %d and %d left, %d and %d done", on.Left, off.Left, on.Done, off.Done)
	}
}

func TestCurve(t *testing.T) {
	c := Base()
	without := mustRun(t, Herd, refPolicies["full"], c, 1)
	c.Curve = true
	r := mustRun(t, Herd, refPolicies["full"], c, 1)
	sent, done := 0, 0
	for i, p := range r.Curve {
		if p.Done < done || p.Arrivals == 0 || i > 0 && p.T <= r.Curve[i-1].T {
			t.Fatalf("point %d is %+v after done %d", i, p, done)
		}
		if p.T >= c.Outage {
			sent += p.Arrivals
		}
		done = p.Done
	}
	if sent != r.Sent || done != r.Done {
		t.Errorf("the curve has %d sent and %d done, the result %d and %d", sent, done, r.Sent, r.Done)
	}
	r.Curve = nil
	if !reflect.DeepEqual(r, without) {
		t.Errorf("with a curve %+v, without %+v", r, without)
	}
}

func TestBudget(t *testing.T) {
	r := newRun(Herd, refSubject(constant(0), 0), Base(), 1)
	r.budget = 10_000
	if _, err := r.loop(context.Background()); !errors.Is(err, ErrBudget) {
		t.Errorf("error is %v, want ErrBudget", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := refSubject(constant(0), 0).simulate(ctx, Herd, Base(), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

func TestValidate(t *testing.T) {
	if err := Base().Validate(); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct {
		word string // in the error
		bad  func(c *Config)
	}{
		{"clients", func(c *Config) { c.Clients = 0 }},
		{"clients", func(c *Config) { c.Clients = maxClients + 1 }},
		{"tick", func(c *Config) { c.Tick = 0 }},
		{"outage", func(c *Config) { c.Outage = -1 }},
		{"horizon", func(c *Config) { c.Horizon = 0 }},
		{"horizon", func(c *Config) { c.Tick = 1 }},
		{"capacity", func(c *Config) { c.Capacity = -1 }},
		{"capacity", func(c *Config) { c.Capacity = 1e300 }},
		{"leave", func(c *Config) { c.Leave = 1.5 }},
		{"lost", func(c *Config) { c.Lost = -0.5 }},
		{"doomed", func(c *Config) { c.Doomed = 2 }},
		{"processes", func(c *Config) { c.Processes = 0 }},
		{"failed", func(c *Config) { c.Failed = -1 }},
	} {
		c := Base()
		tt.bad(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), tt.word) {
			t.Errorf("error is %v, want one about %s", err, tt.word)
		}
	}
}

func TestScenarioNames(t *testing.T) {
	for sc := range Scenario(len(scenarioNames)) {
		if have, err := ParseScenario(sc.String()); err != nil || have != sc {
			t.Errorf("%v parses as %v, %v", sc, have, err)
		}
	}
	if _, err := ParseScenario("hurd"); err == nil {
		t.Error("hurd is a scenario")
	}
}

// TestQueue compares the queue with sorted lists.
func TestQueue(t *testing.T) {
	const ticks, clients = 40, 10_000
	g := rand.New(rand.NewPCG(1, 2))
	q := newQueue(ticks, clients)
	want := make([][]int32, ticks)
	put := func(k int, i int32) {
		q.add(k, i)
		want[k] = append(want[k], i)
	}
	for i := range int32(clients) {
		if i%3 > 0 {
			put(g.IntN(10), i)
		}
	}
	for k := range ticks {
		var have []int32
		size := q.size
		q.take(k, func(ids []int32) {
			have = append(have, ids...)
			for _, i := range ids {
				if to := k + 1 + g.IntN(10); to < ticks {
					put(to, i)
					size++
				}
			}
		})
		slices.Sort(want[k])
		if !slices.Equal(have, want[k]) {
			t.Fatalf("tick %d: have %d clients, want %d, or in another order", k, len(have), len(want[k]))
		}
		if q.size != size-len(have) {
			t.Fatalf("tick %d: size is %d, want %d", k, q.size, size-len(have))
		}
	}
}

// TestTenfold: ten times the clients at ten times the capacity take about as
// long, at a peak about ten times as high where clients come in waves. Where
// they do not, the peak is partly luck, which evens out.
func TestTenfold(t *testing.T) {
	for _, tt := range []struct {
		name   string
		lo, hi float64 // of the peak, in tenfolds
	}{
		{"exponential", 0.8, 1.1},
		{"plusminus10", 0.8, 1.1},
		{"full", 0.6, 1},
	} {
		c := Base()
		one := mustRun(t, Herd, refPolicies[tt.name], c, 1)
		c.Clients, c.Capacity = 10*c.Clients, 10*c.Capacity
		ten := mustRun(t, Herd, refPolicies[tt.name], c, 1)
		if q := ten.T99.Seconds() / one.T99.Seconds(); q < 0.85 || q > 1.15 {
			t.Errorf("%s: %v to 99 %%, want about %v", tt.name, ten.T99, one.T99)
		}
		if q := ten.Peak / one.Peak / 10; q < tt.lo || q > tt.hi {
			t.Errorf("%s: peak %v, which is %v times that of a tenth of the clients, want %v to %v", tt.name, ten.Peak, 10*q, 10*tt.lo, 10*tt.hi)
		}
	}
}
