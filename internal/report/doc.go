// Package report turns findings into what a person or a machine reads.
//
// It holds the finding as the outside sees it (a place, a rule, a line of
// text), the reader of what `go vet -json` prints, the order, and the output
// formats. It knows neither Go syntax nor policies: by the time a finding
// arrives here, everything about it has been said.
package report
