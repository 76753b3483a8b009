package chart

import (
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
)

// The size of a picture in its own units, and of the margins around the plot.
const (
	svgWidth, svgHeight         = 720, 320
	left, right, top, bottom    = 64, 16, 48, 48
	plotWidth                   = svgWidth - left - right
	plotHeight                  = svgHeight - top - bottom
	svgColumns                  = plotWidth
	legendFrom, legendTextWidth = left, 7.2
)

// A style of a curve: colours that are told apart by colour-blind readers
// (Okabe and Ito), and dashes for those who see none.
var dashes = []string{"", "7 4", "2 3", "10 3 2 3", "4 2", "1 4"}

// Style is the style sheet of the pictures, for light and dark. It does without
// custom properties, which viewers other than browsers do not know.
const Style = `.rl-chart{font:12px system-ui,-apple-system,"Segoe UI",sans-serif}
.rl-chart text{fill:#24292f}.rl-chart .g{stroke:#d8dee4}.rl-chart .l{stroke:#57606a;stroke-dasharray:2 4}
.rl-chart .s{fill:none;stroke-width:2;stroke-linejoin:round}
.rl-chart .c0{stroke:#0072b2}.rl-chart .c1{stroke:#d55e00}.rl-chart .c2{stroke:#009e73}.rl-chart .c3{stroke:#cc79a7}.rl-chart .c4{stroke:#8a6d00}.rl-chart .c5{stroke:#3f51b5}
@media(prefers-color-scheme:dark){.rl-chart text{fill:#e6edf3}.rl-chart .g{stroke:#3d444d}.rl-chart .l{stroke:#9da7b1}
.rl-chart .c0{stroke:#56b4e9}.rl-chart .c1{stroke:#e69f00}.rl-chart .c2{stroke:#2dc99f}.rl-chart .c3{stroke:#e59ac6}.rl-chart .c4{stroke:#f0e442}.rl-chart .c5{stroke:#a5b4ff}}`

// SVG writes c as a picture that stands alone, with a style sheet, a title and
// a description for those who cannot see it. id makes the names in it unique on
// a page. The error is the writer's.
func (c Chart) SVG(w io.Writer, id string) error {
	_, err := io.WriteString(w, c.svg(id, true))
	return err
}

// Inline returns c as a picture for a page that holds Style.
func (c Chart) Inline(id string) string { return c.svg(id, false) }

func (c Chart) svg(id string, style bool) string {
	var b strings.Builder
	x0, x1, y1 := c.span()
	ys := ticks(0, y1, 5)
	if last := ys[len(ys)-1]; last < y1 && len(ys) > 1 {
		y1 = last + ys[1] - ys[0]
		ys = append(ys, y1)
	}
	rows := c.legendRows()
	height := c.height()
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="rl-chart" role="img" aria-labelledby="%s-t %s-d" viewBox="0 0 %d %d" width="100%%" style="max-width:%dpx">`+"\n", id, id, svgWidth, height, svgWidth)
	fmt.Fprintf(&b, "<title id=\"%s-t\">%s</title><desc id=\"%s-d\">%s</desc>\n", id, html.EscapeString(c.Title), id, html.EscapeString(c.Desc))
	if style {
		fmt.Fprintf(&b, "<style>%s</style>\n", Style)
	}
	fmt.Fprintf(&b, `<text x="%d" y="18" font-weight="600">%s</text>`+"\n", left, html.EscapeString(c.Title))
	toX := func(x float64) float64 {
		if c.LogX && x0 > 0 {
			return left + plotWidth*math.Log(x/x0)/math.Log(x1/x0)
		}
		return left + plotWidth*(x-x0)/(x1-x0)
	}
	toY := func(y float64) float64 { return top + plotHeight*(1-y/y1) }
	c.axes(&b, ys, x0, x1, toX, toY)
	for i, s := range c.Series {
		fmt.Fprintf(&b, `<polyline class="s c%d" stroke-dasharray="%s" points="%s"><title>%s</title></polyline>`+"\n",
			i%6, dashes[i%len(dashes)], c.points(s, x0, x1, toX, toY), html.EscapeString(s.Name))
	}
	for r, row := range rows {
		x := float64(legendFrom)
		for _, i := range row {
			y := svgHeight - 6 + 18*r
			fmt.Fprintf(&b, `<line x1="%s" y1="%d" x2="%s" y2="%d" class="s c%d" stroke-dasharray="%s"/><text x="%s" y="%d">%s</text>`+"\n",
				coord(x), y-4, coord(x+24), y-4, i%6, dashes[i%len(dashes)], coord(x+30), y, html.EscapeString(c.Series[i].Name))
			x += 30 + legendTextWidth*float64(len([]rune(c.Series[i].Name))) + 18
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// Symbol returns the inside of the picture, for a symbol of a page that holds
// Style, and its size.
func (c Chart) Symbol() (inside string, width, height int) {
	s := c.svg("", false)
	s = s[strings.Index(s, "</desc>")+len("</desc>") : strings.LastIndex(s, "</svg>")]
	return s, svgWidth, c.height()
}

// legendRows breaks the names of the curves into rows that fit.
func (c Chart) legendRows() [][]int {
	rows := [][]int{nil}
	x := float64(legendFrom)
	for i, s := range c.Series {
		w := 30 + legendTextWidth*float64(len([]rune(s.Name))) + 18
		if last := len(rows) - 1; x+w > svgWidth && len(rows[last]) > 0 {
			rows = append(rows, nil)
			x = legendFrom
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
		x += w
	}
	return rows
}

func (c Chart) axes(b *strings.Builder, ys []float64, x0, x1 float64, toX, toY func(float64) float64) {
	for _, y := range ys {
		fmt.Fprintf(b, `<line class="g" x1="%d" y1="%s" x2="%d" y2="%s"/><text x="%d" y="%s" text-anchor="end">%s</text>`+"\n",
			left, coord(toY(y)), svgWidth-right, coord(toY(y)), left-6, coord(toY(y)+4), number(y))
	}
	xs := ticks(x0, x1, 8)
	if c.LogX && x0 > 0 {
		xs = logTicks(x0, x1)
	}
	for _, x := range xs {
		fmt.Fprintf(b, `<text x="%s" y="%d" text-anchor="middle">%s</text>`+"\n", coord(toX(x)), svgHeight-bottom+16, number(x))
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end">%s</text><text x="%d" y="36">%s</text>`+"\n",
		svgWidth-right, svgHeight-bottom+31, html.EscapeString(c.XLabel), left, html.EscapeString(c.YLabel))
	if c.Limit > 0 {
		fmt.Fprintf(b, `<line class="l" x1="%d" y1="%s" x2="%d" y2="%s"/><text x="%d" y="%s" text-anchor="end">%s</text>`+"\n",
			left, coord(toY(c.Limit)), svgWidth-right, coord(toY(c.Limit)), svgWidth-right, coord(toY(c.Limit)-4), html.EscapeString(c.LimitLabel))
	}
}

// points returns the corners of a curve.
func (c Chart) points(s Series, x0, x1 float64, toX, toY func(float64) float64) string {
	var b strings.Builder
	add := func(x, y float64) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(coord(x) + "," + coord(y))
	}
	if c.Points {
		for i, x := range s.X {
			add(toX(x), toY(s.Y[i]))
		}
		return b.String()
	}
	last := math.NaN()
	cols := c.columns(s, svgColumns/2, x0, x1)
	for i, y := range cols {
		next := math.NaN()
		if i+1 < len(cols) {
			next = cols[i+1]
		}
		if y != last || y != next { // the middle of a level part says nothing
			add(left+2*float64(i)+1, toY(y))
		}
		last = y
	}
	return b.String()
}

// coord prints a coordinate with one decimal.
func coord(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

// Stack writes the charts as one picture, one below the other.
func Stack(w io.Writer, charts []Chart, id string) error {
	var b strings.Builder
	y := 0
	var names []string
	for i, c := range charts {
		height := c.height()
		fmt.Fprintf(&b, `<svg x="0" y="%d" width="%d" height="%d">%s</svg>`+"\n", y, svgWidth, height, c.svg(fmt.Sprintf("%s%d", id, i), false))
		y += height + 16
		names = append(names, c.Title)
	}
	title := html.EscapeString(strings.Join(names, "; "))
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" class="rl-chart" role="img" aria-labelledby="%s-t" viewBox="0 0 %d %d" width="%d" height="%[3]d">
<title id="%[1]s-t">%[5]s</title><style>%[6]s
.rl-page{fill:#fff}@media(prefers-color-scheme:dark){.rl-page{fill:#0d1117}}</style><rect class="rl-page" width="100%%" height="100%%"/>
%[7]s</svg>
`, id, svgWidth, y, svgWidth, title, Style, b.String())
	return err
}

func (c Chart) height() int { return svgHeight + 18*(len(c.legendRows())-1) }
