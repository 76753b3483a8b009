package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Exit codes.
const (
	exitClean    = 0
	exitFindings = 1
	exitFailed   = 2
)

// A usageError says that the command line cannot be understood. Any other
// error is a failure: what was asked for was understood, and did not work.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg + `; run "retrylint help"` }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// errFindings says that all went well and that there is something to repair.
var errFindings = errors.New("findings")

// A command is a word that retrylint knows.
type command struct {
	name  string
	short string
	run   func(ctx context.Context, c *call) error
}

// A call is one use of the program.
type call struct {
	suite  *suite
	args   []string // after the command's name
	stdout io.Writer
	stderr io.Writer
}

func commands() []command {
	return []command{
		{"sim", "compare retry policies at a server that recovers from an outage", runSim},
		{"explain", "explain a rule, or the retry site at file.go:57", runExplain},
		{"policies", "list every retry site with its policy and what it does to a server", runPolicies},
		{"report", "write findings and inventory as one HTML page", runReport},
		{"hook", "check the packages of the files named, in whatever modules they are; -fix repairs first", runHook},
		{"rules", "list the rules", runRules},
		{"version", "print the version", runVersion},
		{"help", "print this text", runHelp},
	}
}

// run does what args say and returns the exit code.
func run(ctx context.Context, s *suite, args []string, stdout, stderr io.Writer) int {
	err := dispatch(ctx, &call{suite: s, args: args, stdout: stdout, stderr: stderr})
	switch {
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	}
	fmt.Fprintf(stderr, "retrylint: %s\n", err)
	return exitFailed
}

func dispatch(ctx context.Context, c *call) error {
	if len(c.args) == 0 {
		return usagef(`no packages named: say which, as in "retrylint ./..."`)
	}
	word := c.args[0]
	switch word {
	case "-h", "-help", "--help":
		return runHelp(ctx, c)
	}
	if !commandWord(word) {
		return runLint(ctx, c)
	}
	for _, cmd := range commands() {
		if cmd.name == word {
			c.args = c.args[1:]
			return cmd.run(ctx, c)
		}
	}
	var known []string
	for _, cmd := range commands() {
		known = append(known, cmd.name)
	}
	if near := nearest(word, known); near != "" {
		return usagef("unknown command %q (did you mean %q?)", word, near)
	}
	return usagef(`unknown command %q (a package of that name is "retrylint -- %s")`, word, word)
}

// commandWord reports whether the first argument is the name of a command and
// not a flag or a package pattern: "sim" is one, "./sim", "a/b", "fmt.go",
// "..." and the go command's own "all" and "std" are not.
func commandWord(arg string) bool {
	if arg == "" || strings.HasPrefix(arg, "-") || strings.ContainsAny(arg, `./\@`) {
		return false
	}
	switch arg {
	case "all", "std", "cmd", "work", "tool":
		return false
	}
	return true
}

// nearest returns the word of known that s is most probably a slip of the
// fingers for, or "".
func nearest(s string, known []string) string {
	best, at := "", len(s)/2+1
	for _, k := range known {
		if d := distance(s, k); d < at {
			best, at = k, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete or replace to make a of b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
