package known

import (
	"strings"
	"testing"
)

// TestTables holds the tables to their own words: every knob that a delay
// speaks of exists, or is a policy that the way is given.
func TestTables(t *testing.T) {
	seen := map[string]bool{}
	for _, table := range libraries {
		for _, lib := range table {
			key := lib.Path + " " + lib.From + ".." + lib.Until
			if seen[key] {
				t.Errorf("%s stands twice", key)
			}
			seen[key] = true
			if lib.Read == "" {
				t.Errorf("%s: no version was read", key)
			}
			knobs := map[string]bool{"alg": true}
			for _, k := range lib.Knobs {
				knobs[k.Name] = true
				switch k.Role {
				case "", "cap", "factor", "count", "fraction", "flag", "policy", "json", "op", "ctx", "again", "never", "ms":
				default:
					t.Errorf("%s: knob %s has the role %q", key, k.Name, k.Role)
				}
			}
			for _, w := range lib.Ways {
				given := map[string]bool{}
				for a := range strings.FieldsFuncSeq(w.Args, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
					given[strings.TrimPrefix(a, "*")] = true
				}
				for _, text := range []string{w.Delay, w.Where, w.Limit} {
					for _, name := range named(text) {
						if !knobs[name] && !given[name] {
							t.Errorf("%s: %s speaks of %s, which is no knob", key, w.Name, name)
						}
					}
					if strings.Count(text, "{") != strings.Count(text, "}") || strings.Count(text, "(") != strings.Count(text, ")") {
						t.Errorf("%s: %s: brackets do not match in %s", key, w.Name, text)
					}
				}
			}
			for _, r := range lib.Repairs {
				if r.Knob != "" && !knobs[r.Knob] || r.Words == "" {
					t.Errorf("%s: repair %+v", key, r)
				}
			}
		}
	}
}

// named returns the knobs that a text speaks of: $Knob and {Knob;a;b}.
func named(text string) []string {
	var out []string
	for i := 0; i < len(text); i++ {
		if text[i] != '$' && text[i] != '{' {
			continue
		}
		j := i + 1
		for j < len(text) && ('a' <= text[j]|32 && text[j]|32 <= 'z') {
			j++
		}
		out = append(out, text[i+1:j])
	}
	return out
}
