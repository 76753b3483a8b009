package explain

import (
	"fmt"
	"math"

	"github.com/retrylint/retrylint/internal/sim"
)

func permanentForms(b, a sim.Summary, endless bool, assumed string) []Form {
	c := b.Config
	in := ""
	if endless {
		in = " in " + seconds(c.Horizon.Seconds())
	}
	n, after := count(b.Wasted), count(a.Wasted)
	share := fmt.Sprintf("%.0f%%", 100*b.Wasted/b.Sent)
	of := fmt.Sprintf("if %.0f%% of %d requests can never succeed, ", 100*c.Doomed, c.Clients)
	return []Form{
		{fmt.Sprintf("%s%s more are sent for nothing%s, %s of the load%s", of, n, in, share, assumed), after},
		{fmt.Sprintf("%s%s more are sent%s, %s of the load%s", of, n, in, share, brief(assumed)), after},
		{fmt.Sprintf("%s%s more are sent%s%s", of, n, in, brief(assumed)), after},
	}
}

// afterFailures says how many failures came before the run.
func afterFailures(c sim.Config) string {
	if c.Failed == 0 {
		return ""
	}
	return fmt.Sprintf("after %d failures ", c.Failed)
}

func hotForms(b sim.Summary, after *sim.Summary, assumed string) []Form {
	return loadForms(outage(b.Config)+afterFailures(b.Config), b, after, assumed)
}

func layerForms(b sim.Summary, after *sim.Summary, assumed string) []Form {
	forms := loadForms(outage(b.Config), b, after, assumed)
	for i := range forms {
		if after != nil {
			forms[i].After += " in one layer"
		}
	}
	return forms
}

// loadForms are the wordings for scenarios in which the number of requests is the harm.
func loadForms(in string, b sim.Summary, after *sim.Summary, assumed string) []Form {
	n, total := b.Config.Clients, count(b.Total)
	lost := ""
	if gaveUp(b) {
		lost = fmt.Sprintf(" and %s give up", count(b.GaveUp))
	}
	peak, named := rate(b.Peak), in
	if in == "" {
		named = "in " + article(seconds(b.Config.Outage.Seconds())) + " outage "
	}
	forms := []Form{
		{Before: fmt.Sprintf("%s%d clients send %s requests%s (peak %s against %s)%s", named, n, total, lost, peak, rate(b.Config.Capacity), assumed)},
		{Before: fmt.Sprintf("%s%d clients send %s requests%s, peak %s%s", in, n, total, lost, peak, assumed)},
		{Before: fmt.Sprintf("%s%d clients send %s requests%s", in, n, total, brief(assumed))},
	}
	if after == nil {
		return forms
	}
	for i := range forms {
		forms[i].After = fmt.Sprintf("%s, peak %s", count(after.Total), rate(after.Peak))
	}
	forms[len(forms)-1].After = count(after.Total)
	return forms
}

func openForms(b sim.Summary, after *sim.Summary, assumed string) []Form {
	c := b.Config
	down := seconds((c.Outage - c.Warm).Seconds())
	work := rate(c.Rate)
	since := func(s sim.Summary) string { return seconds(math.Max(0, s.Settled-c.Outage.Seconds())) }
	var forms []Form
	if b.Settled < 0 {
		forms = []Form{
			{Before: fmt.Sprintf("at %s of work, a server good for %s does %s after %s outage, under a load of %s%s", work, rate(c.Capacity), rate(b.Goodput), article(down), rate(b.Load), assumed)},
			{Before: fmt.Sprintf("at %s of work, %s outage leaves %s done under a load of %s%s", work, article(down), rate(b.Goodput), rate(b.Load), brief(assumed))},
			{Before: fmt.Sprintf("%s outage leaves %s of %s done%s", article(down), rate(b.Goodput), work, brief(assumed))},
		}
	} else {
		forms = []Form{
			{Before: fmt.Sprintf("at %s of work, a server good for %s needs %s to recover from %s outage%s", work, rate(c.Capacity), since(b), article(down), assumed)},
			{Before: fmt.Sprintf("at %s of work, the server needs %s after %s outage%s", work, since(b), article(down), brief(assumed))},
		}
	}
	if after == nil {
		return forms
	}
	end := rate(after.Goodput)
	if after.Settled >= 0 {
		end += fmt.Sprintf(" again %s after it", since(*after))
		if b.Settled >= 0 {
			end = since(*after)
		}
	}
	for i := range forms {
		forms[i].After = end
	}
	return forms
}
