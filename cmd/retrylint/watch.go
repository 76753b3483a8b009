package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

// A watch shows how far go vet has come: the packages of which it has written
// the JSON, and the time, since nothing is written while it reads dependencies.
type watch struct {
	meter *meter
	kept  bytes.Buffer
	mid   bool // in the midst of a line
	done  atomic.Int64
	stop  chan struct{}
}

// newWatch starts a watch that tells on w, if w is a terminal.
func newWatch(w io.Writer) *watch {
	v := &watch{meter: newMeter(w), stop: make(chan struct{})}
	if v.meter.live {
		go v.tick()
	}
	return v
}

func (v *watch) tick() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-v.stop:
			return
		case <-t.C:
			v.meter.say(fmt.Sprintf("%s checked, %.0f s", count(int(v.done.Load()), "package"), time.Since(v.meter.start).Seconds()))
		}
	}
}

// end stops it and takes its line away.
func (v *watch) end() {
	close(v.stop)
	v.meter.end()
}

// Write keeps what go vet prints. An object begins at the beginning of a line.
func (v *watch) Write(p []byte) (int, error) {
	for _, b := range p {
		if b == '{' && !v.mid {
			v.done.Add(1)
		}
		v.mid = b != '\n'
	}
	return v.kept.Write(p)
}

// colored reports whether text that c prints is to have colours: standard output
// is a terminal that shows them, and nobody has said no (https://no-color.org).
func (c *call) colored() bool { return terminal(c.stdout) && wantsColor(runtime.GOOS, os.Getenv) }

func wantsColor(goos string, getenv func(string) string) bool {
	if getenv("NO_COLOR") != "" || getenv("TERM") == "dumb" {
		return false
	}
	// An old console of Windows prints escapes as they are.
	return goos != "windows" || getenv("WT_SESSION") != ""
}
