package rule

import (
	"strings"

	"github.com/retrylint/retrylint/internal/explain"
)

// MaxMessage is the largest number of characters of a message, its suffix included.
const MaxMessage = 220

// message composes the one line that is reported:
//
//	fault: figures; write: figures (rule)
//
// in the longest wording that fits.
func message(name string, f Finding) string {
	suffix := " (" + name + ")"
	room := MaxMessage - len(suffix)
	forms := explain.Answer(explain.Question{Scenario: f.Scenario, Before: f.Before, After: f.Remedy, Inner: f.Inner})
	if len(forms) == 0 {
		forms = []explain.Form{{}}
	}
	last := ""
	for _, fault := range wordings(f.Fault) {
		for _, form := range forms {
			for _, write := range wordings(f.Write) {
				if last = compose(fault, write, form); len(last) <= room {
					return last + suffix
				}
			}
		}
	}
	// Even the shortest wording is too long: a fault with long names in it.
	short := wordings(f.Fault)
	fault := short[len(short)-1]
	if over := len(last) - room + len("..."); over < len(fault) {
		writes := wordings(f.Write)
		cut := strings.TrimRight(fault[:len(fault)-over], " ,;:") + "..."
		return compose(cut, writes[len(writes)-1], forms[len(forms)-1]) + suffix
	}
	return last[:room] + suffix
}

func compose(fault, write string, form explain.Form) string {
	s := fault
	if form.Before != "" {
		s += ": " + form.Before
	}
	if write != "" {
		s += "; " + write
		if form.After != "" {
			s += ": " + form.After
		}
	}
	return s
}

func wordings(w []string) []string {
	if len(w) == 0 {
		return []string{""}
	}
	out := make([]string, len(w))
	for i, s := range w {
		out[i] = oneLine(s)
	}
	return out
}

// oneLine returns s as one line of ASCII.
func oneLine(s string) string { return strings.Join(strings.Fields(ascii(s)), " ") }

func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '×':
			return 'x'
		case r == '±':
			return '~'
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case r < ' ' || r > '~':
			return '?'
		}
		return r
	}, s)
}
