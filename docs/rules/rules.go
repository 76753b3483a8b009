// Package rules holds the pages of the rules, for the command that prints them.
package rules

import "embed"

//go:embed *.md
var pages embed.FS

// Page returns the page of the rule of that name, as Markdown.
func Page(name string) (string, bool) {
	b, err := pages.ReadFile(name + ".md")
	return string(b), err == nil
}
