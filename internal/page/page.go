// Package page writes findings and the inventory of retry sites as one HTML page
// that needs nothing else: no network, no other file.
//
// It knows words, rows and pictures, and neither policies nor Go source.
package page

import (
	_ "embed"
	"html/template"
	"io"
)

// A Page is all that is shown.
type Page struct {
	Title string
	// Lead is the sentence below the title.
	Lead  string
	Stats []Stat
	Rules []Rule
	// Pictures are drawn once and shown by every finding that refers to them.
	Pictures []Picture
	// Heads and Sites are the inventory; without heads there is none.
	Heads []Head
	Sites []Site
	// ChartStyle is the style sheet of the pictures.
	ChartStyle template.CSS
}

// A Stat is a number that sums up.
type Stat struct {
	Number, Label string
	Bad           bool
}

// A Rule is a rule with what it found.
type Rule struct {
	Name, Title, URL string
	Why              string
	Findings         []Finding
}

// A Finding is one report.
type Finding struct {
	ID      string // unique on the page
	Site    string // ID of the row of its site, or ""
	Place   string
	Message string
	Facts   []Fact
	Code    []Line
	// Pictures are IDs, with what each shows in words.
	Pictures []Shown
	Setting  string     // what was simulated
	Table    [][]string // the figures, the heading first
	Diff     []DiffLine
}

// A Fact is a word and what it is here: "policy", "1s x2 up to 60s".
type Fact struct{ Name, Value string }

// A Line is a line of source. Mark says that it is the one reported.
type Line struct {
	N    int
	Text string
	Mark bool
}

// A DiffLine is a line of a diff; Kind is "+", "-" or " ".
type DiffLine struct{ Kind, Text string }

// A Picture is an SVG that other parts of the page show.
type Picture struct {
	ID            string
	SVG           template.HTML // the inside of a symbol
	Width, Height int
}

// A Shown is the use of a picture.
type Shown struct {
	ID, Words     string
	Width, Height int
}

// A Head is the heading of a column. Numeric says that its cells are ordered by
// their key as numbers.
type Head struct {
	Name    string
	Numeric bool
}

// A Site is a row of the inventory.
type Site struct {
	ID      string
	Verdict string // "ok", "unknown", or the names of rules
	Kind    string // "found", "ok", "unknown"
	Cells   []Cell
}

// A Cell is shown as Text and ordered by Key.
type Cell struct {
	Text, Key string
	Links     []Link
	Code      bool
}

// A Link leads to a place on the page.
type Link struct{ Text, To string }

var (
	//go:embed page.html
	source string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

var tmpl = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(style) },
	"script": func() template.JS { return template.JS(script) },
	"many": func(n int, what string) string {
		if n == 1 {
			return what
		}
		return what + "s"
	},
}).Parse(source))

// Write writes the page. The error is the writer's, or one of the page itself.
func (p *Page) Write(w io.Writer) error { return tmpl.Execute(w, p) }
