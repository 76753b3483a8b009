package chart

import (
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/internal/sim"
)

// A Run is what was simulated for one policy, with its name. Its first run has
// a curve (sim.Config.Curve).
type Run struct {
	Name   string
	Result sim.Summary
}

// Load returns the requests per second over time of the first seed of each run.
func Load(runs []Run) Chart {
	c := curves(runs, "Requests per second at the server", "requests per second", func(p, last sim.Point, tick float64) float64 {
		return float64(p.Arrivals) / tick
	})
	if len(runs) > 0 {
		conf := runs[0].Result.Config
		c.Limit, c.LimitLabel = conf.Capacity, fmt.Sprintf("capacity %s/s", number(conf.Capacity))
	}
	return c
}

// Waiting returns the clients that have not been served yet, over time.
func Waiting(runs []Run) Chart {
	c := curves(runs, "Clients not served yet", "clients", nil)
	c.Level = true
	for i, r := range runs {
		s := &c.Series[i]
		stay := r.Result.Config.Clients - r.Result.Runs[0].Left
		for k, p := range r.Result.Runs[0].Curve {
			s.Y[k] = float64(stay - p.Done)
		}
	}
	return c
}

// Goodput returns the operations done per second over time: what is to be seen
// in an open system.
func Goodput(runs []Run) Chart {
	return curves(runs, "Operations done per second", "operations per second", func(p, last sim.Point, tick float64) float64 {
		return float64(p.Done-last.Done) / tick
	})
}

// Pictures returns the charts that say most of the scenario sc.
func Pictures(sc sim.Scenario, runs []Run) []Chart {
	if sc == sim.Open {
		return []Chart{Load(runs), Goodput(runs)}
	}
	return []Chart{Load(runs), Waiting(runs)}
}

func curves(runs []Run, title, y string, of func(p, last sim.Point, tick float64) float64) Chart {
	c := Chart{Title: title, XLabel: "seconds", YLabel: y}
	var names []string
	for _, r := range runs {
		tick := r.Result.Config.Tick.Seconds()
		s := Series{Name: r.Name}
		var last sim.Point
		for _, p := range r.Result.Runs[0].Curve {
			s.X = append(s.X, p.T.Seconds())
			v := 0.0
			if of != nil {
				v = of(p, last, tick)
			}
			s.Y = append(s.Y, v)
			last = p
		}
		c.Series = append(c.Series, s)
		names = append(names, r.Name)
	}
	c.Desc = title + " over time for " + strings.Join(names, ", ")
	return c
}
