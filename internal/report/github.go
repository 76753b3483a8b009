package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// GitHubLimit is how many annotations of a kind GitHub shows for one step of a
// job. Further findings are written as plain lines.
const GitHubLimit = 10

// writeGitHub writes workflow commands, of which GitHub makes annotations at the
// lines of a pull request: packages that could not be checked as errors, findings as
// warnings, those of opinions as notices; then the findings for which GitHub has no
// room, and a line that sums up.
func (d *Document) writeGitHub(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i, f := range d.Failures {
		if i < GitHubLimit {
			d.annotateFailure(b, f)
		}
	}
	files := sources{}
	var rest []Finding
	for _, kind := range []string{"warning", "notice"} {
		n := 0
		for _, f := range d.Findings {
			switch r, _ := d.rule(f.Rule); {
			case r.Opinion != (kind == "notice"):
			case n < GitHubLimit:
				n++
				d.annotate(b, kind, f, files)
			default:
				rest = append(rest, f)
			}
		}
	}
	for _, f := range rest {
		f.File = Relative(d.Dir, f.File)
		fmt.Fprintf(b, "also %s: %s\n", f.Place, f.Message)
	}
	fmt.Fprintf(b, "retrylint: %s", count(len(d.Findings), "finding"))
	if len(rest) > 0 {
		fmt.Fprintf(b, ", %d of them annotations: GitHub shows no more than %d of a kind for a step", len(d.Findings)-len(rest), GitHubLimit)
	}
	if n := len(d.Failures); n > 0 {
		fmt.Fprintf(b, ", %s", count(n, "failure"))
	}
	fmt.Fprintln(b)
	return b.Flush()
}

func (d *Document) annotate(w io.Writer, kind string, f Finding, files sources) {
	file, _ := seenFrom(d.Workspace, f.File)
	ps := []string{"file", file}
	if from, to := files.utf16(f.Place), files.utf16(f.End); from.Line > 0 {
		ps = append(ps, "line", fmt.Sprint(from.Line))
		// Columns are shown only for what lies on one line.
		if to.Line == from.Line && from.Col > 0 && to.Col > 0 {
			ps = append(ps, "endLine", fmt.Sprint(to.Line), "col", fmt.Sprint(from.Col), "endColumn", fmt.Sprint(to.Col))
		}
	}
	message := f.Said()
	for _, n := range f.Related {
		file, _ := seenFrom(d.Workspace, n.File)
		n.File = file
		message += fmt.Sprintf("\n%s: %s", n.Place, n.Message)
	}
	command(w, kind, append(ps, "title", f.Rule), message)
}

// annotateFailure says what could not be checked, at the place that is named.
//
// Have: broken/a.go:3:23: undefined: nope
func (d *Document) annotateFailure(w io.Writer, f Failure) {
	var ps []string
	if p := f.place(d.Dir); p.Line > 0 {
		file, _ := seenFrom(d.Workspace, p.File)
		ps = append(ps, "file", file, "line", fmt.Sprint(p.Line))
	}
	command(w, "error", append(ps, "title", "retrylint"), f.String())
}

// command writes a workflow command: its properties are names and values in turn.
func command(w io.Writer, kind string, properties []string, message string) {
	var ps []string
	for i := 0; i < len(properties); i += 2 {
		ps = append(ps, properties[i]+"="+propertyEscapes.Replace(properties[i+1]))
	}
	fmt.Fprintf(w, "::%s %s::%s\n", kind, strings.Join(ps, ","), messageEscapes.Replace(message))
}

var (
	messageEscapes  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
