package main

import "runtime/debug"

// spareHeap is how much more memory than by default the heap of a tool process
// may fill before it is collected for the first time.
const spareHeap = 64 << 20

// ballast counts as heap but is never touched, so that no memory stands behind it.
var ballast []byte

// spareCollections lets the garbage collector wait: the go command starts one
// process for each package, most of which end before there is anything worth
// collecting, and with the small heap that Go starts with collecting is a
// fifth of what they cost.
func spareCollections() {
	old := debug.SetGCPercent(-1) // the ballast itself is no reason to collect
	ballast = make([]byte, spareHeap)
	debug.SetGCPercent(old)
}
