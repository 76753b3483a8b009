package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// A meter tells on a terminal how far a run has come that takes over a second.
// What else is written there goes through it, and does not run into its line.
type meter struct {
	w     io.Writer
	live  bool // somebody looks
	start time.Time

	mu    sync.Mutex
	last  time.Time
	shown bool
}

// newMeter returns a meter on w, if w is a terminal.
func newMeter(w io.Writer) *meter {
	// A dumb terminal cannot take a line away.
	return &meter{w: w, live: terminal(w) && os.Getenv("TERM") != "dumb", start: time.Now()}
}

// terminal reports whether w is a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// tell says that done of total runs are done.
func (m *meter) tell(done, total int) { m.say(fmt.Sprintf("%d of %d runs", done, total)) }

// say replaces what was said before.
func (m *meter) say(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if !m.live || now.Sub(m.start) < time.Second || now.Sub(m.last) < 100*time.Millisecond {
		return
	}
	m.last, m.shown = now, true
	fmt.Fprintf(m.w, "\r\033[K%s", text)
}

// Write writes lines that stay.
func (m *meter) Write(p []byte) (int, error) {
	m.clear()
	return m.w.Write(p)
}

// clear takes the line away.
func (m *meter) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.shown {
		fmt.Fprint(m.w, "\r\033[K")
		m.shown = false
	}
}

// end takes the line away for good.
func (m *meter) end() {
	m.clear()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.live = false
}
