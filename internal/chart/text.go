package chart

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// blocks are columns of a height of 0 to 8 eighths.
var blocks = []rune(" ▁▂▃▄▅▆▇█")

// Text writes c for a terminal of that width: a panel of that height for each
// curve, all on the same scale, so that they can be compared one above the other.
// The error is the writer's.
func (c Chart) Text(w io.Writer, width, height int) error {
	var b strings.Builder
	x0, x1, y1 := c.span()
	label := c.labels(y1)
	n := max(20, width-label-3)
	if c.Title != "" {
		fmt.Fprintf(&b, "%s\n", c.Title)
	}
	for _, s := range c.Series {
		fmt.Fprintf(&b, "\n%s\n", s.Name)
		c.panel(&b, c.columns(s, n, x0, x1), y1, height, label)
		fmt.Fprintf(&b, "%*s +%s\n", label, "0", strings.Repeat("-", n))
	}
	fmt.Fprintf(&b, "%*s  %s\n", label, "", axis(n, x0, x1, c.XLabel))
	if c.YLabel != "" {
		fmt.Fprintf(&b, "up: %s", c.YLabel)
		if c.Limit > 0 {
			fmt.Fprintf(&b, "; dotted: %s", c.LimitLabel)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// labels returns the width of the labels of the Y axis.
func (c Chart) labels(y1 float64) int {
	return max(utf8.RuneCountInString(number(y1)), utf8.RuneCountInString(number(c.Limit)))
}

// panel writes the rows of one curve, the top one first.
func (c Chart) panel(b *strings.Builder, cols []float64, y1 float64, height, label int) {
	limit := -1
	if c.Limit > 0 && c.Limit < y1 {
		limit = int(math.Ceil(c.Limit/y1*float64(height))) - 1
	}
	for row := height - 1; row >= 0; row-- {
		name := ""
		switch {
		case row == height-1:
			name = number(y1)
		case row == limit:
			name = number(c.Limit)
		}
		fmt.Fprintf(b, "%*s |", label, name)
		var line strings.Builder
		for _, y := range cols {
			eighths := 0
			if y > 0 {
				// What is there at all is seen.
				eighths = max(1, int(math.Round(y/y1*float64(8*height))))
			}
			switch r := blocks[min(8, max(0, eighths-8*row))]; {
			case r == ' ' && row == limit:
				line.WriteRune('·')
			default:
				line.WriteRune(r)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteByte('\n')
	}
}

// axis writes the ends and the middle of the X axis below it.
func axis(n int, x0, x1 float64, name string) string {
	left, right := number(x0), number(x1)
	middle := name
	if room := n - utf8.RuneCountInString(left) - utf8.RuneCountInString(right) - 2; utf8.RuneCountInString(middle) > room {
		middle = ""
	}
	gap := n - utf8.RuneCountInString(left) - utf8.RuneCountInString(middle) - utf8.RuneCountInString(right)
	before := max(1, gap/2)
	return left + strings.Repeat(" ", before) + middle + strings.Repeat(" ", max(1, gap-before)) + right
}
