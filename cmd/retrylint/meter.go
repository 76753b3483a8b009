package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// A meter tells on a terminal how far a run has come that takes over a second.
type meter struct {
	w     io.Writer // nil: nobody looks
	start time.Time
	last  time.Time
	shown bool
}

// newMeter returns a meter on w, if w is a terminal.
func newMeter(w io.Writer) *meter {
	if !terminal(w) {
		w = nil
	}
	return &meter{w: w, start: time.Now()}
}

// terminal reports whether w is a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// tell says that done of total runs are done.
func (m *meter) tell(done, total int) {
	now := time.Now()
	if m.w == nil || now.Sub(m.start) < time.Second || now.Sub(m.last) < 100*time.Millisecond {
		return
	}
	m.last, m.shown = now, true
	fmt.Fprintf(m.w, "\r%d of %d runs", done, total)
}

// clear takes the line away.
func (m *meter) clear() {
	if m.shown {
		fmt.Fprint(m.w, "\r\033[K")
	}
}
