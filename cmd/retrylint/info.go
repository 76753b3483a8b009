package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
)

const helpHead = `retrylint finds retry code that hurts servers.

usage:
	go vet -vettool=$(which retrylint) [flags] packages
	retrylint [flags] packages
	retrylint command [arguments]

Both forms run the same rules; packages are written as for the go command. The
second prints the findings in order, and how many retry sites were read.
Exit code: 0 nothing found, 1 findings, 2 something went wrong.

commands:
`

const helpTail = `
A rule is switched off with -NAME=false or -disable=NAME; with -NAME only the
rules so named run. -tags, -mod and -modfile are passed to the go command.
`

func runHelp(_ context.Context, c *call) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 3, ' ', 0)
	io.WriteString(w, helpHead)
	for _, cmd := range commands() {
		fmt.Fprintf(w, "  %s\t%s\n", cmd.name, cmd.short)
	}
	fmt.Fprintf(w, "\nflags:\n")
	shared := flag.NewFlagSet("", flag.ContinueOnError)
	c.suite.register(shared)
	printFlags(w, "", shared)
	own := flag.NewFlagSet("", flag.ContinueOnError)
	outputFlags(own, &lintOptions{})
	own.VisitAll(func(f *flag.Flag) { f.Usage += "; of the second form alone" })
	printFlags(w, "", own)
	for _, a := range c.suite.rules {
		printFlags(w, a.Name+".", &a.Flags)
	}
	io.WriteString(w, helpTail)
	return w.Flush()
}

func printFlags(w io.Writer, prefix string, fs *flag.FlagSet) {
	fs.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		if value != "" {
			value = "=" + value
		}
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (" + f.DefValue + ")"
		}
		fmt.Fprintf(w, "  -%s%s%s\t%s\n", prefix, f.Name, value, usage)
	})
}

func runRules(_ context.Context, c *call) error {
	if len(c.args) > 0 {
		return usagef("rules takes no arguments, and got %q", c.args[0])
	}
	w := tabwriter.NewWriter(c.stdout, 0, 0, 3, ' ', 0)
	for _, a := range c.suite.rules {
		on := "on"
		if !c.suite.defaults[a.Name] {
			on = "off"
		}
		title, _, _ := strings.Cut(a.Doc, "\n")
		fmt.Fprintf(w, "%s\t%s\t%s\n", a.Name, on, title)
	}
	return w.Flush()
}

func runVersion(_ context.Context, c *call) error {
	if len(c.args) > 0 {
		return usagef("version takes no arguments, and got %q", c.args[0])
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	_, err := fmt.Fprintln(c.stdout, versionLine(info))
	return err
}

// versionLine says what was built, from what and with what:
//
//	retrylint v1.2.0 (go1.26.8)
//	retrylint devel 0123456789ab, modified (go1.26.8)
func versionLine(info *debug.BuildInfo) string {
	setting := func(key string) string {
		i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == key })
		if i < 0 {
			return ""
		}
		return info.Settings[i].Value
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
		if rev := setting("vcs.revision"); rev != "" {
			v += " " + rev[:min(12, len(rev))]
		}
		if setting("vcs.modified") == "true" {
			v += ", modified"
		}
	}
	if info.GoVersion != "" {
		v += " (" + info.GoVersion + ")"
	}
	return "retrylint " + v
}
