package report

import (
	"bufio"
	"fmt"
	"io"
)

// WriteText writes one line per finding, "file:line:col: message", with each
// related place indented on a line of its own. File names are relative to dir.
// The error is the writer's.
func WriteText(w io.Writer, fs []Finding, dir string) error {
	b := bufio.NewWriter(w)
	for _, f := range fs {
		f.File = Relative(dir, f.File)
		fmt.Fprintf(b, "%s: %s\n", f.Place, f.Message)
		for _, n := range f.Related {
			n.File = Relative(dir, n.File)
			fmt.Fprintf(b, "\t%s: %s\n", n.Place, n.Message)
		}
	}
	return b.Flush()
}
