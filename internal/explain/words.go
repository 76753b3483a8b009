package explain

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/policy"
	"github.com/retrylint/retrylint/internal/sim"
)

// perRequests is the number of requests to which duplicates are related.
const perRequests = 10_000

// assumed says which numbers of p are not in the code: " (base 1s assumed)".
func assumed(p *policy.Policy) string {
	if p == Typical() {
		return " (" + typical + " assumed)"
	}
	names := p.Assumed()
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, ", ") + " assumed)"
}

// outage says which outage was simulated, if it is not the one of the base scenario.
func outage(c sim.Config) string {
	if c.Outage == sim.Base().Outage {
		return ""
	}
	return "in " + article(seconds(c.Outage.Seconds())) + " outage "
}

// article puts "a" or "an" before a number: "an 8s", "an 11s", "a 30s".
func article(number string) string {
	for _, vowel := range [...]string{"8", "11s", "11m", "18s", "18m"} {
		if strings.HasPrefix(number, vowel) {
			return "an " + number
		}
	}
	return "a " + number
}

// herdForms are the wordings for a herd; after is nil if the remedy changes nothing.
func herdForms(b sim.Summary, after *sim.Summary, assumed string) []Form {
	n, capacity := b.Config.Clients, rate(b.Config.Capacity)
	in, peak := outage(b.Config), rate(b.Peak)
	var long, middle, short string
	switch {
	case gaveUp(b):
		long = fmt.Sprintf("%s%s of %d clients give up", in, count(b.GaveUp), n)
		middle, short = long, long
	case b.T99 < 0:
		horizon := seconds(b.Config.Horizon.Seconds())
		long = fmt.Sprintf("%s%d clients that fail together are not done in %s", in, n, horizon)
		middle = fmt.Sprintf("%s99%% of %d clients not done in %s", in, n, horizon)
		short = fmt.Sprintf("%s99%% not done in %s", in, horizon)
	default:
		t := seconds(b.T99)
		long = fmt.Sprintf("%s%d clients that fail together need %s to 99%%", in, n, t)
		middle = fmt.Sprintf("%s99%% of %d clients after %s", in, n, t)
		short = fmt.Sprintf("%s99%% after %s", in, t)
	}
	forms := []Form{
		{Before: fmt.Sprintf("%s (peak %s against %s)%s", long, peak, capacity, assumed)},
		{Before: fmt.Sprintf("%s, peak %s against %s%s", middle, peak, capacity, assumed)},
		{Before: fmt.Sprintf("%s, peak %s%s", short, peak, assumed)},
		{Before: fmt.Sprintf("%s, peak %s%s", short, peak, brief(assumed))},
	}
	if after == nil {
		return forms
	}
	end := seconds(after.T99)
	switch {
	case gaveUp(b) && math.Round(after.GaveUp) == 0:
		end = "nobody"
	case gaveUp(*after) || gaveUp(b):
		end = count(after.GaveUp) + " give up"
	case after.T99 < 0:
		end = "not done in " + seconds(after.Config.Horizon.Seconds())
	}
	for i := range forms {
		forms[i].After = fmt.Sprintf("%s, peak %s", end, rate(after.Peak))
	}
	return forms
}

func brief(assumed string) string {
	if assumed == "" {
		return ""
	}
	return " (assumed)"
}

// gaveUp reports whether so many clients gave up that 99 % were never served.
func gaveUp(s sim.Summary) bool { return s.GaveUp > 0.01*float64(s.Config.Clients) }

func abandonForms(b, a sim.Summary, assumed string) []Form {
	c := b.Config
	users := fmt.Sprintf("if %.0f%% of %d users leave in %s outage", 100*c.Leave, c.Clients, article(seconds(c.Outage.Seconds())))
	wasted := count(b.Wasted)
	return []Form{
		{users + ", " + wasted + " attempts are made for nobody" + assumed, count(a.Wasted)},
		{users + ", " + wasted + " attempts are for nobody" + brief(assumed), count(a.Wasted)},
		{wasted + " attempts are for nobody" + brief(assumed), count(a.Wasted)},
	}
}

func duplicateForms(b, a sim.Summary) []Form {
	before, after := count(b.DuplicatesPer(perRequests)), count(a.DuplicatesPer(perRequests))
	lost := strconv.FormatFloat(100*b.Config.Lost, 'f', -1, 64)
	per := count(perRequests)
	return []Form{
		{fmt.Sprintf("%s duplicates per %s requests at %s%% lost replies", before, per, lost), after},
		{fmt.Sprintf("%s duplicates per %s requests", before, per), after},
	}
}

// seconds prints a number of seconds to two figures or more: 507s, 7.5s, 0.035s.
func seconds(s float64) string {
	digits := 0
	if s > 0 && s < 10 {
		digits = min(9, 1-int(math.Floor(math.Log10(s))))
	}
	unit := math.Pow(10, float64(digits))
	return strconv.FormatFloat(math.Round(s*unit)/unit, 'f', -1, 64) + "s"
}

// rate prints a number of requests per second: 1174/s.
func rate(r float64) string { return count(r) + "/s" }

// count prints a number, rounded, with commas from 10,000 on.
func count(x float64) string {
	s := strconv.FormatFloat(math.Round(x), 'f', 0, 64)
	if len(s) < 5 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
