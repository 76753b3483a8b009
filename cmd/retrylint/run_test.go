package main

import (
	"runtime/debug"
	"testing"
)

func TestCommandWord(t *testing.T) {
	for arg, want := range map[string]bool{
		"sim": true, "exlain": true, "fmt": true,
		"./sim": false, "./...": false, "...": false, ".": false, "..": false, "a/b": false, "a.go": false,
		"example.com/m@v1": false, `.\sim`: false, "all": false, "std": false, "work": false,
		"-nojitter": false, "--": false, "": false,
	} {
		if have := commandWord(arg); have != want {
			t.Errorf("%q: have %t, want %t", arg, have, want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"sim", "rules", "version", "help"}
	for s, want := range map[string]string{
		"simm": "sim", "rule": "rules", "rulse": "rules", "verison": "version", "hlep": "help", "sim": "sim",
		"fmt": "", "encoding": "", "x": "",
	} {
		if have := nearest(s, known); have != want {
			t.Errorf("%q: have %q, want %q", s, have, want)
		}
	}
}

func TestVetProtocol(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want bool
	}{
		{[]string{"-V=full"}, true},
		{[]string{"-flags"}, true},
		{[]string{"-json", "/tmp/b001/vet.cfg"}, true},
		{[]string{"-fix", "-diff", "-nojitter.x=1", "/tmp/b001/vet.cfg"}, true},
		{[]string{"-flags", "./..."}, false},
		{[]string{"./..."}, false},
		{nil, false},
	} {
		if have := vetProtocol(tt.args); have != tt.want {
			t.Errorf("%q: have %t, want %t", tt.args, have, tt.want)
		}
	}
}

func TestVersionLine(t *testing.T) {
	local := &debug.BuildInfo{GoVersion: "go1.26.8", Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.modified", Value: "true"},
	}}
	local.Main.Version = "(devel)"
	released := &debug.BuildInfo{GoVersion: "go1.26.8"}
	released.Main.Version = "v1.2.0"
	for want, info := range map[string]*debug.BuildInfo{
		"retrylint devel 0123456789ab, modified (go1.26.8)": local,
		"retrylint v1.2.0 (go1.26.8)":                       released,
		"retrylint devel":                                   {},
	} {
		if have := versionLine(info); have != want {
			t.Errorf("have %q, want %q", have, want)
		}
	}
}

func TestJoinLines(t *testing.T) {
	have := joinLines([]string{"updates needed; to update:", "\tgo mod tidy", "no packages"})
	if want := "updates needed; to update: go mod tidy; no packages"; have != want {
		t.Errorf("have %q, want %q", have, want)
	}
}
