package rule

import (
	"fmt"
	"slices"
	"strings"
)

// A Selection is what -enable and -disable say: names of rules, or "all".
type Selection struct{ Enable, Disable []string }

// On reports whether the rule of that name runs. A name said by itself goes
// before "all", and Disable before Enable.
func (s Selection) On(name string, byDefault bool) bool {
	switch {
	case slices.Contains(s.Disable, name):
		return false
	case slices.Contains(s.Enable, name):
		return true
	case slices.Contains(s.Disable, "all"):
		return false
	case slices.Contains(s.Enable, "all"):
		return true
	}
	return byDefault
}

// SplitNames returns the names of a comma-separated list. A name that is
// neither known nor "all" is an error that lists the known ones.
func SplitNames(list string, known []string) ([]string, error) {
	var out []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if name != "all" && !slices.Contains(known, name) {
			return nil, fmt.Errorf("there is no rule %q; there are %s and all", name, strings.Join(known, ", "))
		}
		out = append(out, name)
	}
	return out, nil
}
