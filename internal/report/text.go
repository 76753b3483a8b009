package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// The colours of text on a terminal.
const (
	bold   = "\033[1m"
	dim    = "\033[2m"
	yellow = "\033[33m"
	normal = "\033[0m"
)

// writeText writes one line per finding, "file:line:col: message", with each
// related place indented on a line of its own.
func (d *Document) writeText(w io.Writer) error {
	paint := func(color, s string) string {
		if !d.Color || s == "" {
			return s
		}
		return color + s + normal
	}
	b := bufio.NewWriter(w)
	for _, f := range d.Findings {
		f.File = Relative(d.Dir, f.File)
		said := f.Said()
		rule := strings.TrimPrefix(f.Message, said) // " (nojitter)"
		fmt.Fprintf(b, "%s: %s%s\n", paint(bold, f.Place.String()), said, paint(yellow, rule))
		for _, n := range f.Related {
			n.File = Relative(d.Dir, n.File)
			fmt.Fprintf(b, "\t%s\n", paint(dim, n.Place.String()+": "+n.Message))
		}
	}
	return b.Flush()
}
