package sim

import "slices"

// named are the policies of the published comparison, in its order. The wait
// before the first one counts as 1 s (prev).
var named = []struct{ name, text string }{
	{"fixed", "5s"},
	{"exponential", "min(60s, 1s * pow(2, n))"},
	{"exponential-cap300", "min(300s, 1s * pow(2, n))"},
	{"full", "r * min(60s, 1s * pow(2, n))"},
	{"equal", "min(60s, 1s * pow(2, n)) / 2 + r * min(60s, 1s * pow(2, n)) / 2"},
	{"decorrelated", "min(60s, 1s + r * (max(2s, 3 * prev) - 1s)) prev=1s"},
	{"plusminus10", "min(60s, 1s * pow(2, n)) * (0.9 + 0.2 * r)"},
	{"plusminus25", "min(60s, 1s * pow(2, n)) * (0.75 + 0.5 * r)"},
	{"retry-after-exact", "30s"},
	{"retry-after-full", "ra > 0 ? r * ra : min(60s, 1s * pow(2, n))"},
	{"retry-after-floor", "ra > 0 ? ra * (1 + r) : min(60s, 1s * pow(2, n))"},
}

// Names returns the names of the policies of the published comparison, in its
// order.
func Names() []string {
	var names []string
	for _, p := range named {
		names = append(names, p.name)
	}
	return slices.Clip(names)
}

// Named returns the text of the policy of that name, which policy.Parse reads.
func Named(name string) (text string, ok bool) {
	for _, p := range named {
		if p.name == name {
			return p.text, true
		}
	}
	return "", false
}
