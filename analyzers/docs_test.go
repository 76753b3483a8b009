package analyzers

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/rule"
)

var update = flag.Bool("update", false, "write docs/rules")

// TestDocs holds docs/rules to what the rules say of themselves, and to what they
// say of an example.
func TestDocs(t *testing.T) {
	examples := runRules(t)
	pages := map[string]string{"README.md": index()}
	for _, a := range All() {
		pages[a.Name+".md"] = page(a, examples[a.Name])
	}
	for name, want := range pages {
		file := filepath.Join("..", "docs", "rules", name)
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		have, err := os.ReadFile(file)
		if err != nil || string(have) != want {
			t.Errorf("%s is not what the rule says (error %v); run: go test ./analyzers -run TestDocs -update", file, err)
		}
	}
}

// generated is the first line of each page.
const generated = "<!-- Code generated from the rule's own text by go test ./analyzers -run TestDocs -update. DO NOT EDIT. -->\n\n"

// index is the page that lists the rules.
func index() string {
	var b strings.Builder
	b.WriteString(generated + "# Rules\n\n")
	for _, part := range []struct {
		title   string
		opinion bool
	}{{"On by default", false}, {"Off by default: opinions", true}} {
		fmt.Fprintf(&b, "## %s\n\n| rule | |\n|---|---|\n", part.title)
		for _, a := range All() {
			if r := rule.Of(a); r.Opinion == part.opinion {
				fmt.Fprintf(&b, "| [`%s`](%s.md) | %s |\n", r.Name, r.Name, r.Title)
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("[Which rule speaks](../precedence.md) where two could. [The model](../model.md) behind the figures.\n")
	return b.String()
}

// page is the page of a rule, with an example of what it finds.
func page(a *analysis.Analyzer, e example) string {
	r := rule.Of(a)
	var b strings.Builder
	b.WriteString(generated)
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", r.Name, sentence(r.Title))
	on := "On by default."
	if r.Opinion {
		on = "Off by default: this is an opinion. Switch it on with `-enable=" + r.Name + "`."
	}
	if r.Herd {
		on += " Reports only operations that leave the process, or may: many clients meet at one server."
	}
	fmt.Fprintf(&b, "%s\n\n## What it finds\n\n%s\n\n## Why\n\n%s\n\n", on, lines(r.What), lines(r.Why))
	if e.code != "" {
		b.WriteString(strings.TrimPrefix(exampleOf(e), "\n") + "\n")
	}
	fmt.Fprintf(&b, "## When it says nothing\n\n%s\n", lines("Nothing is reported where "+r.Quiet))
	var flags []string
	a.Flags.VisitAll(func(f *flag.Flag) {
		value := "none"
		if f.DefValue != "" {
			value = "`" + f.DefValue + "`"
		}
		flags = append(flags, fmt.Sprintf("| `-%s.%s` | %s | %s |\n", r.Name, f.Name, value, f.Usage))
	})
	if len(flags) > 0 {
		fmt.Fprintf(&b, "\n## Flags\n\n| flag | default | meaning |\n|---|---|---|\n%s", strings.Join(flags, ""))
	}
	if r.Check != nil {
		fmt.Fprintf(&b, "\n## Exceptions\n\nA comment on the line of the finding, or on the line above, silences it; the reason is part of it:\n\n"+
			"```go\n//retrylint:ignore %s one client only, started by hand\n```\n", r.Name)
	}
	return b.String()
}

// sentence returns s with a capital first letter.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// lines returns the text on lines of at most 100 characters, as Markdown: what
// looks like emphasis is code.
func lines(s string) string {
	var b strings.Builder
	n := 0
	for _, word := range strings.Fields(s) {
		if strings.ContainsAny(word, "*_<") {
			open := ""
			if strings.HasPrefix(word, "(") && strings.Count(word, "(") > strings.Count(word, ")") {
				open, word = "(", word[1:]
			}
			bare := strings.TrimRight(word, ",.;:")
			word = open + "`" + bare + "`" + word[len(bare):]
		}
		switch {
		case n > 0 && n+1+len(word) > 100:
			b.WriteByte('\n')
			n = 0
		case n > 0:
			b.WriteByte(' ')
			n++
		}
		b.WriteString(word)
		n += len(word)
	}
	return b.String()
}
